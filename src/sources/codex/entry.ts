import type { Diagnostic } from "../../model/index.ts";
import type { JsonLine } from "../support/jsonl.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";

/** What one line of a rollout is. */
export type Entry =
  /** The session's head. The old shape has it without an envelope. */
  | { readonly type: "meta"; readonly value: JsonObject }
  /** Settings of the turn that follows. */
  | { readonly type: "context"; readonly value: JsonObject }
  /** What the model saw or answered. */
  | { readonly type: "item"; readonly kind: string; readonly value: JsonObject }
  /** What the interface showed. */
  | { readonly type: "event"; readonly kind: string; readonly value: JsonObject }
  | { readonly type: "compacted"; readonly value: JsonObject }
  /** A mark of the old shape that says nothing to a reader. */
  | { readonly type: "state" }
  | { readonly type: "unknown" }
  | { readonly type: "unreadable"; readonly code: string; readonly says: string };

/** One line that is a record, read. */
export interface RecordLine {
  readonly entry: Entry;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
  /** As recorded, where it is a text; epoch seconds as ISO 8601. */
  readonly timestamp?: string;
  readonly remarks: readonly string[];
}

const ENVELOPES: ReadonlyMap<string, "meta" | "context" | "item" | "event" | "compacted"> = new Map([
  ["session_meta", "meta"],
  ["turn_context", "context"],
  ["response_item", "item"],
  ["event_msg", "event"],
  ["compacted", "compacted"],
]);

/** Item types, which the old shape has without an envelope. */
const BARE_ITEM =
  /^(?:message|reasoning|(?:local_shell|web_search|image_generation|tool_search|\w*tool|function)_call|\w*_output|ghost_snapshot|compaction\w*)$/;

/** Every line that holds anything is a record; `undefined` for one that holds nothing. */
export function readRecord(line: JsonLine): RecordLine | undefined {
  const { content } = line;
  if (content.type === "empty") return undefined;
  const stamp = content.type === "object" ? stampOf(member(content.value, "timestamp")) : undefined;
  return {
    entry: readEntry(line),
    line: line.line,
    start: line.start,
    end: line.end,
    bytes: line.bytes,
    ...(stamp === undefined ? {} : { timestamp: stamp }),
    remarks: [
      ...(line.padded && content.type !== "nul" ? ["NUL bytes stand around this line; they were passed over"] : []),
      ...(line.exact ? [] : ["some of its bytes are not UTF-8; they show as U+FFFD"]),
    ],
  };
}

/** The text of a line that is shown raw. */
export function rawText(record: RecordLine): string {
  return decodeText(record.bytes).text;
}

/** What is said of a line that could not be read, or is of no known kind. */
export function problemOf({ entry }: RecordLine): Pick<Diagnostic, "code" | "severity" | "says"> | undefined {
  if (entry.type !== "unreadable") return undefined;
  return { code: entry.code, severity: "error", says: `A line is shown as raw bytes: ${entry.says}.` };
}

function readEntry(line: JsonLine): Entry {
  switch (line.content.type) {
    case "object":
      return readObject(line.content.value);
    case "other":
      return unreadable("line-not-an-object", "it is JSON, but no object");
    case "nul":
      return unreadable("nul-line", "it holds NUL bytes alone, as a crash leaves them");
    case "too long":
      return unreadable("line-too-long", "it is too long to be held in memory");
    default:
      return line.ended
        ? unreadable("line-not-json", "it is not JSON")
        : unreadable("torn-last-line", "it breaks off at the end of the file, so its writer did not finish it");
  }
}

function unreadable(code: string, says: string): Entry {
  return { type: "unreadable", code, says };
}

function readObject(value: JsonObject): Entry {
  const type = textMember(value, "type");
  const payload = member(value, "payload");
  const envelope = type === undefined ? undefined : ENVELOPES.get(type);
  if (envelope !== undefined) {
    if (!isJsonObject(payload)) return unreadable("line-without-payload", "its payload is not there, or is no object");
    if (envelope === "item") return item(payload);
    if (envelope === "event") return { type: "event", kind: textMember(payload, "type") ?? "", value: payload };
    return { type: envelope, value: payload };
  }
  if (textMember(value, "record_type") !== undefined) return { type: "state" };
  if (type !== undefined && payload === undefined && BARE_ITEM.test(type)) return item(value);
  if (type === undefined && textMember(value, "id") !== undefined && member(value, "timestamp") !== undefined) {
    return { type: "meta", value };
  }
  return { type: "unknown" };
}

function item(value: JsonObject): Entry {
  const kind = textMember(value, "type") ?? (textMember(value, "role") === undefined ? "" : "message");
  return { type: "item", kind, value };
}

function stampOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  const date = new Date(value * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
