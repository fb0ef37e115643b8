import type { BlockContext } from "../block-context.ts";
import { type Html, join, NOTHING, text, trusted } from "../html.ts";
import type { Cut } from "../shorten.ts";
import { count } from "../words.ts";

/** The box of one block around its parts. */
export function frame(context: BlockContext, parts: readonly Html[]): Html {
  return context.templates.render("blocks/frame", { body: join(parts) });
}

export function blockTitle(title: string | undefined, context: BlockContext): Html {
  return title === undefined ? NOTHING : context.templates.render("blocks/title", { title: text(title) });
}

/** The line that stands where text was left out. */
export function omission(source: string, cut: Cut): Html {
  if (cut.head === cut.tail) return NOTHING;
  const lead = cut.head === 0 || source.charAt(cut.head - 1) === "\n" ? "" : "\n";
  const words = `… ${count(cut.tail - cut.head)} characters not shown …`;
  return trusted(`${lead}<span class="omitted">${words}</span>\n`, "our own words");
}
