import type { Part } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";

const TEXTS: ReadonlySet<string> = new Set(["input_text", "output_text", "text", "summary_text", "reasoning_text"]);

/** The content of a message or the output of a call: a list of pieces; a text, one piece and nothing are accepted. */
export function readParts(content: unknown): readonly Part[] {
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content])
    .map(readPart)
    .filter((part) => part.type !== "text" || part.text !== "");
}

/** Never fails: what no shape fits is a part of type `json`. */
export function readPart(value: unknown): Part {
  if (typeof value === "string") return { type: "text", text: value };
  if (!isJsonObject(value)) return { type: "json", value };
  const type = textMember(value, "type");
  const text = textMember(value, "text") ?? (type === "refusal" ? textMember(value, "refusal") : undefined);
  if (text !== undefined && (type === undefined || type === "refusal" || TEXTS.has(type)))
    return { type: "text", text };
  const url = type === "input_image" || type === "output_image" || type === "image" ? imageUrl(value) : undefined;
  return url === undefined ? { type: "json", value } : imagePart(url);
}

/** Texts joined without a separator, as the interface's events have them. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** A `data:` URL in base64 is the image itself; any other address is only pointed at. */
export function imagePart(url: string): Part {
  const comma = url.startsWith("data:") ? url.indexOf(",") : -1;
  const head = comma < 0 || comma > 200 ? undefined : /^data:([^;,]*)(?:;[^;,]*)*;base64$/.exec(url.slice(0, comma));
  if (head === null || head === undefined) return { type: "link", what: "image", url };
  return { type: "image", mediaType: head[1] ?? "", data: url.slice(comma + 1) };
}

function imageUrl(value: JsonObject): string | undefined {
  const url = member(value, "image_url") ?? member(value, "url");
  return typeof url === "string" ? url : isJsonObject(url) ? textMember(url, "url") : undefined;
}
