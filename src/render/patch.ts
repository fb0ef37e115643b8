import { readEnvelope } from "./patch-envelope.ts";
import type { PatchFile, PatchLine } from "./patch-file.ts";
import { readUnified } from "./patch-unified.ts";

export { editFile, hunksFile, type Replacement } from "./patch-edit.ts";

/** A patch in the `*** Begin Patch` envelope or a unified diff, however damaged; `undefined` where the text is neither. */
export function readPatch(text: string): readonly PatchFile[] | undefined {
  const lines = (/(?:^|[^\r])\n/.test(text) ? text : text.replaceAll("\r\n", "\n")).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.some((line) => /^\*\*\* (?:Add|Update|Delete) File: /.test(line))) return readEnvelope(lines);
  if (lines.some((line) => /^(?:@@ -\d|diff --git )/.test(line))) return readUnified(lines);
  return undefined;
}

export interface FileStats {
  readonly path?: string;
  /** The path before a rename. */
  readonly from?: string;
  readonly change: PatchFile["change"];
  readonly added: number;
  readonly removed: number;
}

/** What a patch does to each file; `undefined` where the text is no patch. */
export function patchStats(text: string): { readonly files: readonly FileStats[] } | undefined {
  const files = readPatch(text);
  return files && { files: files.map(statsOf) };
}

export function statsOf({ path, from, change, lines }: PatchFile): FileStats {
  const many = (kind: PatchLine["kind"]) => lines.reduce((sum, line) => (line.kind === kind ? sum + 1 : sum), 0);
  const names = { ...(path !== undefined && { path }), ...(from !== undefined && { from }) };
  return { ...names, change, added: many("add"), removed: many("del") };
}
