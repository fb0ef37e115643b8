import { diffWordsWithSpace } from "diff";
import { escapeBetweenTags } from "./html.ts";

/** Two lines with what changed between them marked, for a place between tags. */
export interface WordMarks {
  readonly before: string;
  readonly after: string;
}

// Longer lines are rarely read word by word, and comparing them is slow.
const LONGEST_LINE = 400;
const MOST_EDITS = 40;
// Lines that share less are two lines and no change of one.
const LEAST_SHARED = 0.4;

/** Marks the words that differ between two lines; `undefined` where the lines have too little in common. */
export function markWords(before: string, after: string): WordMarks | undefined {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return undefined;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return undefined;
  const shared = changes.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum : sum + value.trim().length),
    0,
  );
  if (shared < LEAST_SHARED * Math.max(before.trim().length, after.trim().length)) return undefined;
  const kept = (without: "added" | "removed") => changes.filter((change) => !change[without]);
  const [old, fresh] = [kept("added"), kept("removed")];
  // The text is written from these pieces, so they must be the lines and nothing else.
  if (old.map((piece) => piece.value).join("") !== before) return undefined;
  if (fresh.map((piece) => piece.value).join("") !== after) return undefined;
  return {
    before: old.map(({ removed, value }) => wrap(removed, "del", value)).join(""),
    after: fresh.map(({ added, value }) => wrap(added, "ins", value)).join(""),
  };
}

function wrap(changed: boolean, name: "ins" | "del", value: string): string {
  return changed ? `<${name}>${escapeBetweenTags(value)}</${name}>` : escapeBetweenTags(value);
}
