import type { Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { type FileHits, readHits } from "../hits.ts";
import { countLines } from "../outcome.ts";
import { oneLine, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { extensionOf, textField } from "./fields.ts";
import { asText, resultBlocks, resultText } from "./results.ts";

const ABOUT = 160;

/** A search in texts. Fields: `pattern`, `path?`, `glob?`, `mode?. */
export const search: ToolCard = {
  kind: "search",
  show(tool) {
    const pattern = textField(tool, "pattern");
    if (pattern === undefined) return undefined;
    const path = textField(tool, "path");
    const glob = textField(tool, "glob");
    const where = [...(path === undefined ? [] : [`in ${path}`]), ...(glob === undefined ? [] : [`files ${glob}`])];
    const found = findings(tool, path);
    const whole = [pattern, ...where].join(" · ");
    const about = oneLine(whole, ABOUT);
    return {
      kind: "Search",
      about,
      ...(found.outcome !== undefined && { outcome: found.outcome }),
      blocks: [
        ...(about === whole ? [] : [asText(pattern, "Pattern"), ...where.map((words) => asText(words, "Where"))]),
        ...(found.blocks ?? resultBlocks(tool, asText)),
      ],
    };
  },
};

/** What it found, as far as the text of the result is of a shape that searches have. */
function findings(
  tool: ToolItem,
  path: string | undefined,
): { readonly outcome?: Outcome; readonly blocks?: readonly Block[] } {
  const text = resultText(tool);
  if (text === undefined || tool.failed || tool.result === undefined) return {};
  if (/^\s*(?:No (?:matches|files) found\s*)?$/.test(text))
    return { outcome: { words: "nothing found", tone: "quiet" } };
  const [head = "", total, unit] = /^Found (\d{1,9}) (files?|lines?)[^\n]*(?:\n|$)/.exec(text) ?? [];
  if (total !== undefined && unit !== undefined)
    return {
      outcome: { words: plural(Number(total), unit.replace(/s$/, "")), tone: "quiet" },
      ...filesBelow(text, head),
    };
  const files = readHits(text);
  const lines = countLines(text.replace(/^--\n/gm, ""));
  if (files === undefined) return { outcome: { words: plural(lines, "line"), tone: "quiet" } };
  const hits = files.reduce((sum, file) => sum + file.hits, 0);
  const inFiles = files.length === 1 ? "" : ` in ${plural(files.length, "file")}`;
  return {
    outcome: { words: `${plural(hits, "hit")}${inFiles}`, tone: "quiet" },
    blocks: files.map((file) => fileBlock(file, path)),
  };
}

function filesBelow(text: string, head: string): { readonly blocks?: readonly Block[] } {
  const rest = text.slice(head.length);
  return rest === "" ? {} : { blocks: [asText(rest, head.trim())] };
}

function fileBlock({ path, numbers, lines, hits }: FileHits, only: string | undefined): Block {
  const name = path ?? only;
  const language = name === undefined ? undefined : extensionOf(name);
  return {
    type: "code",
    text: `${lines.join("\n")}\n`,
    title: `${name ?? "Hits"} · ${plural(hits, "hit")}`,
    ...(language !== undefined && { language }),
    ...(numbers !== undefined && { numbers }),
  };
}
