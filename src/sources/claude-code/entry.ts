import type { LineContent } from "../support/jsonl.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { type Block, readContent } from "./blocks.ts";
import { type LineHead, messageShape, readHead } from "./records.ts";

/** One record as this reader understands it. Both passes read records through here, so they agree on what each is. */
export type Entry =
  /** No JSON object. */
  | { readonly type: "raw"; readonly says: string; readonly code: string }
  | (UserEntry & Lined)
  | (ReplyEntry & Lined)
  | ({ readonly type: "boundary" } & Lined)
  | ({ readonly type: "micro-boundary" } & Lined)
  | ({ readonly type: "system" } & Lined)
  | ({ readonly type: "attachment"; readonly attachment: JsonObject; readonly kind: string } & Lined)
  /** A sub-agent's whole message, repeated inside its parent. */
  | ({
      readonly type: "agent-progress";
      readonly agentId?: string;
      readonly callId?: string;
      readonly inner: JsonObject;
    } & Lined)
  | ({ readonly type: "progress"; readonly kind: string; readonly callId?: string; readonly data: JsonObject } & Lined)
  | ({ readonly type: "queue"; readonly operation: string; readonly content?: string } & Lined)
  /** A line of a known kind in which nothing is for reading, or whose facts belong to the session. */
  | ({ readonly type: "session-fact"; readonly kind: string } & Lined)
  | ({ readonly type: "pull-request" } & Lined)
  | ({ readonly type: "unknown" } & Lined);

interface Lined {
  readonly head: LineHead;
  readonly value: JsonObject;
}

export interface UserEntry {
  readonly type: "user";
  /** `undefined`: the message is not of a shape that this reader knows. */
  readonly blocks: readonly Block[] | undefined;
  /** Written by a compaction in place of what it removed. */
  readonly isSummary: boolean;
}

export interface ReplyEntry {
  readonly type: "reply";
  readonly blocks: readonly Block[] | undefined;
  readonly id?: string;
  readonly model?: string;
  /** Claude Code wrote it in the model's place. */
  readonly isSynthetic: boolean;
  readonly stop?: string;
  readonly usage: unknown;
  readonly isApiError: boolean;
}

export type Lines<T extends Entry["type"]> = Extract<Entry, { type: T }>;

/** Kinds of line that say something of the session and hold nothing for reading that stands nowhere else. */
const SESSION_FACTS: ReadonlySet<string> = new Set([
  "summary",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "last-prompt",
  "permission-mode",
  "mode",
  "file-history-snapshot",
  "bridge-session",
]);

/** Kinds of progress that repeat a whole message of a sub-agent. */
const AGENT_PROGRESS: ReadonlySet<string> = new Set(["agent_progress", "skill_progress"]);

/** Model name of what Claude Code wrote in the model's place. */
const SYNTHETIC = "<synthetic>";

export function readEntry(content: LineContent, ended: boolean): Entry {
  switch (content.type) {
    case "object":
      return readObject(content.value);
    case "other":
      return { type: "raw", code: "line-not-an-object", says: "this record is JSON, but no object" };
    case "nul":
      return { type: "raw", code: "nul-line", says: "this record holds NUL bytes alone, as a crash leaves them" };
    case "too long":
      return { type: "raw", code: "line-too-long", says: "this record is longer than this reader can hold" };
    case "empty":
    case "not json":
      return ended
        ? { type: "raw", code: "line-not-json", says: "this record is no JSON" }
        : {
            type: "raw",
            code: "line-cut",
            says: "the last record ends before it is whole, so its writer had not finished",
          };
  }
}

export function readObject(value: JsonObject): Entry {
  const head = readHead(value);
  const lined = { head, value };
  switch (head.type) {
    case "user":
      return { type: "user", ...lined, blocks: contentOf(value), isSummary: head.isCompactSummary };
    case "assistant":
      return { ...lined, ...readReply(head, value) };
    case "system":
      return { type: systemType(head.subtype), ...lined };
    case "attachment": {
      const attachment = member(value, "attachment");
      if (!isJsonObject(attachment)) return { type: "unknown", ...lined };
      return { type: "attachment", ...lined, attachment, kind: textMember(attachment, "type") ?? "" };
    }
    case "progress":
      return readProgress(lined);
    case "queue-operation": {
      const content = textMember(value, "content");
      const operation = textMember(value, "operation") ?? "";
      return { type: "queue", ...lined, operation, ...(content === undefined ? {} : { content }) };
    }
    case "pr-link":
      return { type: "pull-request", ...lined };
    default:
      if (head.type !== undefined && SESSION_FACTS.has(head.type)) {
        return { type: "session-fact", ...lined, kind: head.type };
      }
      return { type: "unknown", ...lined };
  }
}

function contentOf(value: JsonObject): readonly Block[] | undefined {
  const message = member(value, "message");
  return isJsonObject(message) ? readContent(member(message, "content")) : undefined;
}

function readReply(head: LineHead, value: JsonObject): ReplyEntry {
  const message = messageShape.safeParse(member(value, "message"));
  if (!message.success)
    return { type: "reply", blocks: undefined, usage: undefined, isApiError: false, isSynthetic: false };
  const { id, model, stop_reason: stop, content, usage } = message.data;
  const isSynthetic = model === SYNTHETIC;
  return {
    type: "reply",
    blocks: readContent(content),
    ...(id === undefined || id === "" ? {} : { id }),
    ...(model === undefined || isSynthetic ? {} : { model }),
    ...(stop === undefined ? {} : { stop }),
    usage: isSynthetic ? undefined : usage,
    isApiError: head.isApiErrorMessage,
    isSynthetic,
  };
}

function systemType(subtype: string | undefined): "boundary" | "micro-boundary" | "system" {
  if (subtype === "compact_boundary") return "boundary";
  return subtype === "microcompact_boundary" ? "micro-boundary" : "system";
}

function readProgress(lined: Lined): Entry {
  const data = member(lined.value, "data");
  if (!isJsonObject(data)) return { type: "unknown", ...lined };
  const kind = textMember(data, "type") ?? "";
  const callId = textMember(lined.value, "parentToolUseID") ?? textMember(lined.value, "toolUseID");
  const call = callId === undefined ? {} : { callId };
  const inner = member(data, "message");
  if (!AGENT_PROGRESS.has(kind) || !isJsonObject(inner)) return { type: "progress", ...lined, kind, ...call, data };
  const agentId = textMember(data, "agentId");
  return { type: "agent-progress", ...lined, ...(agentId === undefined ? {} : { agentId }), ...call, inner };
}
