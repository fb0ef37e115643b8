import { isUtf8 } from "node:buffer";

/** Bytes as text. `text` has neither a byte order mark nor invalid bytes: those are U+FFFD. */
export interface Decoded {
  readonly text: string;
  readonly bom: boolean;
  /** `false`: some bytes were not UTF-8. */
  readonly exact: boolean;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: false });

export function decodeText(bytes: Uint8Array): Decoded {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: decoder.decode(bytes), bom, exact: isUtf8(bytes) };
}

/** The same text by itself: a piece cut from a text keeps the whole of it in memory for as long as the piece is kept. */
export function detached(piece: string): string {
  return Buffer.from(piece, "utf16le").toString("utf16le");
}
