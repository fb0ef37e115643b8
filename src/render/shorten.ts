import type { Room } from "../projection/index.ts";
import type { BlockContext } from "./block-context.ts";
import { type Html, NOTHING } from "./html.ts";
import { fits, measure } from "./measure.ts";
import { count } from "./words.ts";

/** What of a text of `length` characters is shown: `[0, head)` and `[tail, length)`. All of it when they meet. */
export interface Cut {
  readonly head: number;
  readonly tail: number;
}

/** Keeps about `budget` characters: three quarters at the beginning and one at the end, at line ends where one is near. */
export function cutMiddle(text: string, budget: number): Cut {
  if (budget >= text.length) return { head: text.length, tail: text.length };
  const head = lineEndBefore(text, Math.floor(budget * 0.75));
  return { head, tail: Math.max(head, lineStartAfter(text, text.length - Math.floor(budget / 4))) };
}

/** Keeps at most `budget` characters at the beginning, up to a line end where one is near. */
export function cutEnd(text: string, budget: number): Cut {
  return { head: budget >= text.length ? text.length : lineEndBefore(text, budget), tail: text.length };
}

function lineEndBefore(text: string, at: number): number {
  const newline = text.lastIndexOf("\n", at - 1);
  return newline >= at * 0.75 ? newline + 1 : betweenCharacters(text, at);
}

function lineStartAfter(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  const near = newline !== -1 && newline < at + (text.length - at) * 0.25;
  return near ? newline + 1 : betweenCharacters(text, at);
}

function betweenCharacters(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) && at > 0 ? at - 1 : at;
}

// Each try shows less in proportion, and at the latest the last one nothing.
const MOST_TRIES = 12;

/** Writes as much of `length` characters as fits into `room`; `write(0)` is the least that can be written. */
export function writeWithin(length: number, room: Room, context: BlockContext, write: (budget: number) => Html): Html {
  let budget = Math.min(length, Math.max(0, room.bytes));
  for (let tries = 0; tries < MOST_TRIES && budget > 0; tries++) {
    const undo = context.highlighter.checkpoint();
    const markup = write(budget);
    const size = measure(markup);
    if (fits(size, room)) return markup;
    undo();
    const share = Math.min(room.bytes / size.bytes, room.elements / size.elements, 1);
    budget = Math.max(0, Math.floor(budget * share * 0.95));
  }
  return write(0);
}

/** The sentence that says how much is shown and links all of it; nothing when all is shown. `all` is written out only if needed. */
export function shortened(shown: number, total: number, all: () => string | undefined, context: BlockContext): Html {
  if (shown >= total) return NOTHING;
  const href = all();
  return context.templates.render("blocks/shortened", {
    shown: count(shown),
    total: count(total),
    all: allOfIt(href, context),
  });
}

/** Where all of something stands, or that this report leaves it out. */
export function allOfIt(href: string | undefined, context: BlockContext): Html {
  const name = href === undefined ? "" : (/[^/]+\/[^/]+$/.exec(href)?.[0] ?? href);
  return context.templates.render("blocks/all-of-it", { href: href ?? "", name });
}

/** Calls `make` at most once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
