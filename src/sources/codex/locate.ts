import { basename, dirname, join } from "node:path";
import { type FileTree, kindOf, listTree, peekFolder } from "../support/files.ts";
import { memberSpans } from "../support/json-spans.ts";
import { readEnds } from "../support/safe-read.ts";

/** Where rollouts stand, seen from what the user pointed at. */
export interface Location {
  readonly root: string;
  /** Paths of rollouts relative to `root`, by code unit. */
  readonly rollouts: readonly string[];
  /** Everything in the folder; absent where a single file was pointed at. */
  readonly tree?: FileTree;
}

const LOOKED_AT = 64 * 1024;
const MOST_FOLDERS = 2_000;
const MOST_FILES = 200;
/** Never hold rollouts, and can hold very many files. */
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Says what looks like a rollout. Looks at the beginnings of a limited number of files. */
export function recognise(path: string, apart: readonly string[] = []): string | undefined {
  const kind = kindOf(path);
  if (kind === "file")
    return looksLikeRollout(dirname(path), basename(path)) ? "its lines are those of a Codex rollout" : undefined;
  if (kind !== "folder") return undefined;
  const folders = [""];
  let files = 0;
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    for (const entry of peekFolder(join(path, folder))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.kind === "folder" && !PASSED_OVER.has(entry.name) && !apart.includes(inside)) folders.push(inside);
      if (entry.kind !== "file" || !isCandidate(entry.name)) continue;
      if (looksLikeRollout(path, inside)) return "it holds Codex rollouts";
      files += 1;
      if (files >= MOST_FILES) return undefined;
    }
  }
  return undefined;
}

export function locate(path: string, apart: readonly string[] = []): Location | undefined {
  const kind = kindOf(path);
  if (kind === "file") return { root: dirname(path), rollouts: [basename(path)] };
  if (kind !== "folder") return undefined;
  const tree = listTree(path, [...PASSED_OVER, ...apart]);
  const rollouts = [...tree.kinds].flatMap(([file, stands]) =>
    stands === "file" && isCandidate(file) && looksLikeRollout(path, file) ? [file] : [],
  );
  return { root: path, rollouts, tree };
}

function isCandidate(name: string): boolean {
  return name.toLowerCase().endsWith(".jsonl");
}

function looksLikeRollout(root: string, path: string): boolean {
  const first = readEnds(root, path, LOOKED_AT)?.first;
  if (first === undefined) return false;
  const bytes = Buffer.from(first.buffer, first.byteOffset, first.byteLength);
  let start = 0;
  // A crash can leave a bad first line; what follows still tells.
  for (let lines = 0; lines < 20 && start < bytes.length; lines += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    if (isRolloutLine(bytes.subarray(start, end))) return true;
    start = end + 1;
  }
  return false;
}

const ENVELOPE = /^"(?:session_meta|turn_context|response_item|event_msg|compacted)"$/;

function isRolloutLine(line: Buffer): boolean {
  const members = memberSpans(line);
  if (members === undefined) return false;
  const names = new Set(members.map(({ name }) => name));
  const type = members.find(({ name }) => name === "type")?.value;
  if (type !== undefined) return names.has("payload") && ENVELOPE.test(line.toString("latin1", type.start, type.end));
  if (names.has("record_type")) return true;
  return names.has("id") && names.has("timestamp") && (names.has("instructions") || names.has("git"));
}
