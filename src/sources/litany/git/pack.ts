import type { OpenFile } from "../../support/safe-read.ts";
import { applyDelta } from "./delta.ts";
import { inflate, LARGEST_OBJECT, longestStream, OBJECT_COST } from "./inflate.ts";
import type { GitObject, ObjectId, ObjectType } from "./objects.ts";

/** A chain of deltas is followed so far, and as long as what it takes to undo it stays below this. */
const DEEPEST_CHAIN = 4_096;
const DEAREST_CHAIN = 2 * LARGEST_OBJECT;
const KEPT_BYTES = 16 * 1024 * 1024;
const LARGEST_KEPT = 4 * 1024 * 1024;
const HEAD_BYTES = 40;

const TYPES: ReadonlyMap<number, ObjectType> = new Map([
  [1, "commit"],
  [2, "tree"],
  [3, "blob"],
  [4, "tag"],
]);

/** What stands at one offset of a pack. */
export interface PackEntry {
  readonly kind: ObjectType | "delta";
  /** The base of a delta: its offset, or its name. */
  readonly base?: number | ObjectId;
  readonly bytes: Uint8Array;
  /** Where the next entry begins. */
  readonly end: number;
}

export interface Pack {
  /** The object at an offset, with all deltas undone; `undefined` when it cannot be read. */
  at(offset: number): GitObject | undefined;
  entryAt(offset: number): PackEntry | undefined;
  /** Offset of an object; `undefined` when the pack does not hold it. */
  find(oid: ObjectId): number | undefined;
}

/** Reads a pack by ranges, never whole. `spend` is told of every byte that is produced. */
export function readPack(
  file: OpenFile,
  find: (oid: ObjectId) => number | undefined,
  spend: (bytes: number) => void,
): Pack {
  const kept = recentObjects();
  const unreadable = new Set<number>();
  return { at: remembering, entryAt, find };

  function remembering(offset: number): GitObject | undefined {
    const object = unreadable.has(offset) ? undefined : at(offset);
    if (object === undefined) unreadable.add(offset);
    return object;
  }

  function entryAt(offset: number): PackEntry | undefined {
    const head = readHead(file.read(offset, Math.min(file.size, offset + HEAD_BYTES)), offset);
    if (head === undefined || head.size > LARGEST_OBJECT) return undefined;
    const start = offset + head.length;
    const inflated = inflate(file.read(start, Math.min(file.size, start + longestStream(head.size))), head.size);
    if (inflated?.bytes.length !== head.size) return undefined;
    spend(head.size + OBJECT_COST);
    const { kind, base } = head;
    return { kind, bytes: inflated.bytes, end: start + inflated.consumed, ...(base === undefined ? {} : { base }) };
  }

  function at(offset: number): GitObject | undefined {
    const chain = new Set<number>();
    const deltas: { readonly offset: number; readonly delta: Uint8Array }[] = [];
    let cost = 0;
    let object: GitObject | undefined;
    for (let place: number | undefined = offset; object === undefined; ) {
      object = kept.get(place);
      if (object !== undefined) break;
      if (chain.has(place) || chain.size > DEEPEST_CHAIN || cost > DEAREST_CHAIN) return undefined;
      chain.add(place);
      const entry = entryAt(place);
      if (entry === undefined) return undefined;
      if (entry.kind === "delta") {
        deltas.push({ offset: place, delta: entry.bytes });
        cost += entry.bytes.length;
        place = typeof entry.base === "string" ? find(entry.base) : entry.base;
        if (place === undefined) return undefined;
      } else {
        object = { type: entry.kind, bytes: entry.bytes };
        kept.set(place, object);
      }
    }
    for (const { offset: place, delta } of deltas.toReversed()) {
      const bytes = applyDelta(object.bytes, delta);
      if (bytes === undefined) return undefined;
      spend(bytes.length);
      cost += bytes.length;
      if (cost > DEAREST_CHAIN) return undefined;
      object = { type: object.type, bytes };
      kept.set(place, object);
    }
    return object;
  }
}

interface Head {
  readonly kind: PackEntry["kind"];
  readonly size: number;
  readonly base?: number | ObjectId;
  readonly length: number;
}

function readHead(bytes: Uint8Array, offset: number): Head | undefined {
  let at = 0;
  const first = bytes[0];
  if (first === undefined) return undefined;
  let size = first & 0x0f;
  for (let byte = first; byte >= 0x80; ) {
    at += 1;
    const next = bytes[at];
    if (next === undefined || at > 6) return undefined;
    size += (next & 0x7f) * 2 ** (7 * at - 3);
    byte = next;
  }
  at += 1;
  const type = (first >> 4) & 7;
  const kind = TYPES.get(type);
  if (kind !== undefined) return { kind, size, length: at };
  if (type === 7) {
    if (at + 20 > bytes.length) return undefined;
    const base = Buffer.from(bytes.subarray(at, at + 20)).toString("hex");
    return { kind: "delta", size, base, length: at + 20 };
  }
  if (type !== 6) return undefined;
  let distance = -1;
  for (let count = 0; count < 8; count += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    at += 1;
    distance = (distance + 1) * 128 + (byte & 0x7f);
    if (byte < 0x80)
      return distance > 0 && distance < offset
        ? { kind: "delta", size, base: offset - distance, length: at }
        : undefined;
  }
  return undefined;
}

/** Bases are read again and again, so the last ones stay at hand. */
function recentObjects() {
  const recent = new Map<number, GitObject>();
  let size = 0;
  return {
    get(offset: number): GitObject | undefined {
      const found = recent.get(offset);
      if (found === undefined) return undefined;
      recent.delete(offset);
      recent.set(offset, found);
      return found;
    },
    set(offset: number, object: GitObject): void {
      if (object.bytes.length > LARGEST_KEPT || recent.has(offset)) return;
      recent.set(offset, object);
      size += object.bytes.length;
      for (const [oldest, { bytes }] of recent) {
        if (size <= KEPT_BYTES) break;
        recent.delete(oldest);
        size -= bytes.length;
      }
    },
  };
}
