import { inflateSync } from "node:zlib";
import { ignoreSystemError } from "../../support/safe-read.ts";
import { isJsonObject, member } from "../../support/values.ts";

/** An object that says to be larger is not read. */
export const LARGEST_OBJECT = 256 * 1024 * 1024;

/** An object takes as long as so many bytes, however small it is. */
export const OBJECT_COST = 16 * 1024;

/** Most objects are small, and a chunk is memory that is asked for each time. */
const SMALLEST_CHUNK = 64;
const LARGEST_CHUNK = 64 * 1024;

export interface Inflated {
  readonly bytes: Uint8Array;
  /** Compressed bytes that the stream took. */
  readonly consumed: number;
}

/** How long a stream of so many bytes can be at the most, whatever wrote it. */
export function longestStream(size: number): number {
  return size + Math.ceil(size / 8) + Math.ceil(size / 64) + 64;
}

/** A zlib stream that may be followed by other bytes. `undefined`: it is damaged, cut, or gives more than `atMost` bytes. */
export function inflate(stream: Uint8Array, atMost: number): Inflated | undefined {
  try {
    const answer: unknown = inflateSync(stream, {
      maxOutputLength: Math.max(1, atMost),
      chunkSize: Math.min(Math.max(SMALLEST_CHUNK, atMost + 1), LARGEST_CHUNK),
      info: true,
    });
    if (!isJsonObject(answer)) return undefined;
    const bytes = member(answer, "buffer");
    const engine = answer.engine;
    const consumed =
      typeof engine === "object" && engine !== null && "bytesWritten" in engine ? engine.bytesWritten : 0;
    if (!(bytes instanceof Uint8Array) || typeof consumed !== "number" || bytes.length > atMost) return undefined;
    return { bytes, consumed };
  } catch (error) {
    return ignoreSystemError(error);
  }
}
