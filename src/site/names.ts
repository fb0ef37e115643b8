import { hash } from "node:crypto";
import type { ItemId, TaskId } from "../projection/index.ts";

/** Hex characters of a sha256 that names carry. */
const SHORT = 12;
const RAW = 32;

export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}

/** A Task's folder name and the first half of its rows' anchors. Made of its id alone. */
export function slug(id: TaskId): string {
  return `t-${sha256(id).slice(0, SHORT)}`;
}

/** A row's `id` attribute, the same in every shape. */
export function anchor(taskSlug: string, itemId: ItemId): string {
  return `${taskSlug}-${sha256(itemId).slice(0, SHORT)}`;
}

export function rawName(bytes: Uint8Array, extension: string): string {
  return `raw/${sha256(bytes).slice(0, RAW)}.${extension}`;
}

/** The file of a step's request, named by where it stands. */
export function requestName(file: string): string {
  return `sent-${sha256(file).slice(0, SHORT)}.html`;
}

/** Two ids whose names would be the same: 48 bits make it a fault to report, not a case to handle. */
export function collision(ids: Iterable<string>, name: (id: string) => string): readonly [string, string] | undefined {
  const taken = new Map<string, string>();
  for (const id of ids) {
    const made = name(id);
    const other = taken.get(made);
    if (other !== undefined && other !== id) return [other, id];
    taken.set(made, id);
  }
  return undefined;
}
