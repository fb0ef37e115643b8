import type { OpenFile } from "../../support/safe-read.ts";
import { nameOf, type ObjectId } from "./objects.ts";
import { type Pack, readPack } from "./pack.ts";

const HEAD = 8 + 256 * 4;
const LARGEST_INDEX = 512 * 1024 * 1024;
/** Names as bases are rare, and chains of them rarer still. */
const ROUNDS = 50;

export type Find = (oid: ObjectId) => number | undefined;

/** Looks objects up in an index file of version 2; `undefined` when it is of another version or does not add up. */
export function readIndex(file: OpenFile): Find | undefined {
  if (file.size < HEAD + 40 || file.size > LARGEST_INDEX) return undefined;
  const bytes = Buffer.from(file.read(0, file.size));
  if (bytes.length < file.size || bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2) return undefined;
  const fan = (at: number) => (at < 0 ? 0 : bytes.readUInt32BE(8 + 4 * at));
  const count = fan(255);
  const offsets = HEAD + 24 * count;
  const large = offsets + 4 * count;
  for (let at = 0; at < 256; at += 1) if (fan(at - 1) > fan(at)) return undefined;
  if (large + 40 > bytes.length) return undefined;
  return (oid) => {
    const wanted = Buffer.from(oid, "hex");
    const first = wanted[0] ?? 0;
    let low = fan(first - 1);
    let high = fan(first);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const name = HEAD + 20 * middle;
      const order = bytes.compare(wanted, 0, 20, name, name + 20);
      if (order === 0) return offsetAt(middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  };

  function offsetAt(at: number): number | undefined {
    const small = bytes.readUInt32BE(offsets + 4 * at);
    if (small < 0x80000000) return small;
    const place = large + 8 * (small - 0x80000000);
    if (place + 48 > bytes.length) return undefined;
    return bytes.readUInt32BE(place) * 2 ** 32 + bytes.readUInt32BE(place + 4);
  }
}

/** Finds out by reading it which objects a pack holds, where no index says so. Ends at the first damage. */
export function indexPack(file: OpenFile, start: number, spend: (bytes: number) => void): Pack | undefined {
  const head = Buffer.from(file.read(start, Math.min(file.size, start + 12)));
  if (head.length < 12 || head.toString("latin1", 0, 4) !== "PACK") return undefined;
  const version = head.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  const places = new Map<ObjectId, number>();
  // What failed for want of a base is tried again, so each round begins anew.
  const open = () => readPack(file, (oid) => places.get(oid), spend);
  const entries = open();
  let pending: number[] = [];
  let offset = start + 12;
  for (let left = head.readUInt32BE(8); left > 0; left -= 1) {
    const entry = entries.entryAt(offset);
    if (entry === undefined) break;
    if (entry.kind === "delta") pending.push(offset);
    else places.set(nameOf({ type: entry.kind, bytes: entry.bytes }), offset);
    offset = entry.end;
  }
  for (let round = 0; round < ROUNDS && pending.length > 0; round += 1) {
    const pack = open();
    const left: number[] = [];
    for (const place of pending) {
      const object = pack.at(place);
      if (object === undefined) left.push(place);
      else places.set(nameOf(object), place);
    }
    if (left.length === pending.length) break;
    pending = left;
  }
  return open();
}
