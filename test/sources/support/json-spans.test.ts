import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementSpans } from "../../../src/sources/support/json-spans.ts";

function pieces(text: string): readonly string[] | undefined {
  const bytes = Buffer.from(text);
  return elementSpans(bytes)?.map((span) => bytes.subarray(span.start, span.end).toString());
}

describe("spans of JSON elements", () => {
  it("hold exactly the text of each element, whatever the values and the white space", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.constantFrom(undefined, 1, "\t"),
        fc.boolean(),
        (values, indent, wrapped) => {
          const text = JSON.stringify(
            wrapped ? { usage: { content: [1] }, "con\\tent": [2], content: values } : values,
            null,
            indent,
          );
          expect(pieces(text)?.map((piece) => JSON.parse(piece))).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });

  it("never overlap and never leave the text, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",:\\ \n1a') }), (text) => {
        let end = 0;
        for (const span of elementSpans(Buffer.from(`[${text}`)) ?? []) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(Buffer.byteLength(text) + 1);
      }),
    );
  });

  it.each([
    ["an empty array", "[]", []],
    ["a byte order mark first", "\uFEFF[1]", ["1"]],
    ["the last of a repeated key", '{"content":[1],"content":[2,3]}', ["2", "3"]],
    ["an escaped quote at the end of a string", '["a\\\\","b\\""]', ['"a\\\\"', '"b\\""']],
    ["a scalar", "7", undefined],
    ["nothing", "", undefined],
    ["an object without content", '{"a":[1]}', undefined],
    ["content that is no array", '{"content":"[1]"}', undefined],
  ])("are right for %s", (_, text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it("need no stack for depth", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(pieces(`[${deep},1]`)).toEqual([deep, "1"]);
  });
});
