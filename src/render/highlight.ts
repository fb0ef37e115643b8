import type { Room } from "../projection/index.ts";
import { ownSpans } from "./highlight-own.ts";
import { type Colouring, createPool } from "./highlight-pool.ts";
import { canonicalLanguage, createGrammars } from "./highlight-shiki.ts";
import { mostSpans, readSpans, SPAN_BYTES, writeSpans } from "./highlight-spans.ts";
import { escapeBetweenTags, type Html, trusted } from "./html.ts";
import { mayHoldHidden } from "./marks.ts";

/** Colours the code of one page. It decides about colours only, never about the text. */
export interface PageHighlighter {
  /**
   * `text` as markup for a place between tags. What is to be coloured stands in a slot until `fill`. Budgets are spent in
   * the order of the calls; what is beyond them stays plain.
   */
  slot(text: string, language: string | undefined): Html;
  /** Remembers where the page stands; calling the answer forgets every slot made since. */
  checkpoint(): () => void;
  /** Resolves every slot of the finished page. Must be called, also when highlighting is off. */
  fill(page: string): Promise<string>;
}

export interface Highlighter {
  page(): PageHighlighter;
  /** Lets go of what colours in the background. */
  close(): Promise<void>;
}

// Characters of source that may be coloured.
const BLOCK_BUDGET = 4096;
const PAGE_BUDGET = 24_576;
// A grammar's worst time grows with the square of the length of a line; ordinary code spends 60,000 per kB.
const SQUARES_BUDGET = 1_000_000;
const CACHE_CHARACTERS = 8_000_000;

/** What was coloured in earlier builds: coded spans by language and text. What it gives is checked, never trusted. */
export interface ColourStore {
  read(language: string, text: string): Promise<string | undefined>;
  write(language: string, text: string, spans: string): Promise<void>;
}

export interface HighlightOptions {
  /** `false` leaves all text plain. Pages are planned the same either way. */
  readonly enabled: boolean;
  /** Threads that colour beside the one that asks. Default: none. */
  readonly threads?: number;
  readonly store?: ColourStore | undefined;
}

export function createHighlighter({ enabled, threads = 0, store }: HighlightOptions): Highlighter {
  const pool = createPool(createGrammars(), enabled ? threads : 0);
  const colour = store ? remembered(store, pool.colour) : pool.colour;
  const paint = cached(async (text, language) => {
    const spans = ownSpans(text, language) ?? readSpans(await colour(text, language), text) ?? [];
    return writeSpans(text, spans, mostSpans(text));
  });
  return { page: () => createPage(enabled ? paint : undefined), close: pool.close };
}

function remembered(store: ColourStore, colour: Colouring): Colouring {
  return async (text, language) => {
    const known = await store.read(language, text);
    if (known !== undefined && readSpans(known, text) !== undefined) return known;
    const spans = await colour(text, language);
    await store.write(language, text, spans);
    return spans;
  };
}

/** An upper bound of what highlighting may add to this text. */
export function allowance(text: string, language: string | undefined): Room {
  const known = language === undefined ? undefined : canonicalLanguage(language);
  const elements = known === undefined ? 0 : mostSpans(coloured(text, BLOCK_BUDGET));
  return { bytes: elements * SPAN_BYTES, elements };
}

// NUL cannot stand in escaped text, where it is always a mark.
const SLOT = /\0(\d+)\.(\d+):([^\0]*)\0/g;

/** Bytes and elements that the slots of unfinished markup may still add. */
export function slotAllowance(markup: string): Room {
  let elements = 0;
  if (markup.includes("\0")) for (const slot of markup.matchAll(SLOT)) elements += Number(slot[2]);
  return { bytes: elements * SPAN_BYTES, elements };
}

/** Text in one language as markup; as it is, escaped, where nothing colours it. */
type Paint = (text: string, language: string) => Promise<string>;

interface Slot {
  readonly language: string;
  readonly painted: string;
  readonly plain: string;
}

function createPage(paint: Paint | undefined): PageHighlighter {
  const slots: Slot[] = [];
  let left = PAGE_BUDGET;
  return {
    slot(text, language) {
      const known = language === undefined ? undefined : canonicalLanguage(language);
      const piece = known === undefined ? "" : coloured(text, BLOCK_BUDGET);
      if (known === undefined || piece === "") return between(escapeBetweenTags(text));
      // A slot weighs the same wherever it stands, so what the page has left decides about nothing but colours.
      const painted = piece.length <= left ? piece : coloured(piece, left);
      left -= painted.length;
      const number = slots.push({ language: known, painted, plain: piece.slice(painted.length) }) - 1;
      const head = `\0${number}.${mostSpans(piece)}:${escapeBetweenTags(piece)}\0`;
      return between(head + escapeBetweenTags(text.slice(piece.length)));
    },
    checkpoint() {
      const standing = { slots: slots.length, left };
      return () => {
        slots.length = standing.slots;
        left = standing.left;
      };
    },
    async fill(page) {
      const filled = await Promise.all(
        paint === undefined
          ? []
          : slots.map(async ({ language, painted, plain }) => {
              const head = painted === "" ? "" : await paint(painted, language);
              return head + escapeBetweenTags(plain);
            }),
      );
      return page.replace(SLOT, (_, number: string, _most, plain: string) => filled[Number(number)] ?? plain);
    },
  };
}

function between(markup: string): Html {
  return trusted(markup, "escaped for a place between tags");
}

/** The beginning of `text` that may be coloured: whole lines within both budgets. */
function coloured(text: string, budget: number): string {
  // Marks and emoji span characters that a grammar may tear apart.
  const head = text.slice(0, budget);
  if (mayHoldHidden(head)) return "";
  let squares = 0;
  let start = 0;
  while (start < head.length) {
    const newline = head.indexOf("\n", start);
    const end = newline === -1 ? head.length : newline + 1;
    squares += (end - start) ** 2;
    if (squares > SQUARES_BUDGET || (newline === -1 && head.length < text.length)) break;
    start = end;
  }
  return head.slice(0, start);
}

/** Keeps the newest answers, so that a text that stands on many pages is coloured once. */
function cached(paint: Paint): Paint {
  const answers = new Map<string, Promise<string>>();
  let size = 0;
  return (text, language) => {
    const key = `${language}\0${text}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = paint(text, language);
    answers.set(key, answer);
    // What markup weighs is not known yet; three times its text is usual.
    size += key.length * 4;
    for (const oldest of answers.keys()) {
      if (size <= CACHE_CHARACTERS) break;
      answers.delete(oldest);
      size -= oldest.length * 4;
    }
    return answer;
  };
}
