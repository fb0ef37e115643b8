import { crc32, inflateRawSync } from "node:zlib";
import type { Problem, ReportSource } from "./verify.ts";
import { CENTRAL, END, LOCAL, ZIP_COMMENT } from "./zip-format.ts";

/** A file as the archive's directory at its end lists it. */
interface Listed {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const ENCRYPTED = 0x0001;
/** Sizes follow the data: what writers do that do not know them before. */
const DESCRIBED = 0x0008;
const MOST_DESCRIBED = 24;

/**
 * Reads a zip in memory; nothing is ever extracted. What is unsound is a problem, and unsound files are not read: names that
 * would leave a folder or meet another, headers that contradict each other, bytes that belong to nothing.
 */
export function zipSource(bytes: Uint8Array): ReportSource {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const problems: Problem[] = [];
  const files = new Map<string, Listed & { readonly data: Uint8Array }>();
  const folded = new Map<string, string>();
  let covered = 0;
  const directory = readDirectory(view);
  if (typeof directory === "string") problems.push({ kind: "unsound", path: "", says: directory });
  const listed = typeof directory === "string" ? [] : directory.entries;
  for (const entry of [...listed].sort((a, b) => a.offset - b.offset)) {
    const { path } = entry;
    const unsound = (says: string) => problems.push({ kind: "unsound", path, says });
    const wrong = nameProblem(path);
    const twin = folded.get(path.toLowerCase());
    folded.set(path.toLowerCase(), path);
    const local = readLocal(view, entry);
    if (wrong !== undefined) unsound(wrong);
    else if (twin !== undefined)
      unsound(twin === path ? "stands twice in the archive" : `has the same name as ${twin} where case does not count`);
    else if (typeof local === "string") unsound(local);
    else if (entry.offset < covered) unsound("shares bytes of the archive with another file");
    else {
      if (entry.offset - covered > local.slack) unsound("stands behind bytes that belong to no file");
      if (!path.endsWith("/")) files.set(path, { ...entry, data: local.data });
      else if (entry.size > 0) unsound("is a folder with content");
    }
    if (typeof local !== "string") covered = Math.max(covered, local.end);
  }
  if (typeof directory !== "string" && (directory.offset < covered || directory.offset - covered > MOST_DESCRIBED))
    problems.push({ kind: "unsound", path: "", says: "the archive holds bytes that belong to no file" });
  const root = rootOf(files.keys());
  return {
    problems,
    files: new Map([...files].map(([path, { size }]) => [path.slice(root.length), size])),
    read: async (path) => {
      const entry = files.get(root + path);
      return entry && unpack(entry);
    },
  };
}

/** The bytes of a file; `undefined` when they do not unpack to what the archive says. Never more than it says. */
function unpack({ data, method, size, crc }: Listed & { readonly data: Uint8Array }): Uint8Array | undefined {
  let bytes = data;
  if (method === 8) {
    try {
      bytes = inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
    } catch {
      return undefined;
    }
  }
  return bytes.length === size && crc32(bytes) === crc ? bytes : undefined;
}

function readDirectory(zip: Buffer): string | { readonly entries: readonly Listed[]; readonly offset: number } {
  const end = findEnd(zip);
  if (end === undefined) return "is not a zip, or its end is damaged";
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const offset = zip.readUInt32LE(end + 16);
  if (zip.readUInt32LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count) return "is one part of several";
  // Ours, or none: else one changed byte would make an archive of ours look like another program's.
  if (!["", ZIP_COMMENT].includes(zip.toString("latin1", end + END.bytes)))
    return "ends in a comment that taskfolio does not write";
  if (offset + size !== end) return "its directory is not where it says";
  const entries: Listed[] = [];
  let at = offset;
  for (let i = 0; i < count; i += 1) {
    if (at + CENTRAL.bytes > end || zip.readUInt32LE(at) !== CENTRAL.signature) return "its directory is damaged";
    const name = zip.readUInt16LE(at + 28);
    entries.push({
      path: zip.toString("utf8", at + CENTRAL.bytes, at + CENTRAL.bytes + name),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at += CENTRAL.bytes + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return at === end ? { entries, offset } : "its directory is damaged";
}

/** The record at the end whose comment reaches exactly to the end of the file. */
function findEnd(zip: Buffer): number | undefined {
  for (let at = zip.length - END.bytes; at >= 0 && at >= zip.length - END.bytes - 0xffff; at -= 1)
    if (zip.readUInt32LE(at) === END.signature && at + END.bytes + zip.readUInt16LE(at + 20) === zip.length) return at;
  return undefined;
}

/** What stands before the data must say the same as the directory. */
function readLocal(
  zip: Buffer,
  entry: Listed,
): string | { readonly data: Uint8Array; readonly end: number; readonly slack: number } {
  const at = entry.offset;
  if (at + LOCAL.bytes > zip.length || zip.readUInt32LE(at) !== LOCAL.signature)
    return "is not where the directory says";
  const name = zip.readUInt16LE(at + 26);
  const start = at + LOCAL.bytes + name + zip.readUInt16LE(at + 28);
  const end = start + entry.packed;
  if (zip.toString("utf8", at + LOCAL.bytes, at + LOCAL.bytes + name) !== entry.path)
    return "has another name in the directory than before its data";
  if (end > zip.length) return "is longer than the archive";
  const described = (entry.flags & DESCRIBED) !== 0;
  const facts = [zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18), zip.readUInt32LE(at + 22)];
  const same = facts.every((fact, i) => fact === [entry.crc, entry.packed, entry.size][i]);
  const unknown = described && facts.every((fact) => fact === 0);
  if (zip.readUInt16LE(at + 6) !== entry.flags || zip.readUInt16LE(at + 8) !== entry.method || !(same || unknown))
    return "is told differently by the directory and before its data";
  if ((entry.flags & ENCRYPTED) !== 0) return "is encrypted";
  if (entry.method !== 0 && entry.method !== 8) return "is packed in a way that this program does not know";
  if (entry.method === 0 && entry.packed !== entry.size) return "has two sizes";
  return { data: zip.subarray(start, end), end, slack: MOST_DESCRIBED };
}

function nameProblem(path: string): string | undefined {
  if (path === "" || /^(\/|[a-z]:)/i.test(path) || path.includes("\\")) return "has a name that leads out of a folder";
  const parts = (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "has a name that leads out of a folder";
  return undefined;
}

/** Some programs pack the folder, not what is in it: then everything stands under one name. */
function rootOf(paths: Iterable<string>): string {
  const all = [...paths];
  if (all.includes("manifest.json")) return "";
  const first = all[0]?.split("/", 1)[0];
  const root = `${first}/`;
  return first !== undefined && all.includes(`${root}manifest.json`) && all.every((path) => path.startsWith(root))
    ? root
    : "";
}
