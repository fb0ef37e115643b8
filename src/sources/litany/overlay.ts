import type { EntryKind, FileTree, FolderEntry } from "../support/files.ts";
import { append } from "../support/group.ts";
import type { ObjectId } from "./git/objects.ts";
import type { Repository } from "./git/repository.ts";

/** A path that a branch adds to the tree. */
export interface Laid {
  readonly stands: EntryKind;
  readonly repository?: Repository;
  readonly oid?: ObjectId;
}

/** The tree of files with those of branches among them, at the paths where they would stand in the worktrees. */
export function layOver(
  disk: FileTree,
  laid: ReadonlyMap<string, Laid>,
  bytesOf: (path: string, file: Laid) => Uint8Array | undefined,
): FileTree {
  const kinds = new Map([...disk.kinds, ...[...laid].map(([path, { stands }]) => [path, stands] as const)]);
  kinds.set("agents", "folder");
  const sorted = new Map([...kinds].sort(([a], [b]) => (a < b ? -1 : 1)));
  const folders = new Map<string, FolderEntry[]>();
  for (const [path, kind] of sorted) {
    const slash = path.lastIndexOf("/");
    append(folders, path.slice(0, Math.max(0, slash)), { name: path.slice(slash + 1), kind });
  }
  const read = (path: string): Uint8Array | undefined => {
    const file = laid.get(path);
    return file === undefined ? undefined : bytesOf(path, file);
  };
  return {
    root: disk.root,
    kinds: sorted,
    unreadable: disk.unreadable,
    reports: disk.reports,
    entries: (folder) => folders.get(folder) ?? [],
    read(path) {
      const file = laid.get(path);
      if (file === undefined) return disk.read(path);
      if (file.stands !== "file") return { type: "refused" };
      const bytes = bytesOf(path, file);
      return bytes === undefined ? { type: "failed" } : { type: "read", bytes };
    },
    sizeOf: (path) => (laid.has(path) ? read(path)?.length : disk.sizeOf(path)),
    ends(path, length) {
      if (!laid.has(path)) return disk.ends(path, length);
      const bytes = read(path);
      return bytes && { first: bytes.subarray(0, length), last: bytes.subarray(Math.max(0, bytes.length - length)) };
    },
  };
}
