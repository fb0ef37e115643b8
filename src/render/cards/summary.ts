import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** What a compactor wrote in place of entries. Field: `text`. */
export const summary: ToolCard = {
  kind: "summary",
  show(tool) {
    const text = textField(tool, "text");
    if (text === undefined) return undefined;
    return {
      kind: "Write summary",
      about: oneLine(text, ABOUT),
      blocks: [{ type: "prose", markdown: text }, ...resultBlocks(tool, asText)],
    };
  },
};
