import { describe, expect, it } from "vitest";
import { decodeBase64, verifyImage } from "../../src/render/image.ts";

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (one) => one.charCodeAt(0)) : part)),
  );
}

describe("verifyImage", () => {
  it("reads the size of each kind from its bytes", () => {
    const png = bytesOf("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 1, 0, 0, 0, 0, 2]);
    expect(verifyImage(png)).toMatchObject({ extension: "png", width: 256, height: 2 });
    expect(verifyImage(bytesOf("GIF89a", [3, 0, 4, 1]))).toMatchObject({ extension: "gif", width: 3, height: 260 });
    const jpeg = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc0, 0, 17, 8, 0, 5, 0, 6, 3, 0, 0]);
    expect(verifyImage(jpeg)).toMatchObject({ extension: "jpg", width: 6, height: 5 });
    const webp = (kind: string, rest: readonly number[]) =>
      bytesOf("RIFF", [0, 0, 0, 0], "WEBP", kind, [0, 0, 0, 0], rest);
    expect(verifyImage(webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, 7, 0, 8, 0]))).toMatchObject({ width: 7, height: 8 });
    expect(verifyImage(webp("VP8L", [0x2f, 4, 0x80, 0, 0, 0, 0, 0, 0, 0]))).toMatchObject({ width: 5, height: 3 });
    expect(verifyImage(webp("VP8X", [0, 0, 0, 0, 9, 0, 0, 19, 0, 0]))).toMatchObject({ width: 10, height: 20 });
  });

  it("takes nothing else for an image, whatever it begins with", () => {
    for (const bytes of [
      bytesOf(),
      bytesOf("<svg>"),
      bytesOf("\x89PNG\r\n\x1a\n"),
      bytesOf("GIF89a"),
      bytesOf("GIF89a", [0, 0, 1, 0]),
      bytesOf([0xff, 0xd8, 0xff]),
      bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]),
      bytesOf("RIFF", [0, 0, 0, 0], "WEBP", "XXXX", new Array(20).fill(0)),
    ]) {
      expect(verifyImage(bytes)).toBeUndefined();
    }
  });
});

describe("decodeBase64", () => {
  it("reads strict base64 only", () => {
    expect(decodeBase64("YWI=")).toEqual(bytesOf("ab"));
    expect(decodeBase64("")).toEqual(bytesOf());
    for (const data of ["YWI", "YW I=", "YWI=\n", "Y-I=", "=", "YWI=YWI="]) expect(decodeBase64(data)).toBeUndefined();
  });
});
