import type {
  FileTouch,
  Outcome,
  ResultSection,
  ToolCallRow,
  ToolItem,
  ToolResultRow,
} from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { exitOutcome, outcomeOf } from "../outcome.ts";
import { duration, plural, series } from "../words.ts";
import type { Card, ToolCard } from "./card.ts";
import { isObject, listField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

interface Invocation {
  readonly name: string;
  readonly kind: string;
  readonly input: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Several calls made in one. Field: `invocations`, a list of `{ name, kind, input, fields }`. The result's sections answer
 * them in order; each pair is a card of its own, drawn by `cardOf`.
 */
export function createBatch(cardOf: (tool: ToolItem) => Card): ToolCard {
  return {
    kind: "batch",
    show(tool) {
      const { call, result } = tool;
      const invocations = listField(tool, "invocations")?.map(invocationOf);
      if (call === undefined || invocations === undefined || !invocations.every((one) => one !== undefined))
        return undefined;
      const sections = result?.sections;
      const all = Array.from({ length: Math.max(invocations.length, sections?.length ?? 0) }, (_, at) =>
        part(tool, call, invocations, at, cardOf),
      );
      const parts = all.map(({ block }) => block);
      const outcome = outcomeOfSections(tool, sections);
      return {
        kind: "Batch",
        about: aboutCalls(invocations),
        ...(outcome !== undefined && { outcome }),
        blocks: sections === undefined ? [...parts, ...resultBlocks(tool, asTextOrJson)] : parts,
        touches: all.flatMap(({ touches }) => touches),
      };
    },
  };
}

function invocationOf(value: unknown): Invocation | undefined {
  if (!isObject(value)) return undefined;
  const { name, kind, input, fields } = value;
  if (typeof name !== "string" || typeof kind !== "string" || !isObject(fields)) return undefined;
  // A batch within a batch has no sections of its own to draw.
  return { name, kind: kind === "batch" ? name : kind, input, fields };
}

function part(
  tool: ToolItem,
  call: ToolCallRow,
  invocations: readonly Invocation[],
  at: number,
  cardOf: (tool: ToolItem) => Card,
): { readonly block: Block; readonly touches: readonly FileTouch[] } {
  const { result } = tool;
  const section = result?.sections?.[at];
  const invocation = invocations[at];
  const inner: ToolItem = {
    type: "tool",
    call: { ...call, ...(invocation ?? { name: section?.name ?? "unnamed", kind: "", input: undefined, fields: {} }) },
    ...(result !== undefined && section !== undefined && { result: resultOf(result, section) }),
    ...(section === undefined && { noResult: tool.noResult ?? "interrupted" }),
    failed: section !== undefined && wentWrong(section),
    delegations: delegationsOf(tool, invocations, at),
    raw: {},
  };
  const { kind, about, blocks, outcome, touches = [] } = cardOf(inner);
  const block: Block = { type: "section", kind, about, blocks, outcome: sectionOutcome(inner, section, outcome) };
  // Whether a part that went wrong touched anything is not recorded.
  return { block, touches: inner.failed ? [] : touches };
}

function resultOf(whole: ToolResultRow, { text, outcome, exitCode, timing }: ResultSection): ToolResultRow {
  const { streams, sections, completedFrom, exitCode: _, timing: __, ...row } = whole;
  return {
    ...row,
    output: [{ type: "text", text }],
    isError: /^(?:failed|declined)$/.test(outcome),
    ...(exitCode !== undefined && { exitCode }),
    ...(timing !== undefined && { timing }),
  };
}

/** Children belong to the delegating calls in order, where there is one for each. */
function delegationsOf(tool: ToolItem, invocations: readonly Invocation[], at: number): ToolItem["delegations"] {
  const delegating = invocations.flatMap((one, index) => (one.kind === "delegate" ? [index] : []));
  if (delegating.length !== tool.delegations.length) return at === delegating[0] ? tool.delegations : [];
  const own = tool.delegations[delegating.indexOf(at)];
  return own === undefined ? [] : [own];
}

function wentWrong({ outcome, exitCode }: ResultSection): boolean {
  return /^(?:failed|declined)$/.test(outcome) || (exitCode !== undefined && exitCode !== 0);
}

function sectionOutcome(inner: ToolItem, section: ResultSection | undefined, own: Outcome | undefined): Outcome {
  if (section === undefined) {
    return inner.noResult === "interrupted"
      ? { words: "no section of the result answers it", tone: "quiet" }
      : outcomeOf(inner);
  }
  const took = section.timing?.durationMs === undefined ? "" : ` · ${duration(section.timing.durationMs)}`;
  const { words, tone } = inner.failed || own === undefined ? worded(section) : own;
  return { words: words + took, tone };
}

/** The record's own word, with the exit code where there is one. */
function worded(section: ResultSection): Outcome {
  const { outcome, exitCode } = section;
  const tone = wentWrong(section) ? "bad" : outcome === "ok" ? "good" : "quiet";
  if (exitCode === undefined) return { words: outcome, tone };
  const exit = exitOutcome(exitCode, false);
  return outcome === "ok" || outcome === "failed" ? exit : { words: `${outcome}, exit ${exitCode}`, tone };
}

/** `4 ok, 1 failed`, by the record's own words. */
function outcomeOfSections(tool: ToolItem, sections: readonly ResultSection[] | undefined): Outcome | undefined {
  if (sections === undefined || sections.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { outcome } of sections) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const words = series(Array.from(counts, ([word, number]) => `${number} ${word}`));
  return { words, tone: tool.failed ? "bad" : counts.size === 1 && counts.has("ok") ? "good" : "quiet" };
}

function aboutCalls(invocations: readonly Invocation[]): string {
  const names = [...new Set(invocations.map(({ name }) => name))];
  return `${plural(invocations.length, "call")}${names.length === 0 ? "" : `: ${names.slice(0, 5).join(", ")}`}${names.length > 5 ? " …" : ""}`;
}
