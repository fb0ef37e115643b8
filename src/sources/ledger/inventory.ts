import type { SourceFile, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";

/** What was read of the files, by path. */
export interface ReadFile {
  readonly kind: string;
  readonly records: number;
  readonly taskId?: TaskId;
}

/** Every file of the workspace with what it is, but for those of Tasks that are withheld whole. */
export function listFiles(
  tree: FileTree,
  read: ReadonlyMap<string, ReadFile>,
  withheld: ReadonlySet<string>,
): readonly SourceFile[] {
  const files: SourceFile[] = [];
  for (const [path, stands] of tree.kinds) {
    if (stands === "folder" || withheld.has(path)) continue;
    const known = read.get(path);
    if (stands === "link") files.push({ path, kind: "symbolic link, not followed", records: 0 });
    else if (stands === "other") files.push({ path, kind: "pipe, socket or device, not opened", records: 0 });
    else files.push({ path, ...(known ?? { kind: kindOf(path), records: 0 }) });
  }
  return files;
}

function kindOf(path: string): string {
  if (path === "workspace.json") return "workspace head";
  return /^blobs\/[^/]+$/.test(path) ? "payload" : "other file";
}
