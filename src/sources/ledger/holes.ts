import type { Gap, ItemId } from "../../model/index.ts";
import { gapId } from "./gaps.ts";
import { uniqueNames } from "./names.ts";
import type { Compaction, Ledger } from "./scan.ts";

/** Sequences that one compaction, or several that overlap, say they replaced. */
interface Covered {
  readonly from: number;
  to: number;
  readonly by: Compaction[];
  /** Its summaries stand at the first gap of it already. */
  told: boolean;
}

/**
 * Holes in a ledger's sequence, for a workspace that lists no gaps. What a compaction covers of a hole is compacted, the
 * rest of it is missing. Where counting began is not known, so a ledger that begins late lacks an unknown number of rows.
 */
export function findHoles({ rows, compactions }: Ledger): readonly Gap[] {
  const unique = uniqueNames(rows.map((row) => row.itemId));
  const covered = mergeCovers(compactions);
  const gaps: Gap[] = [];
  let next = 0;
  let last: number | undefined;
  for (const { recorded, itemId } of rows) {
    if (recorded === undefined) continue;
    if (last === undefined) beginsAt(recorded, itemId);
    else if (recorded > last + 1) hole(last + 1, recorded - 1, itemId);
    last = recorded;
  }
  return gaps;

  function beginsAt(first: number, before: ItemId): void {
    if (first <= 1) return;
    const start = covered[0];
    if (start !== undefined && start.from < first) hole(start.from, first - 1, before);
    else add({ before, kind: "missing" });
  }

  function hole(from: number, to: number, before: ItemId): void {
    let at = from;
    while (at <= to) {
      let cover = covered[next];
      while (cover !== undefined && cover.to < at) {
        next += 1;
        cover = covered[next];
      }
      if (cover === undefined || cover.from > to) {
        span(at, to, before);
        return;
      }
      if (cover.from > at) span(at, cover.from - 1, before);
      const end = Math.min(to, cover.to);
      span(Math.max(at, cover.from), end, before, cover);
      at = end + 1;
    }
  }

  function span(from: number, to: number, before: ItemId, cover?: Covered): void {
    const ends = { from: String(from), to: String(to), count: to - from + 1 };
    add({ before, kind: cover === undefined ? "missing" : "compacted", ...ends, ...(cover && summariesOf(cover)) });
  }

  function add(gap: Pick<Gap, "before" | "kind"> & Partial<Gap>): void {
    const id = unique(gapId(gap.from, gap.to, gap.before));
    gaps.push({ id, unit: ["row", "rows"], summaries: [], pairing: "not recorded", ...gap });
  }
}

/** Only a compaction that stands alone says what replaced just these rows. */
function summariesOf(cover: Covered): Pick<Gap, "summaries" | "pairing" | "restricted"> {
  const { by } = cover;
  const restricted = by.find((one) => one.restricted)?.restricted;
  const summaries = restricted || cover.told ? [] : by.flatMap((one) => one.summaries);
  cover.told = true;
  return { summaries, pairing: by.length === 1 ? "recorded" : "not recorded", ...(restricted && { restricted }) };
}

function mergeCovers(compactions: readonly Compaction[]): readonly Covered[] {
  const merged: Covered[] = [];
  for (const one of [...compactions].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (last === undefined || one.from > last.to) merged.push({ from: one.from, to: one.to, by: [one], told: false });
    else {
      last.to = Math.max(last.to, one.to);
      last.by.push(one);
    }
  }
  return merged;
}
