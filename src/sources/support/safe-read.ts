import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Place } from "../../model/index.ts";

export type ReadOutcome =
  | { readonly type: "read"; readonly bytes: Uint8Array }
  /** Not a regular file inside the folder. */
  | { readonly type: "refused" }
  /** The system would not give its bytes. */
  | { readonly type: "failed" };

/** Reads a regular file below `root`. No link on the way is followed, and a pipe is not waited for. */
export function readInside(root: string, path: string): ReadOutcome {
  return withFile(root, path, (file) => ({ type: "read", bytes: file.read(0, file.size) }));
}

/** The first and last bytes of a regular file below `root`. */
export function readEnds(
  root: string,
  path: string,
  length: number,
): { first: Uint8Array; last: Uint8Array } | undefined {
  let ends: { first: Uint8Array; last: Uint8Array } | undefined;
  withFile(root, path, (file) => {
    const first = file.read(0, Math.min(length, file.size));
    const last = file.read(Math.max(0, file.size - length), file.size);
    ends = { first, last };
    return { type: "read", bytes: first };
  });
  return ends;
}

/** What the file system says of one path becomes a stated absence; a bug of ours must not. */
export function ignoreSystemError(error: unknown): undefined {
  if (error instanceof Error && "code" in error) return undefined;
  throw error;
}

/** A regular file held open. Whoever opened it closes it. */
export interface OpenFile {
  /** Bytes it had when it was opened. */
  readonly size: number;
  /** The bytes `[start, end)`; fewer where the file has become shorter. */
  read(start: number, end: number): Uint8Array;
  close(): void;
}

export type OpenOutcome =
  | { readonly type: "open"; readonly file: OpenFile }
  | { readonly type: "refused" }
  | { readonly type: "failed" };

/** Opens a regular file below `root` for reading. No link on the way is followed, and a pipe is not waited for. */
export function openInside(root: string, path: string): OpenOutcome {
  const full = join(root, path);
  let descriptor: number | undefined;
  try {
    // A folder on the way may have become a link since it was listed.
    if (realpathSync.native(dirname(full)) !== dirname(join(realpathSync.native(root), path)))
      return { type: "refused" };
    descriptor = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return { type: "open", file: openFile(descriptor, stat.size) };
    closeSync(descriptor);
    return { type: "refused" };
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    ignoreSystemError(error);
    return { type: "failed" };
  }
}

/** The bytes `[start, end)` of a regular file below `root`; fewer where the file ends before. */
export function readSpan(root: string, path: string, start: number, end: number): ReadOutcome {
  return withFile(root, path, (file) => ({ type: "read", bytes: file.read(start, Math.min(end, file.size)) }));
}

/** The bytes at a place below `root`; none where they cannot be read any more. A bug and a failing disk are thrown. */
export function bytesAt(root: string, { file, start, end }: Place): Uint8Array {
  const opened = openInside(root, file);
  if (opened.type !== "open") return new Uint8Array();
  try {
    return opened.file.read(start ?? 0, Math.min(end ?? opened.file.size, opened.file.size));
  } finally {
    opened.file.close();
  }
}

function withFile(root: string, path: string, use: (file: OpenFile) => ReadOutcome): ReadOutcome {
  const opened = openInside(root, path);
  if (opened.type !== "open") return opened;
  try {
    return use(opened.file);
  } catch (error) {
    ignoreSystemError(error);
    return { type: "failed" };
  } finally {
    opened.file.close();
  }
}

function openFile(descriptor: number, size: number): OpenFile {
  return {
    size,
    read: (start, end) => readRange(descriptor, start, Math.max(start, end)),
    close: () => closeSync(descriptor),
  };
}

function readRange(descriptor: number, start: number, end: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, start + length);
    // The file became shorter since its size was asked for.
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
