import { memberSpans } from "../support/json-spans.ts";
import { parseLine, readLines } from "../support/jsonl.ts";
import { readSpan } from "../support/safe-read.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { LOGLINES, type Shape } from "./reader.ts";

const HEAD = 64 * 1024;
/** Lines may be megabytes long, so the look ends by bytes as well. */
const LINES = 50;
const BYTES = 16 * 1024 * 1024;

/** How a file holds Claude Code's records, told by what stands in it; `undefined` where nothing shows that it does. */
export function sniff(root: string, path: string): Shape | undefined {
  if (isExport(root, path)) return "document";
  for (const value of firstObjects(root, path)) if (isClaudeCode(value)) return "lines";
  return undefined;
}

/** The objects on a file's first lines. */
export function* firstObjects(root: string, path: string): Generator<JsonObject> {
  const outcome = readLines(root, path, BYTES);
  if (outcome.type !== "read") return;
  for (const line of outcome.lines) {
    if (line.line > LINES) return;
    const { content } = parseLine(line.bytes);
    if (content.type === "object") yield content.value;
  }
}

function isExport(root: string, path: string): boolean {
  const outcome = readSpan(root, path, 0, HEAD);
  if (outcome.type !== "read") return false;
  const bytes = Buffer.from(outcome.bytes);
  const list = memberSpans(bytes)?.find((found) => found.name === LOGLINES);
  return list !== undefined && bytes[list.value.start] === 0x5b;
}

/** Kinds that are told by an id beside them. */
const KINDS: ReadonlySet<string> = new Set([
  "summary",
  "system",
  "progress",
  "attachment",
  "queue-operation",
  "file-history-snapshot",
  "permission-mode",
  "mode",
  "last-prompt",
  "ai-title",
  "custom-title",
  "agent-name",
  "pr-link",
  "bridge-session",
]);

const IDS = ["sessionId", "uuid", "leafUuid", "messageId"];

function isClaudeCode(value: JsonObject): boolean {
  const type = textMember(value, "type");
  // Another tool's lines have the same kinds inside an envelope.
  if (type === undefined || Object.hasOwn(value, "payload")) return false;
  const message = member(value, "message");
  if (type === "user" || type === "assistant") return isJsonObject(message) && Object.hasOwn(message, "content");
  return KINDS.has(type) && IDS.some((id) => textMember(value, id) !== undefined);
}
