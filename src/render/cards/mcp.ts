import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { anyField, textField } from "./fields.ts";
import { aboutInput, inputBlocks } from "./inputs.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A tool of an MCP server. Fields: `server?`, `tool`, `arguments`. */
export const mcp: ToolCard = {
  kind: "mcp",
  show(tool) {
    const name = textField(tool, "tool");
    if (name === undefined) return undefined;
    const server = textField(tool, "server");
    const input = anyField(tool, "arguments");
    const about = aboutInput(input);
    return {
      kind: "MCP",
      about: oneLine(
        [...(server === undefined ? [] : [server]), name, ...(about === "" ? [] : [about])].join(" · "),
        ABOUT,
      ),
      blocks: [...inputBlocks(input, "Arguments"), ...resultBlocks(tool, asTextOrJson)],
    };
  },
};
