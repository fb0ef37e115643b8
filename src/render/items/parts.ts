import type { Part } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { plural } from "../words.ts";

/** What a message or a result holds, as blocks in recorded order. */
export function partBlocks(parts: readonly Part[]): readonly Block[] {
  return parts.flatMap(partBlock);
}

function partBlock(part: Part): readonly Block[] {
  switch (part.type) {
    case "text":
      return part.text === ""
        ? [{ type: "note", tone: "quiet", text: [{ text: "A text without characters." }] }]
        : [{ type: "prose", markdown: part.text }];
    case "image":
      return [{ type: "image", mediaType: part.mediaType, data: part.data }];
    case "document":
      return [
        {
          type: "code",
          title: `Document${part.name === undefined ? "" : ` ${part.name}`}, ${part.mediaType}, ${plural(part.data.length, "character")} of base64 as recorded`,
          text: part.data,
        },
      ];
    case "link":
      return [
        {
          type: "note",
          tone: "quiet",
          text: [
            { text: `The record only points at this ${part.what}, it is never loaded: ` },
            { text: part.url, code: true },
          ],
        },
      ];
    case "json":
      return [{ type: "json", value: part.value }];
  }
}
