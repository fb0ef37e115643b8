import type { Place } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { readSpan } from "../support/safe-read.ts";
import { decodeText } from "../support/text.ts";
import { parseJson } from "../support/values.ts";
import { readingBlobs } from "./payloads.ts";
import { readRaw } from "./raw.ts";

const LINE_FEED = 0x0a;

/**
 * The bytes at a place that this reader gave out: of a whole line as recorded; of a `raw` inside a line, the bytes that it
 * stands for; of a blob, its own. A place without a range is of something withheld, or of a whole file, and gives none.
 */
export function readPlace(tree: FileTree, place: Place): Uint8Array {
  const { file, start, end } = place;
  if (place.rewritten || tree.kinds.get(file) !== "file") return new Uint8Array();
  if (start === undefined || end === undefined) return file.startsWith("blobs/") ? read(tree, file) : new Uint8Array();
  const before = Math.max(0, start - 1);
  const outcome = readSpan(tree.root, file, before, end);
  if (outcome.type !== "read") return new Uint8Array();
  // Lines begin after a line feed, a `raw` never does.
  if (start === 0 || outcome.bytes[0] === LINE_FEED) return outcome.bytes.subarray(start - before);
  const parsed = parseJson(decodeText(outcome.bytes.subarray(1)).text);
  return (parsed.type === "json" ? readRaw(parsed.value, readingBlobs(tree)) : undefined) ?? new Uint8Array();
}

function read(tree: FileTree, file: string): Uint8Array {
  const outcome = tree.read(file);
  return outcome.type === "read" ? outcome.bytes : new Uint8Array();
}
