import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/** Instructions that the agent loaded. Field: `name`. */
export const skill: ToolCard = {
  kind: "skill",
  show(tool) {
    const name = textField(tool, "name");
    if (name === undefined) return undefined;
    return { kind: "Skill", about: name, blocks: resultBlocks(tool, asText) };
  },
};
