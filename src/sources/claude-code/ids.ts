import type { ItemId, Place, RecordId } from "../../model/index.ts";
import type { Facts, Spot } from "./facts.ts";
import type { Transcript } from "./reader.ts";

export function recordIdOf(file: Transcript, spot: Spot): RecordId {
  return file.shape === "lines" ? `${file.path}:${spot.n}` : `${file.path}:[${spot.n}]`;
}

/** `L118` in JSON Lines; in a web export the element as a query would name it: `[117]`. */
export function labelOf(file: Transcript, spot: Spot): string {
  return file.shape === "lines" ? `L${spot.n}` : `[${spot.n}]`;
}

export function placeOf(file: Transcript, spot: Spot): Place {
  const { n, start, end } = spot;
  return file.shape === "lines" ? { file: file.path, line: n, start, end } : { file: file.path, start, end };
}

/** What a record's rows are named after: its own id, else its place. */
export function baseOf(file: Transcript, facts: Facts): string {
  return facts.uuid ?? recordIdOf(file, facts);
}

/** `block` counts from 1; `occurrence` is set from the second record of that name on. */
export function itemIdOf(base: string, block: number, occurrence: number | undefined): ItemId {
  return occurrence === undefined ? `${base}#${block}` : `${base}#${block}~${occurrence}`;
}
