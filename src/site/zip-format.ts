/** One file of a zip as both of its headers tell it. */
export interface ZipEntry {
  readonly path: string;
  readonly crc: number;
  /** 0 stored, 8 deflated. */
  readonly method: 0 | 8;
  readonly packed: number;
  readonly size: number;
  /** Of the local header. */
  readonly offset: number;
}

/** Stands at the very end of an archive that taskfolio wrote. */
export const ZIP_COMMENT = "taskfolio";

export const LOCAL = { signature: 0x04034b50, bytes: 30 } as const;
export const CENTRAL = { signature: 0x02014b50, bytes: 46 } as const;
export const END = { signature: 0x06054b50, bytes: 22 } as const;

/** What fits into an archive that every program opens. */
export const MOST = { entries: 0xfffe, bytes: 0xffff_fffe } as const;

const NEEDED = 20;
/** By a Unix, so that unpacking gives the mode below and not what the unpacker's mask makes. */
const MADE_BY = (3 << 8) | NEEDED;
const MODE = 0o100644;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, midnight: written as numbers, so that no time zone can move it. */
const TIME = 0;
const DATE = (1 << 5) | 1;

export function localHeader(entry: ZipEntry): Uint8Array {
  const name = Buffer.from(entry.path, "utf8");
  const header = Buffer.alloc(LOCAL.bytes);
  header.writeUInt32LE(LOCAL.signature, 0);
  writeFacts(header, 4, entry, name.length);
  return Buffer.concat([header, name]);
}

export function centralHeader(entry: ZipEntry): Uint8Array {
  const name = Buffer.from(entry.path, "utf8");
  const header = Buffer.alloc(CENTRAL.bytes);
  header.writeUInt32LE(CENTRAL.signature, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeFacts(header, 6, entry, name.length);
  header.writeUInt32LE(MODE * 0x10000, 38);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, name]);
}

export function endOfZip(entries: number, centralBytes: number, centralOffset: number): Uint8Array {
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(centralBytes, 12);
  end.writeUInt32LE(centralOffset, 16);
  end.writeUInt16LE(ZIP_COMMENT.length, 20);
  return Buffer.concat([end, Buffer.from(ZIP_COMMENT, "latin1")]);
}

/** The run of fields that both headers share. */
function writeFacts(header: Buffer, at: number, entry: ZipEntry, nameBytes: number): void {
  header.writeUInt16LE(NEEDED, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(TIME, at + 6);
  header.writeUInt16LE(DATE, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.packed, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(nameBytes, at + 22);
}
