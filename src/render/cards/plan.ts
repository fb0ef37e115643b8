import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asProse, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A plan put before the user. Field: `text`, Markdown. */
export const plan: ToolCard = {
  kind: "plan",
  show(tool) {
    const text = textField(tool, "text");
    if (text === undefined) return undefined;
    return {
      kind: "Plan",
      about: oneLine(text.replace(/^\s*#+\s*/, ""), ABOUT),
      blocks: [{ type: "prose", markdown: text }, ...resultBlocks(tool, asProse)],
    };
  },
};
