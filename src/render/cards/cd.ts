import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asTerminal, resultBlocks } from "./results.ts";

/** A change of the working folder. Field: `path`. */
export const cd: ToolCard = {
  kind: "cd",
  show(tool) {
    const path = textField(tool, "path");
    if (path === undefined) return undefined;
    return { kind: "Change folder", about: path, blocks: resultBlocks(tool, asTerminal) };
  },
};
