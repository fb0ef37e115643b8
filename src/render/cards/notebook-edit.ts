import type { FileTouch } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { countLines } from "../outcome.ts";
import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { anyField, structuredMember, textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/** One cell of a notebook. Fields: `path`, `cell?`, `source`, `mode?` (`replace`, `insert` or `delete`). */
export const notebookEdit: ToolCard = {
  kind: "notebook-edit",
  show(tool) {
    const path = textField(tool, "path");
    const source = textField(tool, "source");
    const mode = textField(tool, "mode") ?? "replace";
    if (path === undefined || (source === undefined && mode !== "delete")) return undefined;
    const cell = anyField(tool, "cell");
    const named = typeof cell === "string" || typeof cell === "number" ? ` · cell ${cell}` : "";
    const language = structuredMember(tool, "language");
    const code: Block = {
      type: "code",
      text: source ?? "",
      title: mode === "insert" ? "New cell" : "The cell from now on",
      // Most notebooks are Python; a wrong guess costs colours and nothing else.
      language: typeof language === "string" ? language : "python",
    };
    const touch: FileTouch = { path, action: "edited" };
    const done = tool.result !== undefined && !tool.failed;
    return {
      kind: "Notebook",
      about: `${path}${named}${mode === "replace" ? "" : ` · ${mode}`}`,
      ...(done && {
        outcome: { words: source ? plural(countLines(source), "line") : `${mode}d`, tone: "quiet" } as const,
      }),
      blocks: [...(source ? [code] : []), ...resultBlocks(tool, asText)],
      touches: [touch],
    };
  },
};
