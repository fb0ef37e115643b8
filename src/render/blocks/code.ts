import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { escapeBetweenTags, type Html, join, NOTHING, text, trusted } from "../html.ts";
import { type Cut, cutMiddle, once, shortened, writeWithin } from "../shorten.ts";
import { blockTitle, frame, omission } from "./parts.ts";

/** Text in a box that scrolls, with a gutter of line numbers where the first line's number is known. */
export function renderCode(block: Block & { type: "code" }, context: BlockContext, room: Room): Html {
  // Where every line ends in CR LF one sentence says so; a mark on each line would bury the text.
  const windows = block.text.includes("\r\n") && !/(?:^|[^\r])\n/.test(block.text);
  const source = windows ? block.text.replaceAll("\r\n", "\n") : block.text;
  const all = once(() => context.attachments.text(block.text));
  return writeWithin(source.length, room, context, (budget) => {
    const cut = cutMiddle(source, budget);
    const head = context.highlighter.slot(source.slice(0, cut.head), block.language);
    const body = join([head, omission(source, cut), betweenTags(source.slice(cut.tail))]);
    const numberAt = numbering(block);
    const lines = numberAt && lineNumbers(source, cut, numberAt);
    const shown = source.length - (cut.tail - cut.head);
    return frame(context, [
      blockTitle(block.title, context),
      context.templates.render("blocks/code", {
        label: block.title ?? "Code",
        body,
        lines: lines ?? NOTHING,
        numbered: lines !== undefined,
      }),
      windows ? context.templates.render("blocks/remark", { says: text("Its lines end in CR LF.") }) : NOTHING,
      shortened(shown, source.length, all, context),
    ]);
  });
}

function betweenTags(value: string): Html {
  return trusted(escapeBetweenTags(value), "escaped for a place between tags");
}

/** The number of a line by its place in the text; `undefined` where lines have none. */
function numbering({ firstLine, numbers }: Block & { type: "code" }): ((at: number) => string) | undefined {
  if (numbers !== undefined) return (at) => String(numbers[at] ?? "");
  return firstLine === undefined ? undefined : (at) => String(firstLine + at);
}

function lineNumbers(source: string, cut: Cut, numberAt: (at: number) => string): Html {
  const head = gutter(0, source.slice(0, cut.head), numberAt);
  if (cut.head === cut.tail) return text(head.join("\n"));
  const next = newlines(source.slice(0, cut.tail));
  return text([...head, "…", ...gutter(next, source.slice(cut.tail), numberAt)].join("\n"));
}

/** One number for each line of `part`; what follows a final line feed is no line. */
function gutter(first: number, part: string, numberAt: (at: number) => string): string[] {
  const count = newlines(part) + (part === "" || part.endsWith("\n") ? 0 : 1);
  return Array.from({ length: count }, (_, at) => numberAt(first + at));
}

function newlines(part: string): number {
  let count = 0;
  for (let at = part.indexOf("\n"); at !== -1; at = part.indexOf("\n", at + 1)) count++;
  return count;
}
