import type { Gap } from "../model/index.ts";

/** The gutter's word for a gap, in its source's unit: `002–004`, `001`, or a count where no ends are known. */
export function gapLabel(gap: Gap): string {
  if (gap.from !== undefined) return gap.to === undefined || gap.to === gap.from ? gap.from : `${gap.from}–${gap.to}`;
  return gap.count === undefined ? "gap" : `${gap.count} ${gap.unit[gap.count === 1 ? 0 : 1]}`;
}
