import { escapeBetweenTags, type Html, trusted } from "./html.ts";
import type { PatchLine } from "./patch-file.ts";
import { markWords } from "./patch-words.ts";

// Longer stretches are rewritten rather than changed line by line.
const LONGEST_STRETCH = 40;

/** Lines of one patch between tags: neighbours of one kind share an element, changed words are marked in changed lines. */
export function writePatchLines(lines: readonly PatchLine[]): Html {
  const out: string[] = [];
  const stretches = stretchesOf(lines);
  for (const [at, stretch] of stretches.entries()) {
    const [kind] = stretch.map((line) => line.kind);
    const other = kind === "del" ? stretches[at + 1] : kind === "add" ? stretches[at - 1] : undefined;
    const written = stretch.map((line, number) => writeLine(line, other?.[number], stretch, other));
    out.push(`<span class="${kind}">${written.join("\n")}\n</span>`);
  }
  return trusted(out.join(""), "every line escaped, every class our own");
}

function writeLine(
  line: PatchLine,
  partner: PatchLine | undefined,
  stretch: readonly PatchLine[],
  other: readonly PatchLine[] | undefined,
): string {
  const plain = escapeBetweenTags(line.text);
  if (partner === undefined || other === undefined) return plain;
  if (Math.max(stretch.length, other.length) > LONGEST_STRETCH) return plain;
  const [del, add] = line.kind === "del" ? [line, partner] : [partner, line];
  if (del.kind !== "del" || add.kind !== "add") return plain;
  const marks = markWords(del.text.slice(1), add.text.slice(1));
  if (marks === undefined) return plain;
  return line.kind === "del" ? `-${marks.before}` : `+${marks.after}`;
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
