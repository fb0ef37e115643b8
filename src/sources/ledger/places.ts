import type { Place } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { type OpenFile, openInside } from "../support/safe-read.ts";
import { decodeText } from "../support/text.ts";
import { parseJson } from "../support/values.ts";
import { readingBlobs } from "./payloads.ts";
import { readRaw } from "./raw.ts";
import { readWindows, type Windows } from "./windows.ts";

export interface Places {
  /**
   * The bytes at a place that this reader gave out: of a whole line as recorded; of a `raw` inside a line, the bytes that
   * it stands for; of a blob, its own. A place without a range is of something withheld, or of a whole file, and gives none.
   */
  read(place: Place): Uint8Array;
  close(): void;
}

const LINE_FEED = 0x0a;
const NONE = new Uint8Array();

/** Keeps the file read last open, since places are asked for one after another. */
export function readPlaces(tree: FileTree): Places {
  const blobs = readingBlobs(tree);
  let last: { readonly path: string; readonly file: OpenFile; readonly windows: Windows } | undefined;
  return { read, close };

  function read({ file, start, end, rewritten }: Place): Uint8Array {
    if (rewritten || tree.kinds.get(file) !== "file") return NONE;
    if (start === undefined || end === undefined) return file.startsWith("blobs/") ? whole(file) : NONE;
    const from = Math.max(0, start - 1);
    const bytes = windowsOf(file)?.(from, end) ?? Buffer.alloc(0);
    // Lines begin after a line feed, a `raw` never does.
    if (start === 0 || bytes[0] === LINE_FEED) return Uint8Array.from(bytes.subarray(start - from));
    const parsed = parseJson(decodeText(bytes.subarray(1)).text);
    return (parsed.type === "json" ? readRaw(parsed.value, blobs) : undefined) ?? NONE;
  }

  function windowsOf(path: string): Windows | undefined {
    if (last?.path === path) return last.windows;
    close();
    const opened = openInside(tree.root, path);
    if (opened.type !== "open") return undefined;
    last = { path, file: opened.file, windows: readWindows(opened.file) };
    return last.windows;
  }

  function whole(path: string): Uint8Array {
    const outcome = tree.read(path);
    return outcome.type === "read" ? outcome.bytes : NONE;
  }

  function close(): void {
    last?.file.close();
    last = undefined;
  }
}
