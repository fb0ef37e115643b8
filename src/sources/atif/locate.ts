import { basename, dirname, join } from "node:path";
import { type FileTree, kindOf, listTree, peekFolder } from "../support/files.ts";
import { readEnds } from "../support/safe-read.ts";

/** Where trajectories stand, seen from what the user pointed at. */
export interface Location {
  readonly root: string;
  /** Paths of trajectories relative to `root`, by code unit. */
  readonly trajectories: readonly string[];
  /** Everything in the folder; absent where a single file was pointed at. */
  readonly tree?: FileTree;
}

const LOOKED_AT = 64 * 1024;
const MOST_FOLDERS = 2_000;
const MOST_FILES = 500;
/** Never hold trajectories, and can hold very many files. */
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Says what looks like a trajectory. Looks at the ends of a limited number of files. */
export function recognise(path: string, apart: readonly string[] = []): string | undefined {
  const kind = kindOf(path);
  if (kind === "file")
    return isTrajectory(dirname(path), basename(path)) ? "its schema version is that of an ATIF trajectory" : undefined;
  if (kind !== "folder") return undefined;
  const folders = [""];
  let files = 0;
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    for (const entry of peekFolder(join(path, folder))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.kind === "folder" && !PASSED_OVER.has(entry.name) && !apart.includes(inside)) folders.push(inside);
      if (entry.kind !== "file" || !isCandidate(entry.name)) continue;
      if (isTrajectory(path, inside)) return "it holds ATIF trajectories";
      files += 1;
      if (files >= MOST_FILES) return undefined;
    }
  }
  return undefined;
}

export function locate(path: string, apart: readonly string[] = []): Location | undefined {
  const kind = kindOf(path);
  if (kind === "file") return { root: dirname(path), trajectories: [basename(path)] };
  if (kind !== "folder") return undefined;
  const tree = listTree(path, [...PASSED_OVER, ...apart]);
  const trajectories = [...tree.kinds].flatMap(([file, stands]) =>
    stands === "file" && isCandidate(file) && isTrajectory(path, file) ? [file] : [],
  );
  return { root: path, trajectories, tree };
}

function isCandidate(name: string): boolean {
  return /\.jsonl?$/i.test(name);
}

const VERSION = /"schema_version"\s*:\s*"ATIF-/;

/** A JSON object whose schema version, at its beginning or its end, is one of this format. */
function isTrajectory(root: string, path: string): boolean {
  const ends = readEnds(root, path, LOOKED_AT);
  if (ends === undefined) return false;
  const [first, last] = [ends.first, ends.last].map((bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  );
  return (
    first !== undefined &&
    last !== undefined &&
    /^(?:\xef\xbb\xbf)?\s*\{/.test(first) &&
    (VERSION.test(first) || VERSION.test(last))
  );
}
