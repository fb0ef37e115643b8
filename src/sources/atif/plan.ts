import { textOf } from "./content.ts";
import type { RowKind } from "./facts.ts";
import type { ReadStep } from "./step.ts";

/** One row of a step. `at` is the place among the calls or results that it shows. */
export interface RowPlan {
  readonly kind: RowKind;
  readonly at: number;
}

/** The rows of a step, in order: what was thought, said, called and what came back. At least one. */
export function planRows(step: ReadStep): readonly RowPlan[] {
  const calls = step.calls.map((_, at): RowPlan => ({ kind: "call", at }));
  const results = step.results.flatMap((result, at): readonly RowPlan[] => {
    if (result.callId !== undefined || result.call !== undefined) return [{ kind: "result", at }];
    return result.content.length > 0 ? [{ kind: "feedback", at }] : [];
  });
  const thought: readonly RowPlan[] = step.reasoning.length > 0 ? [{ kind: "reasoning", at: 0 }] : [];
  if (step.compaction) return [...thought, { kind: "compaction", at: 0 }, ...calls, ...results];
  const silent = step.source === "agent" && step.message.length === 0 && thought.length + calls.length > 0;
  return [...thought, ...(silent ? [] : [{ kind: "message", at: 0 } as const]), ...calls, ...results];
}

/** Whether a step answers and asks for nothing more. */
export function speaks(step: ReadStep): boolean {
  return step.source === "agent" && textOf(step.message).trim() !== "";
}
