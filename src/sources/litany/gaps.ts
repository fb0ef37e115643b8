import type { Gap, Summary } from "../../model/index.ts";
import { itemIdOf } from "./convert.ts";
import type { EntryFacts } from "./facts.ts";

/**
 * Holes in an agent's counter. Nothing on disk links a summary to a hole, so all summaries stand at the earliest one, as
 * the record of what was compacted; without any summary nothing says that a hole came from compaction.
 */
export function findGaps(entries: readonly EntryFacts[], summaries: readonly Summary[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let expected = 1;
  for (const entry of entries) {
    if (entry.counter === undefined) continue;
    if (entry.counter > expected)
      gaps.push(gap(expected, entry.counter - 1, entry, gaps.length === 0 ? summaries : []));
    expected = Math.max(expected, entry.counter + 1);
  }
  return gaps;

  function gap(first: number, last: number, before: EntryFacts, standing: readonly Summary[]): Gap {
    const from = padded(first);
    const to = padded(last);
    return {
      id: first === last ? `«${from}»` : `«${from}–${to}»`,
      before: itemIdOf(before.name, 0),
      kind: summaries.length > 0 ? "compacted" : "missing",
      unit: ["entry", "entries"],
      from,
      to,
      count: last - first + 1,
      summaries: standing,
      pairing: "not recorded",
    };
  }
}

function padded(counter: number): string {
  return String(counter).padStart(3, "0");
}
