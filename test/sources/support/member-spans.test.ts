import fc from "fast-check";
import { expect, it } from "vitest";
import { memberSpans } from "../../../src/sources/support/json-spans.ts";

const encoder = new TextEncoder();

function membersOf(text: string) {
  const bytes = encoder.encode(text);
  const decoder = new TextDecoder();
  return memberSpans(bytes)?.map(({ name, value }) => [name, decoder.decode(bytes.subarray(value.start, value.end))]);
}

it("finds the value of each member, names decoded, repeated names apart", () => {
  expect(membersOf(' { "a" : [1, {"b": 2}] ,"\\u0062":"x}\\"", "a":null}')).toEqual([
    ["a", '[1, {"b": 2}]'],
    ["b", '"x}\\""'],
    ["a", "null"],
  ]);
});

it("answers nothing for JSON that is no object", () => {
  expect(membersOf("[1]")).toBeUndefined();
  expect(membersOf("")).toBeUndefined();
  expect(membersOf("{}")).toEqual([]);
});

it("gives what stands before text breaks off", () => {
  expect(membersOf('{"a":1,"b":[2,')).toEqual([
    ["a", "1"],
    ["b", "[2,"],
  ]);
});

it("agrees with JSON.parse on any object", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      const found = membersOf(text)?.map(([name, value]) => [name, JSON.parse(value ?? "")]);
      expect(found).toEqual(Object.entries(JSON.parse(text)));
    }),
  );
});

it("ends on any bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", " ", "a") }), (text) => {
      memberSpans(encoder.encode(`{${text}`));
    }),
  );
});
