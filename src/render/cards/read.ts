import type { ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { countLines } from "../outcome.ts";
import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { extensionOf, flagField, isObject, numberField, structuredMember, textField } from "./fields.ts";
import { asText, resultBlocks, resultText } from "./results.ts";

/**
 * A file that was read. Fields: `path`, `from?` and `to?` as 1-based lines, `numbered?` where the tool puts the number of
 * each line before it.
 */
export const read: ToolCard = {
  kind: "read",
  show(tool) {
    const path = textField(tool, "path");
    if (path === undefined) return undefined;
    const from = numberField(tool, "from");
    const to = numberField(tool, "to");
    const about = path + range(from, to);
    const touches = [{ path, action: "read" } as const];
    const text = resultText(tool);
    // What a failed read returned is a message and no part of the file.
    if (text === undefined || tool.failed) return { kind: "Read", about, blocks: resultBlocks(tool, asText), touches };
    const told = stripNumbers(text, isNumbered(tool));
    const language = extensionOf(path);
    const file: Block = {
      type: "code",
      text: told?.text ?? text,
      title: path,
      // A result with an exit line in it does not begin with the file's first line.
      ...(!text.startsWith("Exit code: ") && { firstLine: told?.first ?? Math.max(1, from ?? 1) }),
      ...(language !== undefined && { language }),
    };
    const rest = told?.rest ?? "";
    const error = tool.result?.streams?.stderr ?? "";
    const lines = countLines(told?.text ?? text);
    return {
      kind: "Read",
      about,
      outcome: { words: lines === 0 ? "nothing in it" : plural(lines, "line"), tone: "quiet" },
      blocks: [
        ...(lines === 0 ? [] : [file]),
        ...(rest.trim() === "" ? [] : [asText(rest, "What the tool wrote after it")]),
        ...(error === "" ? [] : [{ type: "terminal", text: error, title: "Error output (stderr)" } as const]),
      ],
      touches,
    };
  },
};

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` · lines ${from}–${to}`;
  if (from !== undefined) return ` · from line ${from}`;
  return to === undefined ? "" : ` · up to line ${to}`;
}

function isNumbered(tool: ToolItem): boolean {
  return flagField(tool, "numbered") || isObject(structuredMember(tool, "file"));
}

interface Numbered {
  readonly text: string;
  readonly first: number;
  /** What follows the last line with a number. */
  readonly rest: string;
}

/**
 * The lines of a file without the numbers before them, which the gutter shows; `undefined` where they are not numbered one
 * by one. An arrow is nobody's own; numbers and tabs may be the file's, so the source must say that they are not.
 */
function stripNumbers(text: string, isNumbered: boolean): Numbered | undefined {
  const pattern = isNumbered ? /^ *(\d{1,9})[→\t]/ : /^ *(\d{1,9})→/;
  const first = Number(pattern.exec(text.slice(0, 40))?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return undefined;
  const lines: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const number = pattern.exec(line.slice(0, 40));
    if (number === null || Number(number[1]) !== first + lines.length) break;
    lines.push(line.slice(number[0].length));
    at = end === -1 ? text.length : end + 1;
  }
  const rest = text.slice(at);
  // A line in the midst that is not numbered means that the numbers are not what they seem.
  if (rest.trim() !== "" && !/^\s*(?:<|\.\.\.|\[|…)/.test(rest)) return undefined;
  return { text: `${lines.join("\n")}\n`, first, rest };
}
