import { describe, expect, it } from "vitest";
import { createListTracker } from "../../src/projection/list-changes.ts";
import { call, surveyRows } from "../support/rows.ts";

const list = (n: number, items: unknown, more: object = {}) =>
  call(n, `c${n}`, { kind: "todo", fields: { items, ...more } });

describe("how a list of things to do changed", () => {
  it("is told from the second list on: what is new, moved on or gone", () => {
    const lists = createListTracker();
    expect(lists.take(list(1, [{ text: "a", status: "pending" }, { text: "b" }]))).toBeUndefined();
    expect(lists.take(list(2, [{ text: "a", status: "completed" }, { text: "c" }, { text: "c" }]))).toEqual({
      items: [{ was: "pending" }, "new", "new"],
      gone: ["b"],
      goneCount: 1,
    });
    expect(lists.take(list(3, [{ text: "a", status: "completed" }, { text: "c" }]))).toEqual({
      items: [undefined, undefined],
      gone: [],
      goneCount: 0,
    });
  });

  it("leaves items alone that a partial change does not speak of", () => {
    const lists = createListTracker();
    lists.take(list(1, [{ text: "a", status: "pending" }], { partial: true }));
    expect(lists.take(list(2, [{ text: "b", status: "pending" }], { partial: true }))?.goneCount).toBe(0);
    expect(lists.take(list(3, [{ text: "a", status: "completed" }], { partial: true }))?.items).toEqual([
      { was: "pending" },
    ]);
  });

  it("is not told of what is no list, and such a call changes nothing", () => {
    const lists = createListTracker();
    lists.take(list(1, [{ text: "a", status: "pending" }]));
    for (const odd of [undefined, "a", [3], [{ text: 3 }], [{ text: "a", status: 3 }]]) {
      expect(lists.take(list(2, odd))).toBeUndefined();
    }
    expect(lists.take(call(3, "c3", { kind: "read", fields: { items: [] } }))).toBeUndefined();
    expect(lists.take(list(4, [{ text: "a", status: "done" }]))?.items).toEqual([{ was: "pending" }]);
  });

  it("keeps the beginnings of few items that are gone, and counts all", () => {
    const lists = createListTracker();
    lists.take(
      list(
        1,
        Array.from({ length: 50 }, (_, n) => ({ text: `${n}${"x".repeat(500)}` })),
      ),
    );
    const change = lists.take(list(2, []));
    expect(change?.goneCount).toBe(50);
    expect(change?.gone).toHaveLength(10);
    expect(change?.gone[0]).toHaveLength(200);
  });

  it("stands in the survey by its call", async () => {
    const rows = [list(1, [{ text: "a", status: "pending" }]), list(2, [{ text: "a", status: "completed" }])];
    expect([...(await surveyRows(rows)).listChanges.keys()]).toEqual([rows[1]?.itemId]);
  });
});
