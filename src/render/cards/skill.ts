import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asProse, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** Instructions or a command of the user's own that the agent loaded. Fields: `name`, `arguments?`. */
export const skill: ToolCard = {
  kind: "skill",
  show(tool) {
    const name = textField(tool, "name");
    if (name === undefined) return undefined;
    const given = textField(tool, "arguments");
    const isLong = given !== undefined && oneLine(`${name} ${given}`, ABOUT) !== `${name} ${given}`;
    return {
      kind: name.startsWith("/") ? "Slash command" : "Skill",
      about: oneLine(given === undefined ? name : `${name} ${given}`, ABOUT),
      blocks: [
        ...(isLong ? [{ type: "code", text: given, title: "Arguments" } as const] : []),
        ...resultBlocks(tool, asProse),
      ],
    };
  },
};
