import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A message to another agent. Fields: `to`, an id or a name, and `text`. */
export const send: ToolCard = {
  kind: "send",
  show(tool) {
    const to = textField(tool, "to");
    const text = textField(tool, "text");
    if (to === undefined || text === undefined) return undefined;
    return {
      kind: "Message",
      about: oneLine(`to ${to}: ${text}`, ABOUT),
      blocks: [
        { type: "fields", fields: [{ name: "to", value: { text: to, code: true } }] },
        { type: "prose", markdown: text },
        ...resultBlocks(tool, asText),
      ],
    };
  },
};
