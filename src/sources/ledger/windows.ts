import type { OpenFile } from "../support/safe-read.ts";

/** The bytes `[start, end)` of an open file. */
export type Windows = (start: number, end: number) => Buffer;

const WINDOW = 1024 * 1024;
const NEAR = 64 * 1024;

/** Reads a file ahead by 1 MB while ranges follow each other, so that rows in the order of the file cost no read each. */
export function readWindows(file: OpenFile): Windows {
  let from = 0;
  let window: Buffer = Buffer.alloc(0);
  let last = 0;
  return (start, end) => {
    if (start < from || end > from + window.length) {
      const follows = start >= last && start - last <= NEAR;
      const bytes = file.read(start, follows ? Math.max(end, Math.min(file.size, start + WINDOW)) : end);
      window = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      from = start;
    }
    last = end;
    return window.subarray(start - from, end - from);
  };
}
