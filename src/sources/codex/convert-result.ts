import type { ResultSection, ToolResultRow } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, present, textMember } from "../support/values.ts";
import type { Context } from "./context.ts";
import { type Output, outputFacts } from "./outputs.ts";

type Result = Omit<ToolResultRow, "sequence" | "turnIndex" | "itemId" | "label" | "record" | "place">;

/** A result with what other lines say of its call: how it ended, and what it wrote where the result was cut. */
export function convertResult(id: string, output: Output, context: Context): Result {
  const facts = context.plan.results.get(context.line);
  const event = facts?.more === undefined ? undefined : context.lookUp(facts.more);
  const own = outputFacts(output);
  const durationMs = facts?.durationMs ?? output.durationMs;
  return present({
    type: "tool-result" as const,
    toolCallId: id,
    ...own,
    isError: output.failed === true || facts?.failed === true,
    exitCode: facts?.exitCode ?? own.exitCode,
    timing: durationMs === undefined ? undefined : { durationMs },
    ...(facts?.more === undefined || event === undefined ? {} : moreOf(event, output, context, facts.more)),
  });
}

function moreOf(
  event: JsonObject,
  output: Output,
  context: Context,
  at: NonNullable<Parameters<Context["lookUp"]>[0]>,
) {
  const stdout = textMember(event, "stdout") ?? "";
  const stderr = textMember(event, "stderr") ?? "";
  if (textMember(event, "type") === "patch_apply_end") {
    const told = stderr === "" || output.body.includes(stderr.trim());
    return {
      ...(told ? {} : { streams: { stdout: output.body, stderr } }),
      sections: changesOf(member(event, "changes")),
    };
  }
  const whole = textMember(event, "aggregated_output") ?? stdout;
  const longer = whole.trim() !== "" && !output.body.includes(whole.trim());
  const completed = longer ? { completedFrom: context.placeOf(at) } : {};
  // With streams apart, the sum of both is what the whole output holds.
  if (stderr !== "" && stdout.length + stderr.length >= whole.length)
    return { streams: { stdout, stderr }, ...completed };
  return longer ? { streams: { stdout: whole }, ...completed } : {};
}

/** Changes that were made to files: a section each, with the diff or the content as recorded. */
function changesOf(changes: unknown): readonly ResultSection[] {
  if (!isJsonObject(changes)) return [];
  return Object.entries(changes).map(([path, change]) => {
    if (!isJsonObject(change)) return { name: path, outcome: "changed", text: "" };
    const moved = textMember(change, "move_path");
    const text = textMember(change, "unified_diff") ?? textMember(change, "content") ?? "";
    return {
      name: moved === undefined ? path : `${path} → ${moved}`,
      outcome: textMember(change, "type") ?? "changed",
      text,
    };
  });
}
