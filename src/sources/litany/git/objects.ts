import { createHash } from "node:crypto";
import type { EntryKind } from "../../support/files.ts";
import { decodeText } from "../../support/text.ts";

/** The name of an object: 40 hex digits. */
export type ObjectId = string;

export type ObjectType = "commit" | "tree" | "blob" | "tag";

export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
}

export interface TreeEntry {
  readonly name: string;
  readonly stands: EntryKind;
  readonly oid: ObjectId;
}

export interface Commit {
  readonly tree: ObjectId;
  /** First parent. */
  readonly parent?: ObjectId;
  /** ISO 8601 in UTC; absent when it cannot be read. */
  readonly authoredAt?: string;
  /** First line of the message, or the beginning of a very long one. */
  readonly subject: string;
}

/** The engine writes no longer ones, and what is matched against must be short. */
const LONGEST_SUBJECT = 1_000;

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** The name that the content itself gives an object. */
export function nameOf({ type, bytes }: GitObject): ObjectId {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Entries in recorded order, or those before the first that is ill-formed. */
export function parseTree(bytes: Uint8Array): { readonly entries: readonly TreeEntry[]; readonly whole: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < buffer.length) {
    const space = buffer.indexOf(0x20, at);
    const nul = space < 0 ? -1 : buffer.indexOf(0, space);
    if (nul < 0 || space - at > 6 || nul + 21 > buffer.length) return { entries, whole: false };
    entries.push({
      name: decodeText(buffer.subarray(space + 1, nul)).text,
      stands: standsAs(buffer.toString("latin1", at, space)),
      oid: buffer.toString("hex", nul + 1, nul + 21),
    });
    at = nul + 21;
  }
  return { entries, whole: true };
}

export function parseCommit(bytes: Uint8Array): Commit | undefined {
  // A subject and the head are short; a message can be of any length.
  const { text } = decodeText(bytes.subarray(0, 64 * 1024));
  const blank = text.indexOf("\n\n");
  const head = (blank < 0 ? text : text.slice(0, blank)).split("\n");
  const tree = /^tree ([0-9a-f]{40})$/.exec(head[0] ?? "")?.[1];
  if (tree === undefined) return undefined;
  const parent = /^parent ([0-9a-f]{40})$/.exec(head[1] ?? "")?.[1];
  const author = head.find((line) => line.startsWith("author "));
  const authoredAt = author === undefined ? undefined : timeIn(author);
  return {
    tree,
    subject: blank < 0 ? "" : (text.slice(blank + 2, blank + 2 + LONGEST_SUBJECT).split("\n", 1)[0] ?? ""),
    ...(parent === undefined ? {} : { parent }),
    ...(authoredAt === undefined ? {} : { authoredAt }),
  };
}

function timeIn(author: string): string | undefined {
  const seconds = Number(/> (\d{1,11}) [+-]\d{4}$/.exec(author)?.[1] ?? Number.NaN);
  // Later years have no plain form.
  if (Number.isNaN(seconds) || seconds > 253_402_300_799) return undefined;
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

function standsAs(mode: string): EntryKind {
  if (/^10[0-7]{4}$/.test(mode)) return "file";
  if (mode === "40000" || mode === "040000") return "folder";
  return mode === "120000" ? "link" : "other";
}
