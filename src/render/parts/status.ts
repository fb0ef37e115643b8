import type { Status, StatusWord } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { icon } from "../icons.ts";
import { oneLine } from "../words.ts";

/** The word as a person reads it. */
export function statusWords(word: StatusWord): string {
  return word === "timed_out" ? "timed out" : word;
}

export function statusBadge(desk: Desk, word: StatusWord): Html {
  return desk.fill("parts/status", { word, words: statusWords(word), icon: icon(word) });
}

const CERTAINTY = {
  recorded: "Status as recorded",
  derived: "Status derived",
  guess: "Status guessed",
} as const satisfies Record<Status["certainty"], string>;

/** What the status stands on, and how sure it is. The record's own words follow, at most `most` characters of them. */
export function statusSentence(desk: Desk, status: Status, most: number): Html {
  const { reason } = status;
  return desk.fill("parts/status-sentence", {
    says: `${CERTAINTY[status.certainty]}: ${status.basis}.`,
    reason: reason === undefined ? undefined : text(oneLine(reason, most)),
  });
}
