import { createHash } from "node:crypto";
import type { OpenWorkspace, RowRef, TaskId } from "../model/index.ts";
import type { Decisions } from "./decide.ts";
import { partText, rowStrings, TELLING, telling } from "./strings.ts";

/** Something shown that holds, word for word, a string withheld elsewhere. */
export interface Leak {
  readonly taskId: TaskId;
  /** Absent where a Task's own title, goal or result holds it. */
  readonly row?: RowRef;
}

/**
 * Looks for every withheld line of 24 characters or more in what will be shown. Free quotation cannot be followed as copies
 * are; it can be pointed at. `recorded` is the workspace as read, `seen` as the policy lets it be seen.
 */
export async function findLeaks(
  recorded: OpenWorkspace,
  seen: OpenWorkspace,
  decisions: Decisions,
): Promise<readonly Leak[]> {
  const needles = createNeedles();
  for (const task of recorded.index.tasks) {
    if (!decisions.touched.has(task.id)) continue;
    for await (const row of recorded.rows(task.id)) {
      if (decisions.tasks.has(task.id) || decisions.of({ taskId: task.id, itemId: row.itemId }))
        rowStrings(row).forEach(needles.add);
    }
    for (const message of recorded.index.stored.get(task.id) ?? []) {
      if (decisions.of({ taskId: task.id, itemId: message.itemId })) needles.add(partText(message.parts));
    }
  }
  const leaks: Leak[] = [];
  if (needles.empty()) return leaks;
  for (const task of seen.index.tasks) {
    const own = [task.title, task.goal, task.agent, task.status.reason, task.result && partText(task.result.parts)];
    if (own.some((text) => text !== undefined && needles.foundIn(text))) leaks.push({ taskId: task.id });
    for await (const row of seen.rows(task.id)) {
      if (rowStrings(row).some(needles.foundIn))
        leaks.push({ taskId: task.id, row: { taskId: task.id, itemId: row.itemId } });
    }
  }
  return leaks;
}

// A rolling hash over the first characters of each needle: one multiplication a character, however many needles.
const BASE = 257;
const MODULUS = 2 ** 31 - 1;

/** Strings to look for, kept as digests. */
function createNeedles() {
  /** By hash of the first characters: the lengths that begin so, and their digests. */
  const heads = new Map<number, Map<number, Set<string>>>();
  let power = 1;
  for (let i = 1; i < TELLING; i += 1) power = times(power, BASE);
  const digest = (text: string) => createHash("sha256").update(text, "utf16le").digest("base64");
  return {
    empty: () => heads.size === 0,
    add(text: string): void {
      for (const line of text.split("\n")) {
        const needle = telling(line);
        if (needle === undefined) continue;
        const head = hashOf(needle);
        const lengths = heads.get(head) ?? new Map<number, Set<string>>();
        heads.set(head, lengths);
        lengths.set(needle.length, (lengths.get(needle.length) ?? new Set()).add(digest(needle)));
      }
    },
    foundIn(text: string): boolean {
      if (text.length < TELLING) return false;
      let hash = hashOf(text);
      for (let start = 0; ; start += 1) {
        const lengths = heads.get(hash);
        if (lengths) {
          for (const [length, digests] of lengths) {
            if (start + length <= text.length && digests.has(digest(text.slice(start, start + length)))) return true;
          }
        }
        const next = start + TELLING;
        if (next >= text.length) return false;
        const without = (hash - times(text.charCodeAt(start), power) + MODULUS) % MODULUS;
        hash = (times(without, BASE) + text.charCodeAt(next)) % MODULUS;
      }
    },
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < TELLING; i += 1) hash = (times(hash, BASE) + text.charCodeAt(i)) % MODULUS;
  return hash;
}

/** `a × b mod MODULUS` for `a` below 2^31 and `b` below 2^16, or BASE: the product stays an exact integer. */
function times(a: number, b: number): number {
  return (a * b) % MODULUS;
}
