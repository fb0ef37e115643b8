import type { Part, Place, RecordId, ToolResultRow } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { member, textMember } from "../support/values.ts";
import { convertAttachment } from "./attachments.ts";
import { type Block, readOutput, textOf } from "./blocks.ts";
import { readTool } from "./dialect.ts";
import { type Draft, quote } from "./draft.ts";
import type { Entry, Lines } from "./entry.ts";
import type { BoundaryFacts } from "./facts.ts";
import type { About } from "./ledger.ts";
import { readStructured, resultFacts } from "./results.ts";
import { convertSystem, notice, readBoundary } from "./system.ts";
import { voiceOf } from "./user-text.ts";
import type { Speaker } from "./voices.ts";

/** What converting one record needs to know of the rest of its ledger. */
export interface Context {
  readonly speaker: Speaker;
  readonly about: About;
  readonly record: RecordId;
  readonly place: Place;
  /** The record's bytes as text, for what could not be read. */
  readonly text: () => string;
  /** The kind of tool that a call was of. */
  readonly kindOf: (callId: string) => string | undefined;
}

/** The rows of one record, one for each block, in recorded order; at least one. */
export function convert(entry: Entry, context: Context): readonly Draft[] {
  switch (entry.type) {
    case "raw":
      return [{ type: "raw", text: context.text(), says: entry.says }];
    case "user":
      return entry.isSummary ? [summary(entry, context)] : convertUser(entry, context);
    case "reply":
      return entry.isApiError ? [apiError(entry)] : convertReply(entry, context);
    case "boundary":
      return [
        {
          type: "compaction",
          summaries: [],
          says: boundaryWords(readBoundary(entry.value), "no summary of it is recorded"),
        },
      ];
    case "micro-boundary":
      return [microBoundary(entry)];
    case "system":
      return [convertSystem(entry)];
    case "attachment":
      return convertAttachment(entry, context.speaker, context.about.storedAt);
    case "queue":
      return [queued(entry, context)];
    case "progress":
      return [progress(entry)];
    case "session-fact":
      return [modeChange(entry)];
    case "agent-progress":
    case "unknown":
      return [unknown(entry)];
  }
}

function convertUser(entry: Lines<"user">, context: Context): readonly Draft[] {
  const { blocks } = entry;
  const { isMeta, isVisibleInTranscriptOnly } = entry.head;
  const how = {
    isMeta,
    queued: false,
    ...(context.about.storedAt === undefined ? {} : { storedAt: context.about.storedAt }),
  };
  if (blocks === undefined || blocks.length === 0) {
    const message = member(entry.value, "message");
    const parts: readonly Part[] =
      blocks === undefined && message !== undefined ? [{ type: "json", value: message }] : [];
    const remark =
      blocks === undefined
        ? "its message is not of a shape that this reader knows"
        : "the record holds a message without any content";
    return [{ type: "message", parts, ...context.speaker.of("", how), remarks: [remark] }];
  }
  const copy =
    blocks.filter((block) => block.type === "result").length === 1 ? member(entry.value, "toolUseResult") : undefined;
  return blocks.map((block): Draft => {
    if (block.type !== "part") return convertBlock(block, context, copy);
    const text = block.part.type === "text" ? block.part.text : "";
    if (voiceOf(text, isMeta) === "interrupt") {
      return notice("interrupted", "warning", "The user interrupted the agent here.", quote("Message", text));
    }
    const voiced = context.speaker.of(text, how);
    const own = isVisibleInTranscriptOnly ? ["it is shown in the transcript only; the model was not shown it"] : [];
    const remarks = [...(voiced.remarks ?? []), ...own];
    return { type: "message", parts: partsOf(block.part), ...voiced, ...(remarks.length === 0 ? {} : { remarks }) };
  });
}

function convertReply(entry: Lines<"reply">, context: Context): readonly Draft[] {
  const { blocks, model } = entry;
  const facts = model === undefined ? {} : { model };
  const written = model === undefined && entry.usage === undefined && isSynthetic(entry);
  const remarks = [
    ...(written ? ["Claude Code wrote this in the model's place"] : []),
    ...(entry.stop === "refusal" ? ["the model refused to go on"] : []),
  ];
  if (blocks === undefined || blocks.length === 0) {
    const message = member(entry.value, "message");
    const parts: readonly Part[] =
      blocks === undefined && message !== undefined ? [{ type: "json", value: message }] : [];
    const remark =
      blocks === undefined
        ? "its message is not of a shape that this reader knows"
        : "the record holds a reply without any content";
    return [{ type: "message", role: "assistant", parts, ...facts, remarks: [...remarks, remark] }];
  }
  return blocks.map((block, at) => {
    const draft = { ...convertBlock(block, context, undefined), ...facts };
    return at > 0 || remarks.length === 0 ? draft : { ...draft, remarks: [...remarks, ...(draft.remarks ?? [])] };
  });
}

function isSynthetic(entry: Lines<"reply">): boolean {
  const message = member(entry.value, "message");
  return typeof message === "object" && message !== null && "model" in message && message.model === "<synthetic>";
}

function convertBlock(block: Block, context: Context, copy: unknown): Draft {
  switch (block.type) {
    case "part": {
      const parts = partsOf(block.part);
      const remarks = parts.length === 0 ? { remarks: ["the record holds an empty text block"] } : {};
      return { type: "message", role: "assistant", parts, ...remarks };
    }
    case "reasoning": {
      const { text, withheld } = block;
      const nothing = text === undefined && withheld === undefined;
      return {
        type: "reasoning",
        ...(text === undefined ? {} : { text }),
        ...(withheld === undefined ? {} : { withheld }),
        ...(nothing ? { remarks: ["the record holds a reasoning block without any content"] } : {}),
      };
    }
    case "call": {
      const { id: toolCallId, name, input, providerSide } = block;
      const side = providerSide ? { providerSide: true as const } : {};
      return { type: "tool-call", toolCallId, name, input, ...readTool(name, input), ...side };
    }
    case "result":
      return convertResult(block, context, copy);
  }
}

function convertResult(block: Extract<Block, { type: "result" }>, context: Context, copy: unknown): Draft {
  const output = readOutput(block.content);
  const isShell = context.kindOf(block.id) === "shell";
  const row: Pick<ToolResultRow, "type" | "toolCallId" | "output" | "isError"> & Partial<ToolResultRow> = {
    type: "tool-result",
    toolCallId: block.id,
    output,
    isError: block.isError,
    ...resultFacts(output, readStructured(copy), isShell),
    ...(copy === undefined ? {} : { structured: copy }),
  };
  return row;
}

function partsOf(part: Part): readonly Part[] {
  return part.type === "text" && part.text === "" ? [] : [part];
}

function summary(entry: Lines<"user">, context: Context): Draft {
  const text = textOf((entry.blocks ?? []).flatMap((block) => (block.type === "part" ? [block.part] : [])));
  const { boundary } = context.about;
  return {
    type: "compaction",
    summaries: [{ text, record: context.record, place: context.place }],
    says:
      boundary === undefined
        ? "A compaction's summary, without the record of the compaction itself. What it replaced is not told."
        : boundaryWords(boundary, "its summary follows"),
  };
}

function boundaryWords(facts: BoundaryFacts, summaryWords: string): string {
  const { trigger, preTokens, postTokens } = facts;
  const who =
    trigger === "auto"
      ? "Compacted by Claude Code itself"
      : trigger === "manual"
        ? "Compacted at the user's command"
        : "Compacted";
  const tokens =
    preTokens === undefined
      ? ""
      : postTokens === undefined
        ? `, at ${preTokens} tokens`
        : `, from ${preTokens} tokens to ${postTokens}`;
  return `${who}${tokens}: the rows above are still in this record, but the model no longer saw them; ${summaryWords}.`;
}

function microBoundary(entry: Lines<"micro-boundary">): Draft {
  const data = member(entry.value, "microcompactMetadata");
  const ids =
    typeof data === "object" && data !== null && "compactedToolIds" in data ? data.compactedToolIds : undefined;
  const count = Array.isArray(ids) ? ids.length : undefined;
  const saved = typeof data === "object" && data !== null && "tokensSaved" in data ? data.tokensSaved : undefined;
  const what =
    count === undefined ? "Tool results were" : count === 1 ? "1 tool result was" : `${count} tool results were`;
  return {
    type: "compaction",
    summaries: [],
    says: `${what} cleared from the model's context${typeof saved === "number" ? `, which saved ${saved} tokens` : ""}. They are marked above.`,
  };
}

function apiError(entry: Lines<"reply">): Draft {
  const text = textOf((entry.blocks ?? []).flatMap((block) => (block.type === "part" ? [block.part] : [])));
  const error = member(entry.value, "error");
  const words = text === "" && entry.blocks === undefined ? jsonText(entry.value) : text;
  return notice("api-error", "failure", "The call of the model failed, and Claude Code gave up.", [
    ...quote("Message", words),
    ...quote("Error", typeof error === "string" || error === undefined ? error : jsonText(error)),
  ]);
}

function queued(entry: Lines<"queue">, { about, speaker }: Context): Draft {
  const text = entry.content ?? "";
  if (about.onlyQueued !== "taken") {
    const says =
      about.onlyQueued === "withdrawn" ? "A prompt was taken back out of the queue." : "A step of the prompt queue.";
    return notice("prompt-queue", "note", says, [...quote("Step", entry.operation), ...quote("Prompt", text)]);
  }
  const at = entry.head.timestamp;
  const how = { isMeta: false, queued: true, ...(at === undefined ? {} : { storedAt: at }) };
  const remarks = ["it was queued here while the agent worked; the record does not show where the model saw it"];
  return { type: "message", parts: partsOf({ type: "text", text }), ...speaker.of(text, how), remarks };
}

/** Progress that no tick explains away: output of a command without a result, or a kind that this reader does not know. */
function progress(entry: Lines<"progress">): Draft {
  const output = textMember(entry.data, "fullOutput") ?? textMember(entry.data, "output") ?? "";
  if (output === "") return unknown(entry);
  return notice(
    "partial-output",
    "note",
    "What a command had printed so far; its result is not in the record.",
    quote("Output", output),
  );
}

function modeChange(entry: Lines<"session-fact">): Draft {
  const mode = textMember(entry.value, "permissionMode") ?? textMember(entry.value, "mode");
  return notice("mode-change", "note", "The session went over to another mode.", quote("Mode", mode));
}

function unknown(entry: Extract<Entry, { head: unknown }>): Draft {
  return notice("unknown-line", "note", "A record of a kind that this reader does not know.", [
    ...quote("Kind", entry.head.type),
    ...quote("As recorded", jsonText(entry.value)),
  ]);
}
