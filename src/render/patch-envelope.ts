import { type Draft, draft, finished, type PatchFile, type PatchLine } from "./patch-file.ts";

const CHANGES: Readonly<Record<string, PatchFile["change"]>> = { Add: "created", Update: "changed", Delete: "deleted" };

/** Reads the lines of `*** Begin Patch` … `*** End Patch`; either end may be missing. */
export function readEnvelope(lines: readonly string[]): PatchFile[] {
  const drafts: Draft[] = [draft(undefined, "changed")];
  for (const line of lines) {
    const file = drafts[drafts.length - 1];
    if (file === undefined) break;
    const [, verb, path] = /^\*\*\* (Add|Update|Delete) File: (.*)$/.exec(line) ?? [];
    const target = /^\*\*\* Move to: (.*)$/.exec(line)?.[1];
    if (verb !== undefined && path !== undefined) drafts.push(draft(path, CHANGES[verb] ?? "changed"));
    else if (target !== undefined && file.path !== undefined) {
      file.from = file.path;
      file.path = target;
      file.change = "renamed";
    } else if (!/^\*\*\* (?:Begin|End) Patch\s*$/.test(line)) file.lines.push({ kind: kindOf(line, file), text: line });
  }
  return finished(drafts);
}

function kindOf(line: string, file: Draft): PatchLine["kind"] {
  if (file.path === undefined) return "meta";
  if (line.startsWith("+")) return "add";
  if (line.startsWith("-")) return "del";
  if (line.startsWith("@@")) return "hunk";
  return line === "" || line.startsWith(" ") ? "same" : "meta";
}
