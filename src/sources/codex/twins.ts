import { digestOf } from "./digest.ts";

/** Who says a text that is recorded for the model and once more for the interface. */
export type Voice = "user" | "assistant" | "reasoning";

/** Finds texts that are recorded twice. Lines come in order; either record may be the first. */
export interface Twins {
  /** A text as the model had it, with its pieces. */
  item(voice: Voice, texts: readonly string[], line: number): void;
  /** A text as the interface showed it. */
  event(voice: Voice, text: string, line: number): void;
  /** The last answer that the end of a turn repeats: the line that has it, if one in this turn does. */
  answer(text: string): number | undefined;
  turn(): void;
  /** Lines of events whose text an item has too, with the line of that item. */
  pairs(): ReadonlyMap<number, number>;
}

export function findTwins(): Twins {
  const pairs = new Map<number, number>();
  const items = { user: createShelf(), assistant: createShelf(), reasoning: createShelf() };
  const events = { user: createShelf(), assistant: createShelf(), reasoning: createShelf() };
  let answers = new Map<string, number>();
  return {
    item(voice, texts, line) {
      const whole = texts.join("");
      if (voice === "assistant") answers.set(key(whole), line);
      const pieces = voice === "user" ? [whole] : new Set(texts.length > 1 ? [whole, ...texts] : texts);
      for (const text of pieces) {
        // An editor puts its own context before what the interface shows, never the other way round.
        const event =
          events[voice].take(text) ??
          (voice === "user" ? events.user.takeWhere((shown) => text.trimEnd().endsWith(shown)) : undefined);
        if (event === undefined) items[voice].put(text, line);
        else pairs.set(event, line);
      }
    },
    event(voice, text, line) {
      if (voice === "assistant" && !answers.has(key(text))) answers.set(key(text), line);
      const shown = text.trim();
      const fits = voice === "user" && shown !== "";
      const item =
        items[voice].take(text) ?? (fits ? items.user.takeWhere((whole) => whole.endsWith(shown)) : undefined);
      if (item === undefined) events[voice].put(text, line);
      else pairs.set(line, item);
    },
    answer: (text) => answers.get(key(text)),
    turn() {
      answers = new Map();
    },
    pairs: () => pairs,
  };
}

/** Texts that wait for their twin: all by digest, the last few as they are. */
interface Shelf {
  put(text: string, line: number): void;
  take(text: string): number | undefined;
  takeWhere(fits: (text: string) => boolean): number | undefined;
}

const KEPT_TEXTS = 4;
const LONGEST_KEPT = 200_000;

function createShelf(): Shelf {
  const lines = new Map<string, number[]>();
  let recent: { readonly digest: string; readonly text: string }[] = [];
  const takeDigest = (digest: string) => {
    const waiting = lines.get(digest);
    const line = waiting?.shift();
    if (waiting?.length === 0) lines.delete(digest);
    recent = recent.filter((kept) => lines.has(kept.digest));
    return line;
  };
  return {
    put(text, line) {
      const digest = key(text);
      const waiting = lines.get(digest);
      if (waiting === undefined) lines.set(digest, [line]);
      else waiting.push(line);
      const trimmed = text.trim();
      if (trimmed !== "" && trimmed.length <= LONGEST_KEPT)
        recent = [...recent.slice(1 - KEPT_TEXTS), { digest, text: trimmed }];
    },
    take: (text) => takeDigest(key(text)),
    takeWhere(fits) {
      const found = recent.find((kept) => fits(kept.text));
      return found === undefined ? undefined : takeDigest(found.digest);
    },
  };
}

function key(text: string): string {
  return digestOf(text.trim());
}
