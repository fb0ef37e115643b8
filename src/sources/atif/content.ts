import type { Part } from "../../model/index.ts";
import { imagePart, textPart } from "./records.ts";

/** A text, or from version 1.6 on a list of texts and images. Images are files beside the trajectory and never loaded. */
export function readParts(content: unknown): readonly Part[] {
  if (content === undefined || content === null || content === "") return [];
  return (Array.isArray(content) ? content : [content]).map(readPart);
}

export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function readPart(value: unknown): Part {
  if (typeof value === "string") return { type: "text", text: value };
  const text = textPart.safeParse(value);
  if (text.success) return { type: "text", text: text.data.text };
  const image = imagePart.safeParse(value);
  return image.success ? { type: "link", what: "image", url: image.data.source.path } : { type: "json", value };
}
