import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, NOTHING } from "../html.ts";
import { cutMiddle, once, shortened, writeWithin } from "../shorten.ts";
import { readTerminal, writeTerminal } from "../terminal.ts";
import { plural } from "../words.ts";
import { blockTitle, frame, omission } from "./parts.ts";

/** What a terminal would show of its output: colours as classes, overwritten text overwritten, all other codes as marks. */
export function renderTerminal(block: Block & { type: "terminal" }, context: BlockContext, room: Room): Html {
  const { runs, text, overwritten } = readTerminal(block.text);
  const all = once(() => context.attachments.text(block.text));
  return writeWithin(text.length, room, context, (budget) => {
    const cut = cutMiddle(text, budget);
    const body = [writeTerminal(runs, 0, cut.head), omission(text, cut), writeTerminal(runs, cut.tail, text.length)];
    return frame(context, [
      blockTitle(block.title, context),
      context.templates.render("blocks/terminal", { label: block.title ?? "Output", body: join(body) }),
      overwritten === 0
        ? NOTHING
        : context.templates.render("blocks/remark", {
            says: `Carriage returns and backspaces overwrote ${plural(overwritten, "character")} here; the raw payload holds them.`,
          }),
      shortened(text.length - (cut.tail - cut.head), text.length, all, context),
    ]);
  });
}
