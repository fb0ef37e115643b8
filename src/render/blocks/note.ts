import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join } from "../html.ts";
import { cutEnd, once, shortened, writeWithin } from "../shorten.ts";
import { inlineText, renderInline } from "./inline.ts";

/** A sentence about what the card shows. */
export function renderNote({ text: parts, tone }: Block & { type: "note" }, context: BlockContext, room: Room): Html {
  const total = inlineText(parts).length;
  const all = once(() => context.attachments.text(inlineText(parts)));
  return writeWithin(total, room, context, (budget) => {
    let left = budget;
    let shown = 0;
    const kept = parts.map((part) => {
      const { head } = cutEnd(part.text, left);
      left -= head;
      shown += head;
      return { ...part, text: part.text.slice(0, head) };
    });
    const says = renderInline(kept, context);
    return join([context.templates.render("blocks/note", { tone, says }), shortened(shown, total, all, context)]);
  });
}
