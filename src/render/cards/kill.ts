import type { ToolCard } from "./card.ts";
import { anyField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

/** A shell, a child or another thing that runs is ended. Field: `target`, its id. */
export const kill: ToolCard = {
  kind: "kill",
  show(tool) {
    const target = anyField(tool, "target");
    if (typeof target !== "string" && typeof target !== "number") return undefined;
    return { kind: "Stop", about: String(target), blocks: resultBlocks(tool, asTextOrJson) };
  },
};
