import type { Block } from "../block.ts";
import { countLines } from "../outcome.ts";
import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { numberField, textField } from "./fields.ts";
import { asText, resultBlocks, resultText } from "./results.ts";

/** A file that was read. Fields: `path`, `from?` and `to?` as 1-based lines. */
export const read: ToolCard = {
  kind: "read",
  show(tool) {
    const path = textField(tool, "path");
    if (path === undefined) return undefined;
    const from = numberField(tool, "from");
    const to = numberField(tool, "to");
    const about = path + range(from, to);
    const text = resultText(tool);
    // What a failed read returned is a message and no part of the file.
    if (text === undefined || tool.failed) return { kind: "Read", about, blocks: resultBlocks(tool, asText) };
    const [, extension] = /\.([A-Za-z0-9]{1,12})$/.exec(path) ?? [];
    const file: Block = {
      type: "code",
      text,
      title: path,
      // A result with an exit line in it does not begin with the file's first line.
      ...(!text.startsWith("Exit code: ") && { firstLine: Math.max(1, from ?? 1) }),
      ...(extension !== undefined && { language: extension }),
    };
    const error = tool.result?.streams?.stderr ?? "";
    return {
      kind: "Read",
      about,
      outcome: { words: text === "" ? "nothing in it" : plural(countLines(text), "line"), tone: "quiet" },
      blocks: [
        ...(text === "" ? [] : [file]),
        ...(error === "" ? [] : [{ type: "terminal", text: error, title: "Error output (stderr)" } as const]),
      ],
    };
  },
};

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` · lines ${from}–${to}`;
  if (from !== undefined) return ` · from line ${from}`;
  return to === undefined ? "" : ` · up to line ${to}`;
}
