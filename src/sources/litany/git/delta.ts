import { LARGEST_OBJECT } from "./inflate.ts";

/** Applies a delta of a pack to its base; `undefined` when it does not fit or is ill-formed. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  const from = readSize(delta, 0);
  const to = from && readSize(delta, from.next);
  if (from === undefined || to === undefined || from.size !== base.length || to.size > LARGEST_OBJECT) return undefined;
  const result = new Uint8Array(to.size);
  let filled = 0;
  let at = to.next;
  while (at < delta.length) {
    const code = delta[at] ?? 0;
    at += 1;
    // The one code that is kept for later versions.
    if (code === 0) return undefined;
    let piece: Uint8Array;
    if (code < 0x80) {
      piece = delta.subarray(at, at + code);
      at += code;
      if (piece.length < code) return undefined;
    } else {
      let start = 0;
      let size = 0;
      for (let bit = 0; bit < 7; bit += 1) {
        if ((code & (1 << bit)) === 0) continue;
        const byte = delta[at];
        if (byte === undefined) return undefined;
        at += 1;
        if (bit < 4) start += byte * 2 ** (8 * bit);
        else size += byte * 2 ** (8 * (bit - 4));
      }
      if (size === 0) size = 0x10000;
      piece = base.subarray(start, start + size);
      if (piece.length < size) return undefined;
    }
    if (filled + piece.length > result.length) return undefined;
    result.set(piece, filled);
    filled += piece.length;
  }
  return filled === result.length ? result : undefined;
}

/** A size in groups of seven bits, the lowest first. */
function readSize(bytes: Uint8Array, start: number): { readonly size: number; readonly next: number } | undefined {
  let size = 0;
  for (let at = start; at < start + 7; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    size += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { size, next: at + 1 };
  }
  return undefined;
}
