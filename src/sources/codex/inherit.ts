import { memberSpans } from "../support/json-spans.ts";
import { type JsonObject, textMember } from "../support/values.ts";
import { digestOf } from "./digest.ts";
import type { RecordLine } from "./entry.ts";
import { classifyEvent, eventText } from "./events.ts";
import { readItem } from "./items.ts";

/** Which lines of a session were copied from the history of the one that it was forked from. */
export interface Copied {
  /** The session whose history it is. */
  readonly from: string;
  isCopied(line: number): boolean;
  /** The same line in the other session's file; `undefined` where that is not here, or has no such line. */
  originOf(line: number): number | undefined;
}

/** The lines of a session that others were forked from, without their text. */
export interface Original {
  /** Line numbers by digest of what the line says, ascending. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
  readonly turns: ReadonlySet<string>;
}

export function readOriginal(records: Iterable<RecordLine>): Original {
  const lines = new Map<string, number[]>();
  const turns = new Set<string>();
  for (const record of records) {
    const digest = contentDigest(record);
    const same = lines.get(digest);
    if (same === undefined) lines.set(digest, [record.line]);
    else same.push(record.line);
    const turn = turnOf(record);
    if (turn !== undefined) turns.add(turn);
  }
  return { lines, turns };
}

/**
 * Compares a forked session with the one that its history is from. The copy leaves out some of the original's events and
 * has new times, so its lines are looked for in order. It ends where a turn begins that the original does not have.
 */
export function compareWithOriginal(from: string, records: Iterable<RecordLine>, original: Original): Copied {
  const origins = new Map<number, number>();
  let at = 0;
  let first = true;
  for (const record of records) {
    // The first head is the session's own, however it looks.
    if (first) {
      first = false;
      continue;
    }
    const turn = turnOf(record);
    if (turn !== undefined && !original.turns.has(turn)) break;
    const found = nextAfter(original.lines.get(contentDigest(record)), at);
    if (found !== undefined) {
      origins.set(record.line, found);
      at = found;
    }
  }
  return { from, isCopied: (line) => origins.has(line), originOf: (line) => origins.get(line) };
}

/** Codex answers the call that made a session, in the copy that the session gets, with these words. */
const HANDED_OVER =
  "You are the newly spawned agent. The prior conversation history was forked from your parent agent.";

/**
 * Where the original is not here, the copy shows by itself where it ends: at the answer that hands the work over, or at the
 * first turn whose time-ordered id is younger than the session's. Without either, only its beginning can be told.
 */
export function guessCopied(from: string, own: string, records: () => Iterable<RecordLine>): Copied | undefined {
  const end = endByTurns(own, records()) ?? beginningOnly(records);
  const [first] = records();
  const head = first?.line ?? 0;
  return end === undefined
    ? undefined
    : { from, isCopied: (line) => line > head && line < end, originOf: () => undefined };
}

function endByTurns(own: string, records: Iterable<RecordLine>): number | undefined {
  let hasTurns = false;
  for (const record of records) {
    const turn = turnOf(record);
    if (turn !== undefined && isTimeOrdered(turn) && isTimeOrdered(own)) {
      if (turn > own) return hasTurns ? record.line : undefined;
      hasTurns = true;
    }
    if (handsOver(record)) return record.line;
  }
  return undefined;
}

/**
 * Behind the copied head of another session at least the lines before the first input that the interface shows are that
 * session's too.
 */
function beginningOnly(records: () => Iterable<RecordLine>): number | undefined {
  let heads = 0;
  let shown: { readonly line: number; readonly text: string } | undefined;
  for (const { entry, line } of records()) {
    if (entry.type === "meta") heads += 1;
    if (entry.type !== "event" || classifyEvent(entry.kind) !== "user") continue;
    shown = { line, text: eventText(entry.value).trim() };
    break;
  }
  if (heads < 2 || shown === undefined) return undefined;
  for (const { entry, line } of records()) {
    if (line >= shown.line) break;
    if (entry.type !== "item") continue;
    const item = readItem(entry.kind, entry.value);
    if (item.type === "input" && item.text.trim() === shown.text) return line;
  }
  return shown.line;
}

function handsOver({ entry }: RecordLine): boolean {
  if (entry.type !== "item" || !entry.kind.endsWith("_output")) return false;
  return textMember(entry.value, "output")?.startsWith(HANDED_OVER) === true;
}

/** UUIDs of version 7 begin with their time, so their order is that of their making. */
function isTimeOrdered(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id);
}

function turnOf({ entry }: RecordLine): string | undefined {
  const value: JsonObject | undefined = entry.type === "context" || entry.type === "event" ? entry.value : undefined;
  return value === undefined ? undefined : textMember(value, "turn_id");
}

const LEADING_TIME = /^\{\s*"timestamp"\s*:\s*(?:"[^"\\]{0,64}"|[0-9.]{1,24})\s*,\s*/;

/** What a line says apart from when it was written. */
function contentDigest({ entry, bytes }: RecordLine): string {
  const head = LEADING_TIME.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 120)).toString("latin1"),
  );
  if (head !== null) return digestOf(bytes.subarray(head[0].length));
  const members = entry.type === "unreadable" ? undefined : memberSpans(bytes);
  const content = members?.filter(({ name }) => name === "type" || name === "payload");
  if (content === undefined || content.length === 0) return digestOf(bytes);
  return content.map(({ name, value }) => `${name} ${digestOf(bytes.subarray(value.start, value.end))}`).join(" ");
}

function nextAfter(lines: readonly number[] | undefined, at: number): number | undefined {
  let low = 0;
  let high = lines?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines?.[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return lines?.[low];
}
