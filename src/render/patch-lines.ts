import { escapeBetweenTags, type Html, trusted } from "./html.ts";
import type { PatchLine } from "./patch-file.ts";
import { markWords } from "./patch-words.ts";

// Longer stretches are rewritten rather than changed line by line.
const LONGEST_STRETCH = 40;

// How many added lines are compared with a removed one before it counts as gone.
const FARTHEST_PARTNER = 6;

/** Lines of one patch between tags: neighbours of one kind share an element, changed words are marked in changed lines. */
export function writePatchLines(lines: readonly PatchLine[]): Html {
  const out: string[] = [];
  const stretches = stretchesOf(lines);
  let marked = new Map<PatchLine, string>();
  for (const [at, stretch] of stretches.entries()) {
    const kind = stretch[0]?.kind ?? "same";
    const next = stretches[at + 1];
    if (kind === "del") marked = next?.[0]?.kind === "add" ? markChanges(stretch, next) : new Map();
    const written = stretch.map((line) => marked.get(line) ?? escapeBetweenTags(line.text));
    out.push(`<span class="${kind}">${written.join("\n")}\n</span>`);
  }
  return trusted(out.join(""), "every line escaped, every class our own");
}

/** Pairs removed with added lines, in order, where one is a change of the other, and marks the words that differ. */
function markChanges(removed: readonly PatchLine[], added: readonly PatchLine[]): Map<PatchLine, string> {
  const marked = new Map<PatchLine, string>();
  if (Math.max(removed.length, added.length) > LONGEST_STRETCH) return marked;
  let from = 0;
  for (const before of removed) {
    for (const [offset, after] of added.slice(from, from + FARTHEST_PARTNER).entries()) {
      const marks = markWords(before.text.slice(1), after.text.slice(1));
      if (marks === undefined) continue;
      marked.set(before, `-${marks.before}`);
      marked.set(after, `+${marks.after}`);
      from += offset + 1;
      break;
    }
  }
  return marked;
}

function stretchesOf(lines: readonly PatchLine[]): PatchLine[][] {
  const out: PatchLine[][] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last !== undefined && last[0]?.kind === line.kind) last.push(line);
    else out.push([line]);
  }
  return out;
}
