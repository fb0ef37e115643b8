import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { centralHeader, endOfZip, localHeader, MOST, type ZipEntry } from "../zip-format.ts";
import { TargetError } from "./target-error.ts";

/** Part of the format: another level gives other bytes. */
const LEVEL = 6;

/**
 * The bytes of a report as a zip, file by file in the order of their paths. The same files give the same bytes
 * everywhere: no clock, no mode of a file, and a compressor that is the same code on every machine.
 */
export async function* zipBytes(
  paths: Iterable<string>,
  read: (path: string) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const path of [...paths].sort()) {
    const bytes = await read(path);
    const deflated = deflateSync(bytes, { level: LEVEL });
    const stored = deflated.length >= bytes.length;
    const data = stored ? bytes : deflated;
    const entry: ZipEntry = {
      path,
      crc: crc32(bytes),
      method: stored ? 0 : 8,
      packed: data.length,
      size: bytes.length,
      offset,
    };
    if (offset + data.length > MOST.bytes || central.length >= MOST.entries) throw tooMuch();
    const header = localHeader(entry);
    yield header;
    yield data;
    offset += header.length + data.length;
    central.push(centralHeader(entry));
  }
  const bytes = central.reduce((sum, header) => sum + header.length, 0);
  if (offset + bytes > MOST.bytes) throw tooMuch();
  yield* central;
  yield endOfZip(central.length, bytes, offset);
}

function tooMuch(): TargetError {
  return new TargetError(
    `The report is too large for one zip that opens everywhere (${MOST.entries} files, 4 GiB): leave --zip out, or build with --lean.`,
  );
}
