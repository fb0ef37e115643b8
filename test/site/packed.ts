import { crc32, deflateRawSync } from "node:zlib";

/** A file in a zip that is made by hand, to be wrong in any way that a hand can make it. */
export interface Packed {
  readonly path: string;
  readonly bytes?: Uint8Array;
  readonly deflate?: boolean;
  readonly method?: number;
  readonly flags?: number;
  /** Sizes after the data, zeros before it: what streaming programs write. */
  readonly described?: boolean;
  readonly localPath?: string;
  readonly localSize?: number;
  readonly statedSize?: number;
}

/** The smallest workspace that has a transcript. */
export const small = {
  "agents/20270101T000000Z-00000001/messages/001-user.md": "Say hello.",
  "agents/20270101T000000Z-00000001/messages/002-model-1.json": JSON.stringify([{ type: "text", text: "Hello." }]),
};

export function packed(entries: readonly Packed[]): Buffer {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  const put = (piece: Buffer) => {
    pieces.push(piece);
    offset += piece.length;
  };
  for (const entry of entries) {
    const bytes = entry.bytes ?? Buffer.alloc(0);
    const data = Buffer.from(entry.deflate ? deflateRawSync(bytes) : bytes);
    const method = entry.method ?? (entry.deflate ? 8 : 0);
    const flags = (entry.flags ?? 0) | (entry.described ? 8 : 0);
    const size = entry.statedSize ?? bytes.length;
    const at = offset;
    const facts = (own: readonly number[], path: string) => {
      const name = Buffer.from(path);
      const header = Buffer.alloc(26);
      header.writeUInt16LE(20, 0);
      header.writeUInt16LE(flags, 2);
      header.writeUInt16LE(method, 4);
      header.writeUInt16LE(0x2222, 6);
      header.writeUInt16LE(0x5a5a, 8);
      own.forEach((value, i) => {
        header.writeUInt32LE(value, 10 + i * 4);
      });
      header.writeUInt16LE(name.length, 22);
      return { header, name };
    };
    const truth = [crc32(bytes), data.length, size];
    const local = facts(
      entry.described ? [0, 0, 0] : [truth[0] ?? 0, truth[1] ?? 0, entry.localSize ?? size],
      entry.localPath ?? entry.path,
    );
    put(Buffer.concat([Buffer.from("PK\x03\x04"), local.header, local.name, data]));
    if (entry.described) {
      const after = Buffer.alloc(16);
      after.write("PK\x07\x08", "latin1");
      truth.forEach((value, i) => {
        after.writeUInt32LE(value, 4 + i * 4);
      });
      put(after);
    }
    const listed = facts(truth, entry.path);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), listed.header, tail, listed.name]));
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, directory, end]);
}
