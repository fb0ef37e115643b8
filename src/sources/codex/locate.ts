import type { FileTree } from "../support/files.ts";
import { memberSpans } from "../support/json-spans.ts";
import { type Look, locateFiles, looksLike } from "../support/locate.ts";
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

const look: Look = { candidate: (name) => name.toLowerCase().endsWith(".jsonl"), fits: looksLikeRollout, most: 200 };

/** Says what looks like one of this format. */
export function recognise(path: string, apart: readonly string[] = []): string | undefined {
  const found = looksLike(path, apart, look);
  if (found === undefined) return undefined;
  return found === "file" ? "its lines are those of a Codex rollout" : "it holds Codex rollouts";
}

export function locate(path: string, apart: readonly string[] = []): Location | undefined {
  const found = locateFiles(path, apart, look);
  if (found === undefined) return undefined;
  const { files, ...rest } = found;
  return { ...rest, rollouts: files };
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
