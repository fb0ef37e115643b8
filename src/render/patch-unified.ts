import { type Draft, draft, finished, type PatchFile, type PatchLine } from "./patch-file.ts";

/** Lines that a hunk's head still promises; without numbers it promises any. */
interface Hunk {
  old: number;
  new: number;
}

/** Reads a unified diff, with or without git's own lines. Hunks may be cut short or miscounted. */
export function readUnified(lines: readonly string[]): PatchFile[] {
  const drafts: Draft[] = [draft(undefined, "changed")];
  let hunk: Hunk | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const file = drafts[drafts.length - 1];
    if (file === undefined) break;
    const inside = hunk !== undefined && takes(hunk, line);
    const head = /^@@ (?:-(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? )?@@/.exec(line);
    if (inside) file.lines.push({ kind: kindInside(line), text: line });
    else if (head !== null) {
      hunk = head[1] === undefined ? unbounded() : { old: Number(head[2] ?? 1), new: Number(head[4] ?? 1) };
      file.lines.push({ kind: "hunk", text: line });
    } else {
      hunk = undefined;
      const next = lines[at + 1] ?? "";
      if (line.startsWith("diff --git ")) drafts.push(fromGit(line));
      else if (line.startsWith("--- ") && next.startsWith("+++ ")) {
        takeNames(drafts, line, next);
        at++;
      } else takeMeta(file, line);
    }
  }
  return finished(drafts);
}

function unbounded(): Hunk {
  return { old: Number.POSITIVE_INFINITY, new: Number.POSITIVE_INFINITY };
}

/** Whether a hunk that is not yet complete goes on with this line, and counts it. */
function takes(hunk: Hunk, line: string): boolean {
  if (line.startsWith("\\")) return true;
  if (hunk.old <= 0 && hunk.new <= 0) return false;
  if (line.startsWith("diff --git ") || line.startsWith("@@ ")) return false;
  if (line.startsWith("+")) hunk.new--;
  else if (line.startsWith("-")) hunk.old--;
  else if (line === "" || line.startsWith(" ")) {
    hunk.old--;
    hunk.new--;
  } else return false;
  return true;
}

function kindInside(line: string): PatchLine["kind"] {
  if (line.startsWith("+")) return "add";
  if (line.startsWith("-")) return "del";
  return line.startsWith("\\") ? "meta" : "same";
}

/** `diff --git a/old b/new`; the lines below it say more exactly what happened. */
function fromGit(line: string): Draft {
  const names = /^diff --git a\/(.*) b\/(.*)$/.exec(line);
  return draft(names?.[2] ?? line.slice("diff --git ".length), "changed");
}

function takeNames(drafts: Draft[], before: string, after: string): void {
  const [from, to] = [nameIn(before), nameIn(after)];
  let file = drafts.at(-1);
  // Without git's line above them, the two names are what begins a file.
  if (file === undefined || file.path === undefined || file.lines.some((line) => line.kind === "hunk")) {
    file = draft(to, "changed");
    drafts.push(file);
  }
  if (from === "/dev/null") file.change = "created";
  if (to === "/dev/null") file.change = "deleted";
  file.path = to === "/dev/null" ? from : to;
  // A time behind a name stands nowhere else.
  for (const line of [before, after]) if (line.includes("\t")) file.lines.push({ kind: "meta", text: line });
}

function nameIn(line: string): string {
  return line
    .slice(4)
    .replace(/\t.*$/, "")
    .replace(/^[abciow]\//, "");
}

function takeMeta(file: Draft, line: string): void {
  if (file.path !== undefined) {
    const from = /^rename from (.*)$/.exec(line)?.[1];
    const to = /^rename to (.*)$/.exec(line)?.[1];
    if (line.startsWith("new file mode")) file.change = "created";
    if (line.startsWith("deleted file mode")) file.change = "deleted";
    if (from !== undefined) file.from = from;
    if (to !== undefined) {
      file.path = to;
      file.change = "renamed";
    }
  }
  file.lines.push({ kind: "meta", text: line });
}
