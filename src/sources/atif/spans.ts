import type { Place } from "../../model/index.ts";
import { elementSpans, type MemberSpan, memberSpans, type Span } from "../support/json-spans.ts";
import type { RowPlan } from "./plan.ts";

/** Where the parts of a step stand in its bytes. */
export interface PartSpans {
  /** From the step's beginning to its calls and results: what it says, and what it says of itself. */
  readonly head: Span;
  readonly message: Span | undefined;
  readonly reasoning: Span | undefined;
  readonly calls: readonly Span[];
  readonly results: readonly Span[];
}

export function partSpans(bytes: Uint8Array): PartSpans {
  const members = memberSpans(bytes) ?? [];
  const calls = lastOf(members, "tool_calls");
  const observation = lastOf(members, "observation");
  const inside =
    observation === undefined ? [] : (memberSpans(bytes.subarray(observation.start, observation.end)) ?? []);
  const results = lastOf(inside, "results");
  return {
    head: { start: 0, end: Math.min(calls?.start ?? bytes.length, observation?.start ?? bytes.length) },
    message: lastOf(members, "message"),
    reasoning: lastOf(members, "reasoning_content"),
    calls: elementsIn(bytes, calls),
    results: elementsIn(bytes, results && shift(results, observation?.start ?? 0)),
  };
}

/** What a row shows of its step. The first row has all that stands before the calls, with what the step says of itself. */
export function spanOf(spans: PartSpans, { kind, at }: RowPlan, first: boolean): Span | undefined {
  switch (kind) {
    case "call":
      return spans.calls[at];
    case "result":
    case "feedback":
      return spans.results[at];
    case "reasoning":
      return first ? spans.head : spans.reasoning;
    default:
      return first ? spans.head : spans.message;
  }
}

/** A part's place in the file; the whole step's where the part is not found. */
export function placeIn(step: Place, part: Span | undefined): Place {
  const { start = 0, file, line } = step;
  if (part === undefined) return step;
  const own = { file, start: start + part.start, end: start + part.end };
  return part.start === 0 && line !== undefined ? { ...own, line } : own;
}

function lastOf(members: readonly MemberSpan[], name: string): Span | undefined {
  return members.findLast((member) => member.name === name)?.value;
}

function elementsIn(bytes: Uint8Array, array: Span | undefined): readonly Span[] {
  if (array === undefined || bytes[array.start] !== 0x5b) return [];
  return (elementSpans(bytes.subarray(array.start, array.end)) ?? []).map((span) => shift(span, array.start));
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
