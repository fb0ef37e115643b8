import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastGlob from "fast-glob";
import type { SourceFile } from "../../model/index.ts";
import { ignoreSystemError, type ReadOutcome, readEnds, readInside } from "./safe-read.ts";
import { isJsonObject, member, parseJson } from "./values.ts";

/** What stands at a path, told by `lstat`: links are never followed, and only a `file` is ever opened. */
export type EntryKind = "file" | "folder" | "link" | "other";

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** Everything below one folder, listed once. Paths are relative to it, with `/`. */
export interface FileTree {
  readonly root: string;
  readonly kinds: ReadonlyMap<string, EntryKind>;
  /** What stands directly in a folder, by code unit; empty for a folder that is not there. */
  entries(folder: string): readonly FolderEntry[];
  /** Folders that could not be listed. */
  readonly unreadable: readonly string[];
  /** Reports of this tool, and what stands beside them while they are written: left out. */
  readonly reports: readonly string[];
  /** Reads a regular file that the listing holds, without following links and without waiting for a writer. */
  read(path: string): ReadOutcome;
  /** The size that the file has now; `undefined` when it is no regular file of the tree. */
  sizeOf(path: string): number | undefined;
  /** The first and last bytes of a file, at most `length` each, for a look that costs nothing. */
  ends(path: string, length: number): { readonly first: Uint8Array; readonly last: Uint8Array } | undefined;
}

const UNLISTED = /[\n\r\u2028\u2029]/;
const REPORT_NAME = /\.taskfolio-(new|old|lock)$/;
const LARGEST_MANIFEST = 64 * 1024 * 1024;

/** Lists a folder. What stands below an `opaque` path is not looked at. */
export function listTree(root: string, opaque: readonly string[]): FileTree {
  const found = new Map<string, EntryKind>();
  const unreadable: string[] = [];
  const queue = [""];
  for (let base = queue.shift(); base !== undefined; base = queue.shift()) {
    for (const entry of glob(join(root, base), opaque, root, unreadable)) {
      const path = base === "" ? entry.path : `${base}/${entry.path}`;
      if (found.has(path)) continue;
      found.set(path, entry.kind);
      // `**` stops at a folder whose name holds a line end, so such a folder is listed by a call of its own.
      if (entry.kind === "folder" && UNLISTED.test(entry.path)) queue.push(path);
    }
  }
  const reports = reportFolders(root, found);
  const kinds = new Map([...found].filter(([path]) => !isBelowAny(path, reports)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    root,
    kinds,
    unreadable: unreadable.sort(),
    reports: [...reports].sort(),
    entries: byFolder(kinds),
    read: (path) => (kinds.get(path) === "file" ? readInside(root, path) : { type: "refused" }),
    sizeOf: (path) => (kinds.get(path) === "file" ? sizeOfFile(join(root, path)) : undefined),
    ends: (path, length) => (kinds.get(path) === "file" ? readEnds(root, path, length) : undefined),
  };
}

/** Kind of one path by `lstat`; `undefined` when nothing is there. */
export function kindOf(path: string): EntryKind | undefined {
  try {
    return kindOfStat(lstatSync(path));
  } catch (error) {
    return ignoreSystemError(error);
  }
}

/** Names and kinds directly in a folder, by code unit; empty when it cannot be listed. For looking, before a tree is listed. */
export function peekFolder(path: string): readonly FolderEntry[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOfStat(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    ignoreSystemError(error);
    return [];
  }
}

function glob(cwd: string, opaque: readonly string[], root: string, unreadable: string[]) {
  const entries = fastGlob.sync("**/*", {
    cwd,
    dot: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    objectMode: true,
    fs: { readdirSync: readFolder },
  });
  return entries.map((entry) => ({ path: entry.path, kind: kindOfStat(entry.dirent) }));

  function relativeTo(path: string): string {
    return relative(root, path).split(sep).join("/");
  }

  // A folder that cannot be listed must not end the listing of all others.
  function readFolder(path: string, options: { withFileTypes: true }): Dirent[];
  function readFolder(path: string): string[];
  function readFolder(path: string, options?: { withFileTypes: true }): Dirent[] | string[] {
    try {
      if (opaque.includes(relativeTo(path))) return [];
      return options?.withFileTypes ? readdirSync(path, options) : readdirSync(path);
    } catch (error) {
      ignoreSystemError(error);
      unreadable.push(relativeTo(path));
      return [];
    }
  }
}

function sizeOfFile(path: string): number | undefined {
  try {
    const stat = lstatSync(path);
    return stat.isFile() ? stat.size : undefined;
  } catch (error) {
    return ignoreSystemError(error);
  }
}

function reportFolders(root: string, found: ReadonlyMap<string, EntryKind>): ReadonlySet<string> {
  const reports = new Set<string>();
  for (const [path, kind] of found) {
    if (kind !== "link" && REPORT_NAME.test(path)) reports.add(path);
    if (kind !== "file" || !path.endsWith("/manifest.json")) continue;
    const size = lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0;
    if (size > LARGEST_MANIFEST) continue;
    const outcome = readInside(root, path);
    if (outcome.type === "read" && isOurManifest(outcome.bytes)) reports.add(path.slice(0, -"/manifest.json".length));
  }
  return reports;
}

function isOurManifest(bytes: Uint8Array): boolean {
  // Most `manifest.json` belong to others; a search costs less than parsing.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"taskfolio"')) return false;
  const parsed = parseJson(new TextDecoder().decode(bytes));
  return parsed.type === "json" && isJsonObject(parsed.value) && member(parsed.value, "maker") === "taskfolio";
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}

function byFolder(kinds: ReadonlyMap<string, EntryKind>): (folder: string) => readonly FolderEntry[] {
  const folders = new Map<string, FolderEntry[]>();
  for (const [path, kind] of kinds) {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "" : path.slice(0, slash);
    const entries = folders.get(folder) ?? [];
    entries.push({ name: path.slice(slash + 1), kind });
    folders.set(folder, entries);
  }
  return (folder) => folders.get(folder) ?? [];
}

interface Stat {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function kindOfStat(stat: Stat): EntryKind {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFile()) return "file";
  return stat.isDirectory() ? "folder" : "other";
}

/** What is listed of a path: a file of `kind` where its records are known, else what stands there; of a folder nothing. */
export function describeFile(
  path: string,
  stands: EntryKind,
  kind: string,
  records: number | undefined,
): readonly SourceFile[] {
  if (records !== undefined) return [{ path, kind, records }];
  switch (stands) {
    case "folder":
      return [];
    case "file":
      return [{ path, kind: "other file", records: 0 }];
    case "link":
      return [{ path, kind: "symbolic link, not followed", records: 0 }];
    case "other":
      return [{ path, kind: "pipe, socket or device, not opened", records: 0 }];
  }
}
