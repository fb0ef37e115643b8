import { elementSpans, memberSpans, type Span } from "../support/json-spans.ts";

/**
 * Elements of the array that stands under a path of keys in a JSON text; a text that breaks off gives those before the
 * break and what is left of the last. `undefined` where the path leads to no array.
 */
export function elementsAt(json: Uint8Array, path: readonly string[]): readonly Span[] | undefined {
  let start = 0;
  let bytes = json;
  for (const key of path) {
    // Of a name that repeats the last counts, as in `JSON.parse`.
    const value = memberSpans(bytes)?.findLast(({ name }) => name === key)?.value;
    if (value === undefined) return undefined;
    start += value.start;
    bytes = bytes.subarray(value.start, value.end);
  }
  if (bytes[0] !== 0x5b) return undefined;
  return elementSpans(bytes)?.map((span) => ({ start: start + span.start, end: start + span.end }));
}
