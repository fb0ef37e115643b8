import type { Entry, ItemId } from "../projection/index.ts";

/** UTF-8 bytes of HTML, and elements. */
export interface Size {
  readonly bytes: number;
  readonly elements: number;
}

/** A page ends before the row that would pass this. */
export const FILL: Size = { bytes: 800_000, elements: 8_000 };
/** What results that come in while their call's page is still open may fill it up to. */
const BRIM: Size = { bytes: 960_000, elements: 9_600 };
/** Set aside with every call, so that a result which comes after the page is closed has room. */
export const RESULT_RESERVE: Size = { bytes: 16_000, elements: 200 };
/** Frame, navigation and the head of a Task: constant, so that what is in them moves no row. */
export const FIRST_FRAME: Size = { bytes: 240_000, elements: 3_300 };
export const LATER_FRAME: Size = { bytes: 110_000, elements: 1_800 };
/** A turn's header and its line in the navigation. */
const TURN: Size = { bytes: 1_800, elements: 16 };

/** Where each entry of a Task stands, and which cards must be shortened to fit. */
export interface Pagination {
  /** Entries of each page, in ledger order; a joined result stands on its call's page. Always at least one page. */
  readonly pages: readonly (readonly Entry[])[];
  /** 1-based page of each item. */
  readonly pageOf: ReadonlyMap<ItemId, number>;
  /** Room for the whole card of a call whose result had to be held short. */
  readonly rooms: ReadonlyMap<ItemId, Size>;
}

/**
 * Fills pages looking only backwards, so that appending moves no row. A call sets a reserve aside; its result takes what
 * it needs while the page is open, as far as the brim, and no more than the reserve once the page is closed.
 */
export function paginate(entries: readonly Entry[]): Pagination {
  const pages: Entry[][] = [];
  const pageOf = new Map<ItemId, number>();
  const rooms = new Map<ItemId, Size>();
  const callCost = new Map<ItemId, Size>();
  let current: Entry[] = [];
  let fill = FIRST_FRAME;
  let turn = -1;
  const start = (frame: Size) => {
    current = [];
    pages.push(current);
    fill = frame;
    turn = -1;
  };
  start(FIRST_FRAME);

  for (const entry of entries) {
    if (entry.joins !== undefined) {
      const page = pageOf.get(entry.joins) ?? pages.length;
      pages[page - 1]?.push(entry);
      pageOf.set(entry.itemId, page);
      const open = page === pages.length;
      const left = open ? minus(BRIM, minus(fill, RESULT_RESERVE)) : RESULT_RESERVE;
      const given = least(entry.cost, most(left, RESULT_RESERVE));
      if (open) fill = plus(minus(fill, RESULT_RESERVE), given);
      if (given.bytes < entry.cost.bytes || given.elements < entry.cost.elements) {
        rooms.set(entry.joins, plus(callCost.get(entry.joins) ?? RESULT_RESERVE, given));
      }
      continue;
    }
    const isCall = entry.type === "tool-call";
    let need = isCall ? plus(entry.cost, RESULT_RESERVE) : entry.cost;
    if (entry.turnIndex !== turn) need = plus(need, TURN);
    if (current.length > 0 && exceeds(plus(fill, need), FILL)) {
      start(LATER_FRAME);
      need = plus(need, TURN);
    }
    turn = entry.turnIndex;
    fill = plus(fill, need);
    current.push(entry);
    pageOf.set(entry.itemId, pages.length);
    if (isCall) callCost.set(entry.itemId, entry.cost);
  }
  return { pages, pageOf, rooms };
}

/** Fills pages with rows that each stand by themselves, in sequence; every row counts. */
export function paginateExact(entries: readonly Entry[]): Omit<Pagination, "rooms"> {
  const pages: Entry[][] = [[]];
  const pageOf = new Map<ItemId, number>();
  let fill = LATER_FRAME;
  for (const entry of entries) {
    const last = pages[pages.length - 1];
    if (last && last.length > 0 && exceeds(plus(fill, entry.exactCost), FILL)) {
      pages.push([]);
      fill = LATER_FRAME;
    }
    fill = plus(fill, entry.exactCost);
    pages[pages.length - 1]?.push(entry);
    pageOf.set(entry.itemId, pages.length);
  }
  return { pages, pageOf };
}

function plus(a: Size, b: Size): Size {
  return { bytes: a.bytes + b.bytes, elements: a.elements + b.elements };
}

function minus(a: Size, b: Size): Size {
  return { bytes: a.bytes - b.bytes, elements: a.elements - b.elements };
}

function least(a: Size, b: Size): Size {
  return { bytes: Math.min(a.bytes, b.bytes), elements: Math.min(a.elements, b.elements) };
}

function most(a: Size, b: Size): Size {
  return { bytes: Math.max(a.bytes, b.bytes), elements: Math.max(a.elements, b.elements) };
}

function exceeds(a: Size, b: Size): boolean {
  return a.bytes > b.bytes || a.elements > b.elements;
}
