import type { Outcome, ToolItem } from "../../projection/index.ts";
import { countLines } from "../outcome.ts";
import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asText, resultBlocks, resultText } from "./results.ts";

/** Files of a folder, or files whose names match. Fields: `path?`, `pattern?`. */
export const list: ToolCard = {
  kind: "list",
  show(tool) {
    const path = textField(tool, "path");
    const pattern = textField(tool, "pattern");
    if (path === undefined && pattern === undefined) return undefined;
    const outcome = outcomeOfList(tool);
    return {
      kind: "List files",
      about: [...(pattern === undefined ? [] : [pattern]), ...(path === undefined ? [] : [`in ${path}`])].join(" "),
      ...(outcome !== undefined && { outcome }),
      blocks: resultBlocks(tool, asText),
    };
  },
};

function outcomeOfList(tool: ToolItem): Outcome | undefined {
  const text = resultText(tool);
  if (text === undefined || tool.failed || tool.result?.exitCode !== undefined) return undefined;
  if (/^\s*(?:No files found\s*)?$/.test(text)) return { words: "nothing found", tone: "quiet" };
  return { words: plural(countLines(text), "entry", "entries"), tone: "quiet" };
}
