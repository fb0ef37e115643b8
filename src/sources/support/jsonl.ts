import { isAscii, isUtf8 } from "node:buffer";
import { type OpenFile, openInside } from "./safe-read.ts";
import { isJsonObject, type JsonObject, parseJson } from "./values.ts";

/** What one line holds. NUL bytes around the text are not part of it, nor is a byte order mark, white space or `\r`. */
export type LineContent =
  | { readonly type: "object"; readonly value: JsonObject }
  /** JSON, but no object. */
  | { readonly type: "other"; readonly value: unknown }
  | { readonly type: "not json" }
  /** Nothing, or white space alone. Not a record. */
  | { readonly type: "empty" }
  /** NUL bytes alone, as a crash leaves them. */
  | { readonly type: "nul" }
  /** Longer than `LONGEST_LINE`: `bytes` is empty, and only its place can be told. */
  | { readonly type: "too long" };

/** One line as recorded. `start` and `end` are byte offsets in the file; `end` stands before the line feed. */
export interface Line {
  /** 1-based; empty lines count. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The bytes `[start, end)`, with a byte order mark or `\r` if there is one. */
  readonly bytes: Buffer;
  /** `false`: the file ends without a line feed, so its writer may not have finished. */
  readonly ended: boolean;
}

export interface JsonLine extends Line {
  readonly content: LineContent;
  /** NUL bytes before and after the text were left out. */
  readonly padded: boolean;
  /** `false`: some bytes were not UTF-8 and read as U+FFFD. */
  readonly exact: boolean;
}

export type LinesOutcome<L> =
  /** To be iterated once; the file is closed at the end or when the loop is left. */
  | { readonly type: "read"; readonly lines: Iterable<L> }
  /** Not a regular file inside the folder. */
  | { readonly type: "refused" }
  /** The system would not give its bytes. */
  | { readonly type: "failed" };

/** Beyond this a line is not held in memory. */
export const LONGEST_LINE = 256 * 1024 * 1024;

const CHUNK = 1024 * 1024;
const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * The lines of a file below `root`, streaming: memory holds one chunk and one line. Only `\n` ends a line.
 * `until` ends the file early, at the size that it had when it was read before; a longer file gives the same lines then.
 */
export function readLines(root: string, path: string, until?: number): LinesOutcome<Line> {
  const opened = openInside(root, path);
  if (opened.type !== "open") return opened;
  return { type: "read", lines: linesOf(opened.file, Math.min(opened.file.size, until ?? opened.file.size)) };
}

/** The same with every line parsed. A line that does not parse is told like any other. */
export function readJsonLines(root: string, path: string, until?: number): LinesOutcome<JsonLine> {
  const outcome = readLines(root, path, until);
  return outcome.type === "read" ? { type: "read", lines: parsedLines(outcome.lines) } : outcome;
}

/** What the bytes of one line say, without its line feed. */
export function parseLine(bytes: Buffer): Pick<JsonLine, "content" | "padded" | "exact"> {
  const text = withoutNuls(bytes);
  const padded = text.length < bytes.length;
  if (text.length === 0) return { content: { type: padded ? "nul" : "empty" }, padded, exact: true };
  const exact = isUtf8(text);
  return { content: contentOf(text), padded, exact };
}

function* parsedLines(lines: Iterable<Line>): Generator<JsonLine> {
  for (const line of lines) {
    if (line.bytes.length < line.end - line.start) {
      yield { ...line, content: { type: "too long" }, padded: false, exact: true };
    } else {
      const { content, padded, exact } = parseLine(line.bytes);
      yield {
        line: line.line,
        start: line.start,
        end: line.end,
        bytes: line.bytes,
        ended: line.ended,
        content,
        padded,
        exact,
      };
    }
  }
}

function contentOf(text: Buffer): LineContent {
  // Latin-1 of ASCII is the same text at a third of the cost.
  const decoded = isAscii(text) ? text.toString("latin1") : withoutMark(text).toString("utf8");
  const parsed = parseJson(decoded);
  if (parsed.type === "not json") return { type: /[^ \t\r]/.test(decoded) ? "not json" : "empty" };
  return isJsonObject(parsed.value) ? { type: "object", value: parsed.value } : { type: "other", value: parsed.value };
}

function withoutMark(text: Buffer): Buffer {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
}

function withoutNuls(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === 0) start += 1;
  while (end > start && bytes[end - 1] === 0) end -= 1;
  return start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
}

function* linesOf(file: OpenFile, size: number): Generator<Line> {
  try {
    let line = 0;
    let start = 0;
    let end = 0;
    // What is held of a line that reaches over chunks.
    let pieces: Buffer[] = [];
    while (end < size) {
      const offset = end;
      const chunk = viewOf(file.read(offset, Math.min(size, offset + CHUNK)));
      // The file became shorter since it was opened.
      if (chunk.length === 0) break;
      end = offset + chunk.length;
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        line += 1;
        yield {
          line,
          start,
          end: offset + at,
          bytes: lineBytes(pieces, chunk.subarray(from, at), offset + at - start),
          ended: true,
        };
        from = at + 1;
        start = offset + from;
        pieces = [];
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
      if (end - start > LONGEST_LINE) pieces = [];
    }
    if (end > start) yield { line: line + 1, start, end, bytes: lineBytes(pieces, EMPTY, end - start), ended: false };
  } finally {
    file.close();
  }
}

function lineBytes(pieces: readonly Buffer[], last: Buffer, length: number): Buffer {
  if (length > LONGEST_LINE) return EMPTY;
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
