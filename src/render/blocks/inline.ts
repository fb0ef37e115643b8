import type { Inline } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, text } from "../html.ts";

/** Runs of text side by side, linked where this report holds what they name. */
export function renderInline(parts: readonly Inline[], context: BlockContext): Html {
  return join(
    parts.map(({ text: words, to, code }) => {
      const href =
        to === undefined ? undefined : "task" in to ? context.links.task(to.task) : context.links.row(to.row);
      return context.templates.render("blocks/inline", {
        text: text(words),
        href,
        code: code === true,
        // Only such a text can carry its surroundings along in its own direction.
        isolated: code !== true && /[^\x00-\x7f]/.test(words),
      });
    }),
  );
}

/** The words alone. */
export function inlineText(parts: readonly Inline[]): string {
  return parts.map((part) => part.text).join("");
}
