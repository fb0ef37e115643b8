import { diffArrays } from "diff";
import type { PatchFile, PatchLine } from "./patch-file.ts";

/** One text put in the place of another. */
export interface Replacement {
  /** Absent where the record does not hold it. */
  readonly old?: string;
  readonly new: string;
  /** Every occurrence was replaced. */
  readonly all?: boolean;
}

// Two texts that differ more are told as one that went and one that came.
const MOST_EDITS = 400;
const MOST_LINES = 20_000;

/** What replacements do to a file, as lines of a patch. No line numbers: where the texts stood is not recorded. */
export function editFile(path: string, edits: readonly Replacement[]): PatchFile {
  const lines: PatchLine[] = [];
  for (const [at, edit] of edits.entries()) {
    if (edits.length > 1) lines.push({ kind: "hunk", text: `@@ edit ${at + 1} of ${edits.length} @@` });
    if (edit.all === true) lines.push({ kind: "meta", text: "every occurrence" });
    if (edit.old === undefined) lines.push({ kind: "meta", text: "the text that this replaced is not recorded" });
    for (const line of changedLines(edit.old ?? "", edit.new)) lines.push(line);
  }
  const isUnknown = edits.some(({ old }) => old === undefined);
  return { path, change: "changed", lines, ...(isUnknown && { beforeUnknown: true }) };
}

/** Hunks as Claude Code's structured copies hold them, `{ oldStart, oldLines, newStart, newLines, lines }` each; `undefined` for anything else. */
export function hunksFile(path: string, hunks: unknown): PatchFile | undefined {
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined;
  const lines: PatchLine[] = [];
  for (const hunk of hunks) {
    const read = readHunk(hunk);
    if (read === undefined) return undefined;
    for (const line of read) lines.push(line);
  }
  return { path, change: "changed", lines };
}

function readHunk(hunk: unknown): readonly PatchLine[] | undefined {
  if (typeof hunk !== "object" || hunk === null) return undefined;
  const { oldStart, oldLines, newStart, newLines, lines } = hunk as Readonly<Record<string, unknown>>;
  if (![oldStart, oldLines, newStart, newLines].every(Number.isSafeInteger) || !Array.isArray(lines)) return undefined;
  if (!lines.every((line) => typeof line === "string" && /^[-+ \\]/.test(line))) return undefined;
  const head = `@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`;
  return [{ kind: "hunk", text: head }, ...lines.map((line: string) => ({ kind: kindOf(line), text: line }))];
}

function kindOf(line: string): PatchLine["kind"] {
  if (line.startsWith("+")) return "add";
  if (line.startsWith("-")) return "del";
  return line.startsWith("\\") ? "meta" : "same";
}

function changedLines(old: string, now: string): readonly PatchLine[] {
  const [before, after] = [linesOf(old), linesOf(now)];
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    ...before.slice(0, head).map((line) => signed("same", line)),
    ...changesBetween(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((line) => signed("same", line)),
  ];
}

function changesBetween(before: readonly string[], after: readonly string[]): readonly PatchLine[] {
  const small = before.length + after.length <= MOST_LINES;
  const changes = small ? diffArrays([...before], [...after], { maxEditLength: MOST_EDITS }) : undefined;
  if (changes === undefined) {
    return [...before.map((line) => signed("del", line)), ...after.map((line) => signed("add", line))];
  }
  return changes.flatMap(({ added, removed, value }) =>
    value.map((line) => signed(added ? "add" : removed ? "del" : "same", line)),
  );
}

const SIGNS = { add: "+", del: "-", same: " " } as const;

function signed(kind: keyof typeof SIGNS, line: string): PatchLine {
  return { kind, text: SIGNS[kind] + line };
}

/** What follows a final line feed is no line. Where every line ends in CR LF, that is no change of any of them. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const plain = /(?:^|[^\r])\n/.test(text) ? text : text.replaceAll("\r\n", "\n");
  const lines = plain.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
