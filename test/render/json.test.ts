import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderBlock } from "../../src/render/blocks/index.ts";
import { jsonWeight } from "../../src/render/json-weight.ts";
import { measure } from "../../src/render/measure.ts";
import { printJson } from "../../src/render/print-json.ts";
import { blockContext, shownText } from "./support.ts";

const html = (value: unknown) => String(renderBlock({ type: "json", value }, blockContext()));

describe("a JSON value", () => {
  it("is shown as folds of keys and values", () => {
    const markup = html({ a: 1, list: ["x", { deep: null }], text: "two\nlines" });
    expect(markup).toContain('<div><i class="f">a</i> <i class="v">1</i></div>');
    expect(markup).toContain('<details open><summary><i class="f">list</i> 2 items</summary>');
    expect(markup).toContain("text, 9 characters");
    expect(markup).not.toContain("shortened");
  });

  it("shows keys that JavaScript gives a meaning, and empty and bare values", () => {
    expect(html(JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'))).toContain(">__proto__</i> 1 field");
    for (const [value, words] of [
      [[], "[]"],
      [{}, "{}"],
      [null, "null"],
      [0, "0"],
      ["", '""'],
      [false, "false"],
    ] as const) {
      expect(shownText(html(value)).trim()).toBe(words);
    }
    expect(
      shownText(html({ a: [], b: {} }))
        .replace(/\s+/g, " ")
        .trim(),
    ).toBe("a [] b {}");
  });

  it("puts a short list on one line", () => {
    expect(html({ tags: ["a", 1, null] })).toContain('<i class="f">tags</i> [<i class="s">"a", 1, null</i>]');
  });

  it("escapes keys and values", () => {
    const markup = html({ "<b>\u0000": "<i>\u202e" });
    expect(markup).toContain('&lt;b&gt;<span class="mark">NUL</span>');
    expect(markup).toContain('"&lt;i&gt;<span class="mark">RLO</span>"');
  });

  it("shows all of a small value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, noUnicodeString: true }), (value) => {
        const context = blockContext();
        const markup = String(renderBlock({ type: "json", value }, context));
        if (jsonWeight(value) < 300) expect(context.files.size).toBe(0);
        expect(markup).not.toMatch(/<(?!\/?(?:div|p|i|details|summary|pre|code|span|a)\b)/);
      }),
    );
  });

  it.each([
    ["a long list", Array.from({ length: 100_000 }, (_, at) => at)],
    ["a deep list", JSON.parse(`${"[".repeat(5_000)}1${"]".repeat(5_000)}`)],
    ["a deep object", JSON.parse(`${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`)],
    ["many objects", Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}`, inner: { a: [1, 2] } }))],
    ["a long text", "x".repeat(5_000_000)],
    ["many hidden characters", "\0a".repeat(100_000)],
    ["many keys", Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, at]))],
    ["a long key", { ["k".repeat(200_000)]: 1 }],
  ])("stays within the limits of a block: %s", (_, value) => {
    const context = blockContext();
    const markup = renderBlock({ type: "json", value }, context);
    const size = measure(markup);
    expect(size.bytes).toBeLessThanOrEqual(48_000);
    expect(size.elements).toBeLessThanOrEqual(1_000);
    expect(String(markup)).toContain("shortened: ");
    expect([...context.files.values()]).toEqual([printJson(value)]);
  });

  it("leaves room for the values after a large one", () => {
    expect(html({ large: Array.from({ length: 50_000 }, (_, at) => at), small: "here" })).toContain('"here"');
  });
});

describe("printJson", () => {
  it("prints what JSON.parse reads back", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(printJson({ a: [1, { b: null }], c: {} })).toBe(JSON.stringify({ a: [1, { b: null }], c: {} }, null, 2));
  });

  it("prints values nested deeper than the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(printJson(deep).replace(/\s/g, "")).toBe(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  });
});
