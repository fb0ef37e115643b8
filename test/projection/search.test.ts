import { describe, expect, it } from "vitest";
import { SEARCH_HEAD, SEARCH_TAIL, searchGap, searchRow, searchStored } from "../../src/projection/index.ts";
import { call, gap, input, message, result } from "../support/rows.ts";

const text = (words: string) => [{ type: "text", text: words }] as const;
const textOf = (found: { readonly text: string } | undefined) => found?.text;

describe("what search reads of a row", () => {
  it("names who spoke", () => {
    expect(searchRow(message(1, { parts: text("Done.") }), undefined)).toEqual({
      itemId: message(1).itemId,
      label: "001",
      kind: "answer",
      text: "Done.",
    });
    expect(searchRow(input(2), undefined)?.kind).toBe("user");
  });

  it("names the tool of a call and of its result", () => {
    expect(searchRow(call(1, "x"), "Shell")).toMatchObject({ kind: "Shell", text: "ls" });
    expect(searchRow(result(2, "x"), "Shell")).toMatchObject({ kind: "Shell result", text: "out 2" });
    expect(searchRow(result(2, "x"), undefined)?.kind).toBe("result");
  });

  it("reads every string and number of an input, in order, however deep", () => {
    const value = { a: ["one", { b: 2 }], c: { d: "three" }, e: [true, null] };
    expect(textOf(searchRow(call(1, "x", { input: value }), "Shell"))).toBe("one 2 three");
    let deep: unknown = "bottom";
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    expect(textOf(searchRow(call(1, "x", { input: deep }), "Shell"))).toBe("bottom");
  });

  it("keeps beginning and end of a long text and no more", () => {
    const long = `first ${"middle ".repeat(100_000)}last`;
    const found = textOf(searchRow(message(1, { parts: text(long) }), undefined)) ?? "";
    expect(found).toMatch(/^first middle.* … .*middle last$/);
    expect(found.length).toBeLessThanOrEqual(SEARCH_HEAD + SEARCH_TAIL + 3);
  });

  it("keeps beginning and end of many short texts", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ type: "text", text: `piece-${at}` }) as const);
    const found = textOf(searchRow(message(1, { parts: many }), undefined)) ?? "";
    expect(found).toMatch(/^piece-0 piece-1 .* … .* piece-4998 piece-4999$/);
    expect(found.length).toBeLessThanOrEqual(SEARCH_HEAD + SEARCH_TAIL + 3);
  });

  it("gives nothing of what is withheld, and nothing of what holds no text", () => {
    const restricted = { rule: "r" };
    expect(searchRow(message(1, { restricted }), undefined)).toBeUndefined();
    expect(searchGap(gap(1, { restricted, summaries: [] }))).toBeUndefined();
    expect(searchRow(message(1, { parts: text(" \n ") }), undefined)).toBeUndefined();
    const stored = {
      itemId: "m",
      record: "m",
      place: { file: "m" },
      input: { kind: "mailbox" },
      parts: text("hello"),
    } as const;
    expect(searchStored(stored)?.text).toBe("hello");
    expect(searchStored({ ...stored, parts: [], restricted })).toBeUndefined();
  });

  it("reads what a compaction wrote in place of a gap", () => {
    const summaries = [{ text: "what was before", record: "s", place: { file: "s" } }];
    expect(searchGap(gap(1, { summaries }))).toMatchObject({
      kind: "compacted",
      label: "002–004",
      text: "what was before",
    });
  });
});
