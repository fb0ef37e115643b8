import type { Part, ReasoningRow } from "../../model/index.ts";
import { isJsonObject, member } from "../support/values.ts";
import {
  mediaBlock,
  redactedThinkingBlock,
  textBlock,
  thinkingBlock,
  toolResultBlock,
  toolUseBlock,
} from "./records.ts";

/** One element of a model entry's content, or of a tool entry, as this reader understands it. */
export type Block =
  | { readonly type: "part"; readonly part: Part }
  | { readonly type: "reasoning"; readonly text?: string; readonly withheld?: NonNullable<ReasoningRow["withheld"]> }
  | {
      readonly type: "call";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly providerSide: boolean;
    }
  | { readonly type: "result"; readonly id: string; readonly content: unknown; readonly isError: boolean };

/** Never fails: what no shape fits is a part of type `json`. */
export function readBlock(value: unknown): Block {
  if (typeof value === "string") return { type: "part", part: { type: "text", text: value } };
  if (!isJsonObject(value)) return { type: "part", part: { type: "json", value } };
  return readReasoning(value) ?? readCall(value) ?? readResult(value) ?? { type: "part", part: readPart(value) };
}

/** A piece of a message or of a tool result. */
export function readPart(value: unknown): Part {
  if (typeof value === "string") return { type: "text", text: value };
  const text = textBlock.safeParse(value);
  if (text.success) return { type: "text", text: text.data.text };
  return readMedia(value) ?? { type: "json", value: withoutOpaque(value) };
}

/** The content of a result: an array of pieces normally; a string, one object, a scalar, null and nothing are accepted. */
export function readParts(content: unknown): readonly Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "number" || typeof content === "boolean") return [{ type: "text", text: String(content) }];
  const parts: Part[] = [];
  for (const part of Array.isArray(content) ? content.map(readPart) : [readPart(content)]) {
    const last = parts.at(-1);
    // Pieces of text belong together without a separator: a convention may run across two of them.
    if (part.type === "text" && last?.type === "text")
      parts[parts.length - 1] = { type: "text", text: last.text + part.text };
    else parts.push(part);
  }
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

/** A result, also one without `type`. */
export function readResult(value: unknown): Extract<Block, { type: "result" }> | undefined {
  const result = toolResultBlock.safeParse(value);
  if (!result.success) return undefined;
  return { type: "result", id: result.data.tool_use_id, content: result.data.content, isError: result.data.is_error };
}

function readReasoning(value: unknown): Block | undefined {
  if (redactedThinkingBlock.safeParse(value).success) return { type: "reasoning", withheld: "redacted" };
  const thinking = thinkingBlock.safeParse(value);
  if (!thinking.success) return undefined;
  const { text, thinking: other, signature, encrypted_content: encrypted } = thinking.data;
  const said = [text, other].find((words) => words !== undefined && words !== "");
  const readable = said === undefined ? {} : { text: said };
  if (encrypted !== undefined && encrypted !== "") return { type: "reasoning", ...readable, withheld: "encrypted" };
  if (said === undefined && signature !== undefined && signature !== "") {
    return { type: "reasoning", withheld: "signature only" };
  }
  return { type: "reasoning", ...readable };
}

function readCall(value: unknown): Block | undefined {
  const call = toolUseBlock.safeParse(value);
  if (!call.success) return undefined;
  const { id, name, input, type } = call.data;
  return { type: "call", id, name, input, providerSide: type === "server_tool_use" };
}

function readMedia(value: unknown): Part | undefined {
  const media = mediaBlock.safeParse(value);
  if (!media.success) return undefined;
  const { type: what, title, source } = media.data;
  if (source.url !== undefined) return { type: "link", what, url: source.url };
  if (source.data === undefined) return undefined;
  const mediaType = source.media_type ?? "";
  if (what === "image") return { type: "image", mediaType, data: source.data };
  return { type: "document", mediaType, data: source.data, ...(title === undefined ? {} : { name: title }) };
}

/** Encrypted content is for its provider alone. */
function withoutOpaque(value: unknown): unknown {
  if (!isJsonObject(value) || typeof member(value, "encrypted_content") !== "string") return value;
  return { ...value, encrypted_content: "(encrypted, not shown)" };
}
