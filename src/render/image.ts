/** An image that is what its bytes say. */
export interface VerifiedImage {
  readonly bytes: Uint8Array;
  readonly extension: "png" | "jpg" | "gif" | "webp";
  readonly width: number;
  readonly height: number;
}

/** Strict base64 as bytes; `undefined` for anything else. */
export function decodeBase64(data: string): Uint8Array | undefined {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return undefined;
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Reads kind and size from the bytes themselves; `undefined` where they are no PNG, JPEG, GIF or WebP. */
export function verifyImage(bytes: Uint8Array): VerifiedImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  if (found === undefined || found.width === 0 || found.height === 0) return undefined;
  return { bytes, ...found };
}

type Found = Omit<VerifiedImage, "bytes">;

function startsWith(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return Array.from(text).every((character, offset) => view.getUint8(at + offset) === character.charCodeAt(0));
}

function readPng(view: DataView): Found | undefined {
  if (!startsWith(view, 0, "\x89PNG\r\n\x1a\n") || !startsWith(view, 12, "IHDR") || view.byteLength < 24)
    return undefined;
  return { extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): Found | undefined {
  if (!(startsWith(view, 0, "GIF87a") || startsWith(view, 0, "GIF89a")) || view.byteLength < 10) return undefined;
  return { extension: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): Found | undefined {
  if (!startsWith(view, 0, "RIFF") || !startsWith(view, 8, "WEBP") || view.byteLength < 30) return undefined;
  if (startsWith(view, 12, "VP8 ")) {
    return { extension: "webp", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(view, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { extension: "webp", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(view, 12, "VP8X")) return undefined;
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { extension: "webp", width: three(24) + 1, height: three(27) + 1 };
}

/** Walks the segments up to the frame header that tells the size. */
function readJpeg(view: DataView): Found | undefined {
  if (!startsWith(view, 0, "\xff\xd8\xff")) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return { extension: "jpg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    // 0xff may be repeated as padding; a segment is at least as long as its own length field.
    if (marker !== 0xff && length < 2) return undefined;
    at += marker === 0xff ? 1 : 2 + length;
  }
  return undefined;
}
