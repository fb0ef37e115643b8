import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import type { Html } from "../html.ts";
import { renderMarkdown } from "../markdown.ts";
import { cutEnd, once, shortened, writeWithin } from "../shorten.ts";
import { blockTitle, frame } from "./parts.ts";

/** Markdown as a reader expects it. A text too long for the page ends early; its beginning is what gives it sense. */
export function renderProse(block: Block & { type: "prose" }, context: BlockContext, room: Room): Html {
  const { markdown, title } = block;
  const all = once(() => context.attachments.text(markdown));
  return writeWithin(markdown.length, room, context, (budget) => {
    const { head } = cutEnd(markdown, budget);
    return frame(context, [
      blockTitle(title, context),
      context.templates.render("blocks/prose", { body: renderMarkdown(markdown.slice(0, head), context.highlighter) }),
      shortened(head, markdown.length, all, context),
    ]);
  });
}
