import type { Inline, Target } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, text } from "../html.ts";
import { safeAddress } from "../markdown-links.ts";

/** Runs of text side by side, linked where this report holds what they name. */
export function renderInline(parts: readonly Inline[], context: BlockContext): Html {
  return join(
    parts.map(({ text: words, to, code }) => {
      const { href, host, outside } = addressOf(to, words, context);
      return context.templates.render("blocks/inline", {
        text: text(words),
        href,
        host,
        outside,
        code: code === true,
        // Only such a text can carry its surroundings along in its own direction.
        isolated: code !== true && /[^\x00-\x7f]/.test(words),
      });
    }),
  );
}

interface Led {
  readonly href: string | undefined;
  /** Shown beside words that hide where they lead. */
  readonly host?: string | undefined;
  /** Leads out of the report. */
  readonly outside: boolean;
}

function addressOf(to: Target | undefined, words: string, { links }: BlockContext): Led {
  if (to === undefined) return { href: undefined, outside: false };
  if ("task" in to) return { href: links.task(to.task), outside: false };
  if ("row" in to) return { href: links.row(to.row), outside: false };
  const address = safeAddress(to.url, words);
  return { href: address?.href, host: address?.host, outside: true };
}

/** The words alone. */
export function inlineText(parts: readonly Inline[]): string {
  return parts.map((part) => part.text).join("");
}
