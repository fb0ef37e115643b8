import type { PatchFile, PatchLine } from "./patch.ts";

/** A file of a patch while it is read. */
export interface Draft {
  path: string | undefined;
  from: string | undefined;
  change: PatchFile["change"];
  readonly lines: PatchLine[];
}

export function draft(path: string | undefined, change: PatchFile["change"]): Draft {
  return { path, from: undefined, change, lines: [] };
}

/** What came before the first file is one of its own, unless it is empty. */
export function finished(drafts: readonly Draft[]): PatchFile[] {
  return drafts
    .filter(({ path, lines }) => path !== undefined || lines.some((line) => line.text.trim() !== ""))
    .map(({ path, from, change, lines }) => ({
      ...(path !== undefined && { path }),
      ...(from !== undefined && { from }),
      change,
      lines,
    }));
}
