import type { Part, ReasoningRow } from "../../model/index.ts";
import { isJsonObject } from "../support/values.ts";
import {
  mediaBlock,
  redactedThinkingBlock,
  textBlock,
  thinkingBlock,
  toolResultBlock,
  toolUseBlock,
} from "./records.ts";

/** One element of a message's content, as this reader understands it. */
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

/** The content of a message: a string or an array. `undefined` for anything else. */
export function readContent(content: unknown): readonly Block[] | undefined {
  if (typeof content === "string") return [{ type: "part", part: { type: "text", text: content } }];
  return Array.isArray(content) ? content.map(readBlock) : undefined;
}

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
  return readMedia(value) ?? { type: "json", value };
}

/** The content of a tool result: a string or an array of pieces; a scalar, one object and nothing are accepted. */
export function readOutput(content: unknown): readonly Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "number" || typeof content === "boolean") return [{ type: "text", text: String(content) }];
  const parts = Array.isArray(content) ? content.map(readPart) : [readPart(content)];
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

/** The pieces of a message that are neither reasoning nor calls nor results. */
export function partsIn(blocks: readonly Block[] | undefined): readonly Part[] {
  return (blocks ?? []).flatMap((block) => (block.type === "part" ? [block.part] : []));
}

/** The text of parts, one after another. */
export function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function readReasoning(value: unknown): Block | undefined {
  if (redactedThinkingBlock.safeParse(value).success) return { type: "reasoning", withheld: "redacted" };
  const thinking = thinkingBlock.safeParse(value);
  if (!thinking.success) return undefined;
  const { thinking: said = thinking.data.text, signature } = thinking.data;
  if (said !== undefined && said !== "") return { type: "reasoning", text: said };
  if (signature !== undefined && signature !== "") return { type: "reasoning", withheld: "signature only" };
  return { type: "reasoning" };
}

function readCall(value: unknown): Block | undefined {
  const call = toolUseBlock.safeParse(value);
  if (!call.success) return undefined;
  const { id, name, input, type } = call.data;
  return { type: "call", id, name, input, providerSide: type !== "tool_use" };
}

function readResult(value: unknown): Block | undefined {
  const result = toolResultBlock.safeParse(value);
  if (!result.success) return undefined;
  return { type: "result", id: result.data.tool_use_id, content: result.data.content, isError: result.data.is_error };
}

function readMedia(value: unknown): Part | undefined {
  const media = mediaBlock.safeParse(value);
  if (!media.success) return undefined;
  const { type: what, title, source } = media.data;
  if (source.url !== undefined) return { type: "link", what, url: source.url };
  if (source.data === undefined) return undefined;
  const mediaType = source.media_type ?? "";
  // A document may carry its text as it is: then `data` is no base64.
  if (source.type === "text") return title === undefined ? { type: "text", text: source.data } : undefined;
  if (what === "image") return { type: "image", mediaType, data: source.data };
  return { type: "document", mediaType, data: source.data, ...(title === undefined ? {} : { name: title }) };
}
