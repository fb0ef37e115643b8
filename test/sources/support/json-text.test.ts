import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "../../../src/sources/support/json-text.ts";

/** A value inside of so many arrays and objects that `JSON.stringify` overflows. */
function deep(value: string, depth: number): { readonly text: string; readonly value: unknown } {
  const text = `${'[1,{"k":'.repeat(depth)}${value}${',"l":[]}]'.repeat(depth)}`;
  return { text, value: JSON.parse(text) };
}

describe("jsonText", () => {
  it("is what JSON.stringify says, for any JSON", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonText(value) === JSON.stringify(value)));
  });

  it("says the same of what nests too deep for JSON.stringify", () => {
    const inner = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(inner, (value) => {
        const { text, value: nested } = deep(value, 20_000);
        expect(jsonText(nested) === text).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it("leaves out members that are undefined, at any depth", () => {
    expect(jsonText({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
    const { value } = deep("null", 20_000);
    const text = jsonText({ a: undefined, b: [undefined], c: value });
    expect(text.startsWith('{"b":[null],"c":[1,{"k":[1,')).toBe(true);
  });

  it("spells names and texts as JSON does", () => {
    const value = JSON.parse('{"__proto__":"\\ud800\\u2028","\\"":1e21}');
    expect(jsonText(value)).toBe('{"__proto__":"\\ud800\u2028","\\"":1e+21}');
  });
});
