import { ZIP_COMMENT } from "../zip-format.ts";
import { zipBytes } from "./zip.ts";

/** Whether the archive says that taskfolio wrote it; another program that packs a report says nothing. */
export function saysOurs(zip: Uint8Array): boolean {
  const end = zip.subarray(Math.max(0, zip.length - ZIP_COMMENT.length));
  return Buffer.from(end).toString("latin1") === ZIP_COMMENT;
}

/** Whether the archive is, byte for byte, what this version of taskfolio writes of these files. */
export async function isAsWritten(
  zip: Uint8Array,
  paths: Iterable<string>,
  read: (path: string) => Promise<Uint8Array>,
): Promise<boolean> {
  let at = 0;
  for await (const piece of zipBytes(paths, read)) {
    if (Buffer.compare(piece, zip.subarray(at, at + piece.length)) !== 0) return false;
    at += piece.length;
  }
  return at === zip.length;
}
