import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { listField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/** Entries that a compactor asks to have deleted. Field: `files`, a list of their names. */
export const markDeletion: ToolCard = {
  kind: "mark-deletion",
  show(tool) {
    const names = listField(tool, "files");
    if (names === undefined || !names.every((name) => typeof name === "string")) return undefined;
    const items = names.map((name) => [{ text: name, code: true }]);
    return {
      kind: "Mark for deletion",
      about: plural(items.length, "entry", "entries"),
      blocks: [...(items.length === 0 ? [] : [{ type: "list", items } as const]), ...resultBlocks(tool, asText)],
    };
  },
};
