import type { FileTree } from "../support/files.ts";
import { type Look, locateFiles, looksLike } from "../support/locate.ts";
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

const look: Look = { candidate: (name) => /\.jsonl?$/i.test(name), fits: isTrajectory, most: 500 };

/** Says what looks like one of this format. */
export function recognise(path: string, apart: readonly string[] = []): string | undefined {
  const found = looksLike(path, apart, look);
  if (found === undefined) return undefined;
  return found === "file" ? "its schema version is that of an ATIF trajectory" : "it holds ATIF trajectories";
}

export function locate(path: string, apart: readonly string[] = []): Location | undefined {
  const found = locateFiles(path, apart, look);
  if (found === undefined) return undefined;
  const { files, ...rest } = found;
  return { ...rest, trajectories: files };
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
