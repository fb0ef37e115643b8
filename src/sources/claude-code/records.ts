import { z } from "zod";
import { type JsonObject, member, textMember } from "../support/values.ts";

/** Claude Code's own shapes under its own names. Every field may be absent or hold something else than its writer meant. */

const text = z.string().optional().catch(undefined);
const flag = z.boolean().catch(false);
const count = z.number().optional().catch(undefined);

/** What lines of nearly every kind have in common. */
export interface LineHead {
  readonly type: string | undefined;
  readonly subtype: string | undefined;
  readonly uuid: string | undefined;
  readonly parentUuid: string | undefined;
  readonly logicalParentUuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly requestId: string | undefined;
  readonly timestamp: string | undefined;
  readonly isSidechain: boolean;
  readonly isMeta: boolean;
  readonly isCompactSummary: boolean;
  readonly isVisibleInTranscriptOnly: boolean;
  readonly isApiErrorMessage: boolean;
}

/** Read by hand: a schema would spend a fifth of the index pass on it. */
export function readHead(value: JsonObject): LineHead {
  return {
    type: textMember(value, "type"),
    subtype: textMember(value, "subtype"),
    uuid: textMember(value, "uuid"),
    parentUuid: textMember(value, "parentUuid"),
    logicalParentUuid: textMember(value, "logicalParentUuid"),
    sessionId: textMember(value, "sessionId"),
    agentId: textMember(value, "agentId"),
    requestId: textMember(value, "requestId"),
    timestamp: textMember(value, "timestamp"),
    isSidechain: member(value, "isSidechain") === true,
    isMeta: member(value, "isMeta") === true,
    isCompactSummary: member(value, "isCompactSummary") === true,
    isVisibleInTranscriptOnly: member(value, "isVisibleInTranscriptOnly") === true,
    isApiErrorMessage: member(value, "isApiErrorMessage") === true,
  };
}

export const messageShape = z.object({
  id: text,
  model: text,
  stop_reason: text,
  content: z.unknown().optional(),
  usage: z.unknown().optional(),
});

export const textBlock = z.object({ type: z.literal("text"), text: z.string() });

export const thinkingBlock = z.object({ type: z.literal("thinking"), thinking: text, text, signature: text });

export const redactedThinkingBlock = z.object({ type: z.literal("redacted_thinking") });

export const toolUseBlock = z.object({
  type: z.string().regex(/^(?:.*_)?tool_use$/),
  id: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
});

export const toolResultBlock = z.object({
  type: z.string().regex(/^(?:.*_)?tool_result$/),
  tool_use_id: z.string(),
  content: z.unknown().optional(),
  is_error: flag,
});

export const mediaBlock = z.object({
  type: z.enum(["image", "document"]),
  title: text,
  source: z.object({ type: text, media_type: text, data: text, url: text }),
});

/** The structured copy beside a tool result, as far as the reader uses it. */
export const structuredResult = z.object({
  stdout: text,
  stderr: text,
  interrupted: flag,
  exitCode: count,
  durationMs: count,
  durationSeconds: count,
  totalDurationMs: count,
  totalTokens: count,
  totalToolUseCount: count,
  status: text,
  isAsync: flag,
  agentId: text,
  agent_id: text,
  teammate_id: text,
  agentType: text,
  description: text,
  prompt: text,
  runId: text,
  transcriptDir: text,
  taskId: text,
  backgroundTaskId: text,
});
export type StructuredResult = z.infer<typeof structuredResult>;

export const compactMetadata = z.object({
  trigger: text,
  preTokens: count,
  postTokens: count,
  durationMs: count,
});

const ids = z.array(z.unknown()).catch([]);

export const microcompactMetadata = z.object({
  tokensSaved: count,
  compactedToolIds: ids,
  clearedAttachmentUUIDs: ids,
});

/** `agent-<id>.meta.json`. */
export const agentMeta = z.object({ agentType: text, description: text, toolUseId: text, name: text });
export type AgentMeta = z.infer<typeof agentMeta>;

/** One line of a workflow's `journal.jsonl`. */
export const journalLine = z.object({ type: text, agentId: text, result: z.unknown().optional() });

/** A workflow's own record beside the session. */
export const workflowRun = z.object({
  runId: z.string(),
  status: text,
  workflowName: text,
  durationMs: count,
  agentCount: count,
  workflowProgress: z.array(z.unknown()).catch([]),
  result: z.unknown().optional(),
});

export const workflowAgent = z.object({
  agentId: z.string(),
  label: text,
  phaseTitle: text,
  state: text,
  tokens: count,
  toolCalls: count,
});
