import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/** An image that was looked at. Field: `path`. */
export const image: ToolCard = {
  kind: "image",
  show(tool) {
    const path = textField(tool, "path");
    if (path === undefined) return undefined;
    return {
      kind: "View image",
      about: path,
      blocks: resultBlocks(tool, asText),
      touches: [{ path, action: "read" }],
    };
  },
};
