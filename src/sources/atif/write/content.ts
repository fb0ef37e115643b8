import type { Part } from "../../../model/index.ts";
import { jsonText } from "../../support/json-text.ts";
import type { Losses } from "./losses.ts";

/** A piece of content as ATIF has it. */
export type OutPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly source: { readonly media_type: string; readonly path: string } };

export type OutContent = string | readonly OutPart[];

/** Takes an image in and answers the path that a trajectory names it by. */
export type PutImage = (extension: string, bytes: Uint8Array) => string;

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

/** One text stands by itself; anything else is a list. */
export function writeParts(parts: readonly Part[], losses: Losses, putImage: PutImage): OutContent {
  const [first] = parts;
  if (first === undefined) return "";
  if (parts.length === 1 && first.type === "text") return first.text;
  return parts.map((part) => writePart(part, losses, putImage));
}

function writePart(part: Part, losses: Losses, putImage: PutImage): OutPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image": {
      const extension = EXTENSIONS.get(part.mediaType);
      if (extension === undefined) return otherwise(`[image of type ${part.mediaType}]`, losses);
      return {
        type: "image",
        source: { media_type: part.mediaType, path: putImage(extension, Buffer.from(part.data, "base64")) },
      };
    }
    case "link":
      if (part.what === "document") return otherwise(`[document: ${part.url}]`, losses);
      return { type: "image", source: { media_type: mediaTypeOf(part.url), path: part.url } };
    case "document":
      return otherwise(
        part.name === undefined ? `[document of type ${part.mediaType}]` : `[document: ${part.name}]`,
        losses,
      );
    case "json":
      return otherwise(jsonText(part.value), losses);
  }
}

function otherwise(text: string, losses: Losses): OutPart {
  losses.add("content");
  return { type: "text", text };
}

/** By the end of the address; the format asks for a type, and most pictures of screens are PNG. */
function mediaTypeOf(url: string): string {
  const extension = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase();
  if (extension === "jpeg") return "image/jpeg";
  return [...EXTENSIONS].find(([, known]) => known === extension)?.[0] ?? "image/png";
}
