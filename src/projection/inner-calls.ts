import type { ResultSection, ToolResultRow } from "../model/index.ts";
import type { ToolItem } from "./items.ts";

/** The calls that a call consists of: those of a batch, each with its own section of the result, else the call itself. */
export function innerCalls(tool: ToolItem): readonly ToolItem[] {
  const { call, result } = tool;
  const invocations = call?.kind === "batch" ? call.fields.invocations : undefined;
  if (call === undefined || !Array.isArray(invocations)) return [tool];
  return invocations.flatMap((value: unknown, at): ToolItem[] => {
    const inner = invocationOf(value);
    if (inner === undefined) return [];
    const section = result?.sections?.[at];
    const answered = result !== undefined && section !== undefined;
    return [
      {
        type: "tool",
        call: { ...call, ...inner },
        ...(answered ? { result: resultOf(result, section) } : { noResult: tool.noResult ?? "interrupted" }),
        failed: section !== undefined && wentWrong(section),
        delegations: [],
        raw: {},
      },
    ];
  });
}

/** What the result says of the whole says nothing of any one call. */
function resultOf(whole: ToolResultRow, section: ResultSection): ToolResultRow {
  const { exitCode: _, streams, sections, timing, structured, ...row } = whole;
  const { exitCode, text } = section;
  return {
    ...row,
    output: [{ type: "text", text }],
    isError: wentWrong(section) && exitCode === undefined,
    ...(exitCode !== undefined && { exitCode }),
  };
}

function wentWrong({ outcome, exitCode }: ResultSection): boolean {
  return /^(?:failed|declined|skipped)$/.test(outcome) || (exitCode !== undefined && exitCode !== 0);
}

function invocationOf(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, kind, input, fields } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || typeof kind !== "string" || kind === "batch") return undefined;
  if (typeof fields !== "object" || fields === null) return undefined;
  return { name, kind, input, fields: fields as Readonly<Record<string, unknown>> };
}
