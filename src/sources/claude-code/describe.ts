import { type JsonObject, member, present, textMember } from "../support/values.ts";
import { attachmentSpeaks } from "./attachments.ts";
import { partsIn, readContent, textOf } from "./blocks.ts";
import { readBoundary } from "./boundary.ts";
import { callFacts, resultsOf, textsIn } from "./describe-blocks.ts";
import { digestOf } from "./digest.ts";
import { type Entry, type Lines, readObject } from "./entry.ts";
import type { Detail, Facts, ReplyFacts, Spot, UserFacts } from "./facts.ts";
import { isScrubbed } from "./names.ts";
import { microcompactMetadata } from "./records.ts";
import { isQuiet, isRefusal } from "./system.ts";
import { readUsage } from "./usage.ts";
import { readNotification, type Voice, voiceOf } from "./user-text.ts";

/** The facts of one record, for the index pass. */
export function describe(entry: Entry, spot: Spot): Facts {
  const detail = detailOf(entry, spot);
  const base = { ...spot, type: entry.type, rows: rowsOf(entry), side: false };
  if (entry.type === "raw") return { ...base, detail: { type: "raw", code: entry.code } };
  const { uuid, parentUuid, logicalParentUuid, sessionId, timestamp, isSidechain } = entry.head;
  const agentId = entry.type === "agent-progress" ? entry.agentId : entry.head.agentId;
  return {
    ...base,
    side: isSidechain,
    ...(uuid === undefined || uuid === "" ? {} : { uuid }),
    ...(parentUuid === undefined ? {} : { parent: parentUuid }),
    ...(logicalParentUuid === undefined ? {} : { logical: logicalParentUuid }),
    ...(sessionId === undefined || sessionId === "" ? {} : { session: sessionId }),
    ...(agentId === undefined || agentId === "" ? {} : { agent: agentId }),
    ...(timestamp === undefined ? {} : { at: timestamp }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** A record without content still gives a row that says so. */
function rowsOf(entry: Entry): number {
  if (entry.type === "user" && entry.isSummary) return 1;
  if (entry.type === "user" || (entry.type === "reply" && !entry.isApiError)) {
    return Math.max(1, entry.blocks?.length ?? 1);
  }
  return 1;
}

function detailOf(entry: Entry, spot: Spot): Detail | undefined {
  switch (entry.type) {
    case "user":
      return userFacts(entry);
    case "reply":
      return replyFacts(entry);
    case "agent-progress": {
      const inner = describe(readObject(entry.inner), spot);
      return { type: "agent-progress", inner, ...(entry.callId === undefined ? {} : { callId: entry.callId }) };
    }
    case "progress": {
      const { kind, callId, data } = entry;
      const output = textMember(data, "fullOutput") ?? textMember(data, "output") ?? "";
      const call = callId === undefined ? {} : { callId };
      return { type: "progress", kind, hasOutput: output !== "", resumes: isResume(data), ...call };
    }
    case "queue": {
      const { operation, content } = entry;
      const notification = content === undefined ? undefined : readNotification(content);
      return present({
        type: "queue" as const,
        operation,
        content,
        digest: content === undefined ? undefined : digestOf(content),
        notification,
      });
    }
    case "session-fact":
      return sessionFact(entry);
    case "micro-boundary": {
      const parsed = microcompactMetadata.safeParse(member(entry.value, "microcompactMetadata"));
      if (!parsed.success) return { type: "micro-boundary", calls: [], attachments: [] };
      const { compactedToolIds, clearedAttachmentUUIDs } = parsed.data;
      return { type: "micro-boundary", calls: textsIn(compactedToolIds), attachments: textsIn(clearedAttachmentUUIDs) };
    }
    case "system":
      return systemFacts(entry);
    case "boundary":
      return { type: "boundary", ...readBoundary(entry.value) };
    case "attachment":
      return attachmentFacts(entry);
    default:
      return undefined;
  }
}

/** What each kind of line says of its session, by the member that says it. */
const FACT_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["summary", "summary"],
  ["custom-title", "customTitle"],
  ["ai-title", "aiTitle"],
  ["agent-name", "agentName"],
  ["permission-mode", "permissionMode"],
  ["mode", "mode"],
]);

function sessionFact({ kind, value }: Lines<"session-fact">): Detail {
  const name = FACT_MEMBERS.get(kind);
  const text = name === undefined ? undefined : textMember(value, name);
  const leaf = kind === "summary" ? textMember(value, "leafUuid") : undefined;
  return {
    type: "session-fact",
    kind,
    ...(text === undefined ? {} : { text }),
    ...(leaf === undefined ? {} : { leaf }),
  };
}

function systemFacts({ head, value }: Lines<"system">): Detail {
  return {
    type: "system",
    isRetry: head.subtype === "api_error",
    isRefusal: isRefusal(head.subtype),
    isQuiet: isQuiet(head.subtype, value),
    retracted: textsIn(member(value, "retractedMessageUuids")),
  };
}

/** A session that was taken up again starts with a hook that says so. */
function isResume(data: JsonObject): boolean {
  return textMember(data, "hookName") === "SessionStart:resume";
}

function attachmentFacts({ attachment, kind }: Lines<"attachment">): Detail {
  const facts = {
    type: "attachment" as const,
    kind,
    speaks: attachmentSpeaks(attachment, kind),
    resumes: isResume(attachment),
  };
  if (kind !== "queued_command") return facts;
  const text = textOf(partsIn(readContent(member(attachment, "prompt"))));
  const notification = readNotification(text);
  return { ...facts, digest: digestOf(text), ...(notification === undefined ? {} : { notification }) };
}

function userFacts(entry: Lines<"user">): UserFacts {
  const blocks = entry.blocks ?? [];
  const { isMeta } = entry.head;
  const texts = blocks.flatMap((block) =>
    block.type === "part" && block.part.type === "text" ? [block.part.text] : [],
  );
  const voices = texts.map((text) => voiceOf(text, isMeta));
  const results = resultsOf(blocks, member(entry.value, "toolUseResult"));
  const spoken = texts.filter((_, at) => voices[at] === "prompt");
  const said = (spoken.length > 0 ? spoken : texts).join("\n");
  const firstText = blocks.findIndex((block) => block.type === "part" && block.part.type === "text");
  const notification = readNotification(texts[0] ?? "");
  return {
    type: "user",
    isSummary: entry.isSummary,
    isMeta,
    voice: texts.length === 0 && results.length > 0 ? "results" : voiceOfLine(voices, isMeta),
    results,
    ...present({
      digest: texts.length === 0 ? undefined : digestOf(said),
      notification: notification === undefined ? undefined : { ...notification, block: firstText + 1 },
    }),
  };
}

function voiceOfLine(voices: readonly Voice[], isMeta: boolean): UserFacts["voice"] {
  if (voices.includes("prompt")) return "prompt";
  if (voices.includes("interrupt")) return "interrupt";
  if (voices.includes("notification") || voices.includes("teammate")) return "report";
  return voices.length === 0 && !isMeta ? "prompt" : "machine";
}

function replyFacts(entry: Lines<"reply">): ReplyFacts {
  const blocks = entry.blocks ?? [];
  const calls = blocks.flatMap((block, at) => (block.type === "call" ? [callFacts(block, at + 1)] : []));
  const usage = readUsage(entry.usage);
  const key = [entry.id, entry.head.requestId].find((id) => id !== undefined && !isScrubbed(id));
  const answer = blocks.findLastIndex(
    (block) => block.type === "part" && (block.part.type !== "text" || block.part.text.trim() !== ""),
  );
  return {
    type: "reply",
    isApiError: entry.isApiError,
    real: !entry.isSynthetic,
    calls,
    results: resultsOf(blocks, undefined),
    ...(key === undefined ? {} : { key }),
    ...(usage === undefined ? {} : { usage }),
    ...(entry.stop === undefined ? {} : { stop: entry.stop }),
    ...(answer < 0 ? {} : { answer: answer + 1 }),
  };
}
