import type { Gap, ItemId } from "../model/index.ts";

/** The gutter's word for a gap, in its source's unit: `002–004`, `001`, or a count where no ends are known. */
export function gapLabel(gap: Gap): string {
  if (gap.from !== undefined) return gap.to === undefined || gap.to === gap.from ? gap.from : `${gap.from}–${gap.to}`;
  return gap.count === undefined ? "gap" : `${gap.count} ${gap.unit[gap.count === 1 ? 0 : 1]}`;
}

/** Gaps by the row that they stand before; several may stand in one place. */
export function gapsByRow(gaps: readonly Gap[]): ReadonlyMap<ItemId, readonly Gap[]> {
  const before = new Map<ItemId, Gap[]>();
  for (const gap of gaps) {
    if (gap.before === null) continue;
    const group = before.get(gap.before);
    if (group) group.push(gap);
    else before.set(gap.before, [gap]);
  }
  return before;
}
