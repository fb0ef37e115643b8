import type { Part } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { member, present } from "../support/values.ts";
import { type Block, partsIn, readOutput, textOf } from "./blocks.ts";
import type { Context } from "./context.ts";
import { readTool } from "./dialect.ts";
import { type Draft, notice, quote } from "./draft.ts";
import type { Lines } from "./entry.ts";
import { readStructured, resultFacts } from "./results.ts";
import { voiceOf } from "./user-text.ts";

const EMPTY_TEXT = "the record holds an empty text block";

/** What was said to the model: by a person, an agent or Claude Code, and what its tools gave back. */
export function convertUser(entry: Lines<"user">, context: Context): readonly Draft[] {
  const { blocks, head } = entry;
  const how = present({ isMeta: head.isMeta, queued: false, storedAt: context.about.storedAt });
  if (blocks === undefined || blocks.length === 0) {
    const { parts, remark } = withoutBlocks(entry, "the record holds a message without any content");
    return [{ type: "message", parts, ...context.speaker.of("", how), remarks: [remark] }];
  }
  const isAlone = blocks.filter((block) => block.type === "result").length === 1;
  const copy = isAlone ? member(entry.value, "toolUseResult") : undefined;
  return blocks.map((block): Draft => {
    if (block.type !== "part") return convertBlock(block, context, copy);
    const text = block.part.type === "text" ? block.part.text : "";
    if (voiceOf(text, head.isMeta) === "interrupt") {
      return notice("interrupted", "warning", "The user interrupted the agent here.", quote("Message", text));
    }
    const voiced = context.speaker.of(text, how);
    const unseen = head.isVisibleInTranscriptOnly ? ["it is shown in the transcript only, not to the model"] : [];
    const parts = said(block.part);
    const remarks = [...(voiced.remarks ?? []), ...(parts.length === 0 ? [EMPTY_TEXT] : []), ...unseen];
    return { type: "message", parts, ...voiced, ...(remarks.length === 0 ? {} : { remarks }) };
  });
}

/** What the model said, reasoned and called. */
export function convertReply(entry: Lines<"reply">, context: Context): readonly Draft[] {
  const { blocks, model } = entry;
  const facts = present({ model });
  const remarks = [
    ...(entry.isSynthetic ? ["Claude Code wrote this in the model's place"] : []),
    ...(entry.stop === "refusal" ? ["the model refused to go on"] : []),
  ];
  if (blocks === undefined || blocks.length === 0) {
    const { parts, remark } = withoutBlocks(entry, "the record holds a reply without any content");
    return [{ type: "message", role: "assistant", parts, ...facts, remarks: [...remarks, remark] }];
  }
  return blocks.map((block, at) => {
    const draft = { ...convertBlock(block, context, undefined), ...facts };
    return at > 0 || remarks.length === 0 ? draft : { ...draft, remarks: [...remarks, ...(draft.remarks ?? [])] };
  });
}

/** What Claude Code writes where the model's answer should be, when it has given up. */
export function convertApiError(entry: Lines<"reply">): Draft {
  const text = textOf(partsIn(entry.blocks));
  const error = member(entry.value, "error");
  return notice("api-error", "failure", "The call of the model failed, and Claude Code gave up.", [
    ...quote("Message", text === "" && entry.blocks === undefined ? jsonText(entry.value) : text),
    ...quote("Error", error === undefined || typeof error === "string" ? error : jsonText(error)),
  ]);
}

function withoutBlocks({ blocks, value }: Lines<"user" | "reply">, empty: string) {
  const message = member(value, "message");
  const parts: readonly Part[] =
    blocks === undefined && message !== undefined ? [{ type: "json", value: message }] : [];
  return { parts, remark: blocks === undefined ? "its message is not of a shape that this reader knows" : empty };
}

function convertBlock(block: Block, context: Context, copy: unknown): Draft {
  switch (block.type) {
    case "part": {
      const parts = said(block.part);
      const empty = parts.length === 0 ? { remarks: [EMPTY_TEXT] } : {};
      return { type: "message", role: "assistant", parts, ...empty };
    }
    case "reasoning": {
      const { text, withheld } = block;
      const isNothing = text === undefined && withheld === undefined;
      const remarks = isNothing ? ["the record holds a reasoning block without any content"] : undefined;
      return { type: "reasoning", ...present({ text, withheld, remarks }) };
    }
    case "call": {
      const { id: toolCallId, name, input, providerSide } = block;
      const side = providerSide ? { providerSide: true as const } : {};
      return { type: "tool-call", toolCallId, name, input, ...readTool(name, input), ...side };
    }
    case "result": {
      const { id: toolCallId, isError } = block;
      const output = readOutput(block.content);
      const facts = resultFacts(output, readStructured(copy), context.kindOf(toolCallId) === "shell");
      const structured = copy === undefined ? {} : { structured: copy };
      return { type: "tool-result", toolCallId, output, isError, ...facts, ...structured };
    }
  }
}

function said(part: Part): readonly Part[] {
  return part.type === "text" && part.text === "" ? [] : [part];
}
