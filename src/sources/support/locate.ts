import { basename, dirname, join } from "node:path";
import { type FileTree, kindOf, listTree, peekFolder } from "./files.ts";

/** How a format's files are told from others. */
export interface Look {
  /** By name alone. */
  candidate(name: string): boolean;
  /** By a look at the content. */
  fits(root: string, path: string): boolean;
  /** How many candidates a first look opens at most. */
  readonly most: number;
}

/** Files of a format, seen from what the user pointed at. */
export interface Found {
  readonly root: string;
  /** Relative to `root`, by code unit. */
  readonly files: readonly string[];
  /** Everything in the folder; absent where a single file was pointed at. */
  readonly tree?: FileTree;
}

const MOST_FOLDERS = 2_000;
/** Never hold transcripts, and can hold very many files. */
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Whether the path is a file that fits, or a folder that holds one. Looks at a limited number of files. */
export function looksLike(path: string, apart: readonly string[], look: Look): "file" | "folder" | undefined {
  const kind = kindOf(path);
  if (kind === "file") return look.fits(dirname(path), basename(path)) ? "file" : undefined;
  if (kind !== "folder") return undefined;
  const folders = [""];
  let files = 0;
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    for (const entry of peekFolder(join(path, folder))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.kind === "folder" && !PASSED_OVER.has(entry.name) && !apart.includes(inside)) folders.push(inside);
      if (entry.kind !== "file" || !look.candidate(entry.name)) continue;
      if (look.fits(path, inside)) return "folder";
      files += 1;
      if (files >= look.most) return undefined;
    }
  }
  return undefined;
}

/** All files that fit; `undefined` where the path is neither a file nor a folder. */
export function locateFiles(path: string, apart: readonly string[], look: Look): Found | undefined {
  const kind = kindOf(path);
  if (kind === "file") return { root: dirname(path), files: [basename(path)] };
  if (kind !== "folder") return undefined;
  const tree = listTree(path, [...PASSED_OVER, ...apart]);
  const files = [...tree.kinds].flatMap(([file, stands]) =>
    stands === "file" && look.candidate(file) && look.fits(path, file) ? [file] : [],
  );
  return { root: path, files, tree };
}
