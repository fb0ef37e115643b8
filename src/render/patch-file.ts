/** One line of a patch with its sign. `meta` is what stands between the changes. */
export interface PatchLine {
  readonly kind: "add" | "del" | "same" | "hunk" | "meta";
  readonly text: string;
}

export interface PatchFile {
  /** The path after the change, or before it for a deleted file; absent where the patch names none. */
  readonly path?: string;
  /** The path before a rename. */
  readonly from?: string;
  readonly change: "changed" | "created" | "deleted" | "renamed";
  readonly lines: readonly PatchLine[];
  /** What was there before is not recorded, so nobody knows how much of it went. */
  readonly beforeUnknown?: true;
}

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
