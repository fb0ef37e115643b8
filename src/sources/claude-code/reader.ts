import { memberSpans } from "../support/json-spans.ts";
import { type JsonLine, type LinesOutcome, parseLine, readJsonLines } from "../support/jsonl.ts";
import { openInside, readSpan } from "../support/safe-read.ts";
import { type JsonObject, parseJson } from "../support/values.ts";
import type { Spot } from "./facts.ts";
import { elementsAt } from "./spans.ts";

/** How a file holds its records: one a line, or as elements of `loglines` in one JSON document. */
export type Shape = "lines" | "document";

export interface Transcript {
  readonly path: string;
  readonly shape: Shape;
}

/** One record as it stands in its file. */
export interface RawRecord extends Pick<JsonLine, "content" | "exact" | "padded"> {
  readonly spot: Spot;
  readonly bytes: Buffer;
}

/** The key under which a web export keeps its records. */
export const LOGLINES = "loglines";

/** All records of a file in order, streaming where it is one of lines. Empty lines are none. */
export function readRecords(root: string, file: Transcript): LinesOutcome<RawRecord> {
  if (file.shape === "document") return readDocument(root, file.path);
  const outcome = readJsonLines(root, file.path);
  return outcome.type === "read" ? { type: "read", lines: ofLines(outcome.lines) } : outcome;
}

function* ofLines(lines: Iterable<JsonLine>): Generator<RawRecord> {
  for (const { line: n, start, end, ended, content, exact, padded, bytes } of lines) {
    if (content.type !== "empty") yield { spot: { n, start, end, ended }, content, exact, padded, bytes };
  }
}

function readDocument(root: string, path: string): LinesOutcome<RawRecord> {
  const bytes = wholeFile(root, path);
  return bytes === undefined ? { type: "failed" } : { type: "read", lines: elements(bytes) };
}

function* elements(bytes: Buffer): Generator<RawRecord> {
  for (const [n, { start, end }] of (elementsAt(bytes, [LOGLINES]) ?? []).entries()) {
    const element = bytes.subarray(start, end);
    yield { spot: { n, start, end, ended: end < bytes.length }, bytes: element, ...parseLine(element) };
  }
}

/** The document's other members, which speak of the session as a whole. Of large ones only the name is kept. */
export function readDocumentHead(root: string, path: string): JsonObject {
  const bytes = wholeFile(root, path);
  const head = new Map<string, unknown>();
  for (const { name, value } of bytes === undefined ? [] : (memberSpans(bytes) ?? [])) {
    if (name === LOGLINES) continue;
    const isShort = value.end - value.start <= 10_000;
    const parsed = parseJson(isShort ? (bytes?.toString("utf8", value.start, value.end) ?? "") : "");
    head.set(name, parsed.type === "json" ? parsed.value : undefined);
  }
  return Object.fromEntries(head);
}

function wholeFile(root: string, path: string): Buffer | undefined {
  const outcome = readSpan(root, path, 0, Number.MAX_SAFE_INTEGER);
  return outcome.type === "read" ? view(outcome.bytes) : undefined;
}

const LARGEST_READ = 1024 * 1024;
const SMALLEST_SKIP = 64 * 1024;

/** The records that stand at given spots, in that order. Spots close to each other are read at once. */
export function* readAt<S extends Spot>(
  root: string,
  path: string,
  spots: readonly S[],
): Generator<RawRecord & { readonly spot: S }> {
  if (spots.length === 0) return;
  const opened = openInside(root, path);
  // A file that is gone since it was indexed: its rows are told as unreadable.
  const file = opened.type === "open" ? opened.file : undefined;
  try {
    let offset = 0;
    let held: Buffer = Buffer.alloc(0);
    for (const [at, spot] of spots.entries()) {
      if (spot.start < offset || spot.end > offset + held.length) {
        offset = spot.start;
        held = file === undefined ? held : view(file.read(offset, Math.min(reach(spots, at), file.size)));
      }
      const bytes = held.subarray(spot.start - offset, spot.end - offset);
      yield { spot, bytes, ...parseLine(bytes) };
    }
  } finally {
    file?.close();
  }
}

/** Where a read that begins at a spot should end. */
function reach(spots: readonly Spot[], from: number): number {
  const first = spots[from];
  if (first === undefined) return 0;
  let end = first.end;
  for (let at = from + 1; at < spots.length; at += 1) {
    const next = spots[at];
    if (next === undefined || next.start < end || next.start - end > SMALLEST_SKIP) break;
    if (next.end - first.start > LARGEST_READ) break;
    end = next.end;
  }
  return end;
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
