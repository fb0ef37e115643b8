import type { LabelledRow } from "./items.ts";

/** What a tick tells, the most telling first: of several rows the first of these that any of them is. */
export const STRIP_KINDS = ["gap", "failure", "withheld", "input", "answer", "tool", "reasoning", "other"] as const;
export type StripKind = (typeof STRIP_KINDS)[number];

/** One tick: a row, card or gap, or several that follow each other. */
export interface StripTick {
  readonly kind: StripKind;
  /** The row that it leads to: the first of the kind that it tells. */
  readonly at: LabelledRow;
  readonly rows: number;
  /** Labels of the first and last where it stands for several. */
  readonly span?: readonly [from: string, to: string];
  readonly failed: number;
  /** Of a call by itself: its kind of tool. */
  readonly tool?: string;
}

/** A ledger at a glance, in its order. A call and its result are one. */
export interface StripView {
  readonly ticks: readonly StripTick[];
  readonly counts: Readonly<Record<StripKind, number>>;
  /** `false`: the rows of one page of several. */
  readonly whole: boolean;
}
