import { parseJson } from "./values.ts";

/** A byte range `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Where the elements of a JSON text stand: those of a top-level array, else of the array under `content` in a top-level
 * object. The bytes must be JSON that parses; `undefined` where neither array is found. Linear, whatever the depth.
 */
export function elementSpans(json: Uint8Array): readonly Span[] | undefined {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[start] === OPEN_ARRAY) return arrayElements(bytes, start);
  if (bytes[start] !== OPEN_OBJECT) return undefined;
  const content = memberValue(bytes, start, '"content"');
  return content !== undefined && bytes[content] === OPEN_ARRAY ? arrayElements(bytes, content) : undefined;
}

/** A member of a JSON object, as text holds it: its decoded name and where its value stands. */
export interface MemberSpan {
  readonly name: string;
  readonly value: Span;
}

/**
 * Where the values of a top-level object's members stand, in order; a name may repeat. `undefined` for other JSON. Text
 * that breaks off gives what stands before the break. Linear, whatever the depth.
 */
export function memberSpans(json: Uint8Array): readonly MemberSpan[] | undefined {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const object = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[object] !== OPEN_OBJECT) return undefined;
  const members: MemberSpan[] = [];
  let at = skipSpace(bytes, object + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_OBJECT) {
    const nameEnd = skipValue(bytes, at);
    const start = Math.min(bytes.length, skipSpace(bytes, skipSpace(bytes, nameEnd) + 1));
    const end = skipValue(bytes, start);
    const name = parseJson(bytes.toString("utf8", at, nameEnd));
    if (name.type === "json" && typeof name.value === "string")
      members.push({ name: name.value, value: { start, end } });
    at = afterComma(bytes, Math.max(end, nameEnd));
  }
  return members;
}

/** Start of the value of a member; of the last one where the key repeats, as `JSON.parse` has it. */
function memberValue(bytes: Buffer, object: number, quotedKey: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(bytes, object + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_OBJECT) {
    const keyEnd = skipValue(bytes, at);
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1);
    if (bytes.toString("latin1", at, keyEnd) === quotedKey) found = value;
    at = afterComma(bytes, skipValue(bytes, value));
  }
  return found;
}

function arrayElements(bytes: Buffer, array: number): readonly Span[] {
  const spans: Span[] = [];
  let at = skipSpace(bytes, array + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_ARRAY) {
    const end = skipValue(bytes, at);
    spans.push({ start: at, end });
    at = afterComma(bytes, end);
  }
  return spans;
}

function afterComma(bytes: Buffer, end: number): number {
  const at = skipSpace(bytes, end);
  return bytes[at] === COMMA ? skipSpace(bytes, at + 1) : at;
}

/** End of the value that starts here. Always beyond `start`, so that loops over it end on any input. */
function skipValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) at = skipString(bytes, at);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      at += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth -= 1;
      at += 1;
    } else at = depth === 0 ? skipScalar(bytes, at) : at + 1;
    if (depth <= 0) return at;
  }
  return at;
}

function skipString(bytes: Buffer, open: number): number {
  let quote = bytes.indexOf(QUOTE, open + 1);
  while (quote >= 0 && isEscaped(bytes, quote)) quote = bytes.indexOf(QUOTE, quote + 1);
  return quote < 0 ? bytes.length : quote + 1;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function skipScalar(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || isSpace(byte)) break;
    at += 1;
  }
  return at;
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
