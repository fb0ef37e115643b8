import type { SentItem, SentMessage, SentRequest } from "../../model/index.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, type JsonObject, member, parseJson, present, textMember } from "../support/values.ts";
import { readBlock, readParts } from "./blocks.ts";

const OWN_PLACE = new Set(["model", "system", "messages", "tools"]);

/** A `request.json`; `undefined` when the bytes are no such request. */
export function readRequest(bytes: Uint8Array): SentRequest | undefined {
  const parsed = parseJson(decodeText(bytes).text);
  if (parsed.type === "not json" || !isJsonObject(parsed.value)) return undefined;
  const request = parsed.value;
  const messages = member(request, "messages");
  if (!Array.isArray(messages)) return undefined;
  const tools = member(request, "tools");
  return present({
    model: textMember(request, "model"),
    system: readSystem(member(request, "system")),
    tools: Array.isArray(tools) ? tools.flatMap(readTool) : [],
    messages: messages.map(readMessage),
    settings: Object.fromEntries(
      Object.entries(request).filter(([name, value]) => value !== null && !OWN_PLACE.has(name)),
    ),
  });
}

function readSystem(system: unknown): readonly string[] {
  return readParts(system).flatMap((part) => (part.type === "text" ? [part.text] : []));
}

function readTool(tool: unknown): SentRequest["tools"] {
  if (!isJsonObject(tool)) return [];
  const described = isJsonObject(member(tool, "function")) ? (member(tool, "function") as JsonObject) : tool;
  const name = textMember(described, "name");
  return name === undefined ? [] : [present({ name, description: textMember(described, "description") })];
}

function readMessage(message: unknown): SentMessage {
  if (!isJsonObject(message)) return { role: "", items: [{ type: "part", part: { type: "json", value: message } }] };
  const content = member(message, "content");
  const blocks = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  return { role: textMember(message, "role") ?? "", items: blocks.map(readItem) };
}

function readItem(value: unknown): SentItem {
  const block = readBlock(value);
  switch (block.type) {
    case "part":
      return block;
    case "reasoning":
      return { type: "reasoning", text: block.text ?? "" };
    case "call":
      return { type: "tool-call", toolCallId: block.id, name: block.name, input: block.input };
    case "result": {
      const text = readParts(block.content).map((part) => (part.type === "text" ? part.text : `[${part.type}]`));
      return { type: "tool-result", toolCallId: block.id, text: text.join("") };
    }
  }
}
