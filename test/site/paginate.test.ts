import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/projection/index.ts";
import { FILL, FIRST_FRAME, LATER_FRAME, paginate, RESULT_RESERVE } from "../../src/site/paginate.ts";

const NONE = { bytes: 0, elements: 0 };

interface Made {
  readonly kind: "row" | "call" | "result";
  readonly bytes: number;
  readonly elements: number;
  readonly back: number;
}

const made = fc.array(
  fc.record({
    kind: fc.constantFrom("row", "call", "result") as fc.Arbitrary<Made["kind"]>,
    bytes: fc.integer({ min: 100, max: 192_000 }),
    elements: fc.integer({ min: 3, max: 2_500 }),
    back: fc.nat(8),
  }),
  { maxLength: 120 },
);

/** Results join one of the calls still open; where none is, they are rows. */
function entries(list: readonly Made[]): Entry[] {
  const open: string[] = [];
  return list.map(({ kind, bytes, elements, back }, i) => {
    const base = {
      itemId: `i${i}`,
      label: String(i),
      turnIndex: Math.floor(i / 3),
      cost: { bytes, elements },
      exactCost: NONE,
    };
    if (kind === "call") open.push(base.itemId);
    const joins = kind === "result" ? open.splice(Math.max(0, open.length - 1 - back), 1)[0] : undefined;
    return joins === undefined
      ? { ...base, type: kind === "call" ? ("tool-call" as const) : ("message" as const) }
      : { ...base, type: "tool-result" as const, joins };
  });
}

describe("filling pages", () => {
  it("moves no row to another page when rows are appended", () => {
    fc.assert(
      fc.property(made, fc.nat(120), (list, cut) => {
        const all = entries(list);
        const before = paginate(all.slice(0, cut));
        const after = paginate(all);
        for (const [itemId, page] of before.pageOf) expect(after.pageOf.get(itemId)).toBe(page);
        for (const [itemId, room] of before.rooms) expect(after.rooms.get(itemId)).toEqual(room);
      }),
    );
  });

  it("keeps every page within a megabyte and 10,000 elements, frame included, however results come in", () => {
    fc.assert(
      fc.property(made, (list) => {
        const all = entries(list);
        const { pages, rooms } = paginate(all);
        const costs = new Map(all.map((entry) => [entry.itemId, entry.cost]));
        for (const [i, page] of pages.entries()) {
          let { bytes, elements } = i === 0 ? FIRST_FRAME : LATER_FRAME;
          for (const entry of page) {
            const room = rooms.get(entry.joins ?? entry.itemId);
            if (entry.joins !== undefined) {
              const call = costs.get(entry.joins) ?? { bytes: 0, elements: 0 };
              bytes += room ? Math.min(entry.cost.bytes, room.bytes - call.bytes) : entry.cost.bytes;
              elements += room ? Math.min(entry.cost.elements, room.elements - call.elements) : entry.cost.elements;
            } else {
              bytes += entry.cost.bytes;
              elements += entry.cost.elements;
            }
          }
          expect(bytes).toBeLessThanOrEqual(1_000_000);
          expect(elements).toBeLessThanOrEqual(10_000);
        }
      }),
    );
  });

  it("puts every entry on exactly one page, a joined result on that of its call", () => {
    fc.assert(
      fc.property(made, (list) => {
        const all = entries(list);
        const { pages, pageOf } = paginate(all);
        expect(pages.flat()).toHaveLength(all.length);
        for (const entry of all)
          if (entry.joins !== undefined) expect(pageOf.get(entry.itemId)).toBe(pageOf.get(entry.joins));
      }),
    );
  });

  it("has one page for a Task without rows", () => {
    expect(paginate([]).pages).toEqual([[]]);
  });

  it("gives a result that comes after its page was closed no more than the reserve", () => {
    const row = (i: number, bytes: number): Entry => ({
      itemId: `r${i}`,
      label: "",
      type: "message",
      turnIndex: 0,
      cost: { bytes, elements: 5 },
      exactCost: NONE,
    });
    const call: Entry = {
      itemId: "c",
      label: "",
      type: "tool-call",
      turnIndex: 0,
      cost: { bytes: 500, elements: 5 },
      exactCost: NONE,
    };
    const late: Entry = {
      itemId: "x",
      label: "",
      type: "tool-result",
      turnIndex: 0,
      cost: { bytes: 90_000, elements: 300 },
      exactCost: NONE,
      joins: "c",
    };
    const { pageOf, rooms } = paginate([call, row(1, FILL.bytes), row(2, 10), late]);
    expect(pageOf.get("x")).toBe(1);
    expect(pageOf.get("r1")).toBe(2);
    expect(rooms.get("c")).toEqual({ bytes: 500 + RESULT_RESERVE.bytes, elements: 5 + RESULT_RESERVE.elements });
  });
});
