import type { RecordNote, TaskId, Usage } from "../../model/index.ts";
import type { BoundaryFacts, Facts } from "./facts.ts";
import { baseOf, itemIdOf, recordIdOf } from "./ids.ts";
import type { Thread } from "./threads.ts";

/** One record of a ledger while the index is made: what is known of it, and what becomes of it. */
export interface Line {
  readonly thread: Thread;
  readonly facts: Facts;
  readonly about: About;
  /** Set on records that no row names. */
  fate?: RecordNote["disposition"];
}

/** What the rest of its ledger says of a record. Filled while the index is made, read when rows are. */
export interface About {
  /** From 2 on: how many records of this name came before, and itself. */
  occurrence?: number;
  /** A reply of the model begins here. */
  reply?: ReplyStart;
  /** It stands on a branch that the session left. */
  left?: true;
  /** Its record names a parent that the file does not hold. */
  parentMissing?: true;
  /** The source took it back. */
  retracted?: true;
  /** Blocks that were cleared from context later on. */
  cleared?: readonly number[];
  run?: string;
  inheritedFrom?: Original;
  /** The boundary record that this summary belongs to. */
  boundary?: BoundaryFacts;
  /** When it was put into the queue that delivered it. */
  storedAt?: string;
  /** It left the queue, and nothing else shows it delivered: handed to the model at an unknown point, or taken back. */
  onlyQueued?: "taken" | "withdrawn";
}

export interface ReplyStart {
  readonly key?: string;
  usage?: Usage;
  finish?: string;
  /** Calls of the model that failed before it answered. */
  retries: number;
}

/** The record of another Task that this one copies: what its rows are named after. */
export interface Original {
  readonly taskId: TaskId;
  readonly base: string;
  readonly occurrence?: number;
}

/** One Task's records in the order of its ledger. */
export interface Ledger {
  readonly taskId: TaskId;
  readonly lines: readonly Line[];
}

export function createLedger(taskId: TaskId, threads: readonly Thread[]): Ledger {
  const lines = threads.flatMap((thread) => thread.facts.map((facts): Line => ({ thread, facts, about: {} })));
  return { taskId, lines };
}

/** Records that give rows. */
export function shownLines(ledger: Ledger): readonly Line[] {
  return ledger.lines.filter((line) => line.fate === undefined);
}

/** `block` counts from 1. */
export function itemOf(line: Line, block: number): string {
  return itemIdOf(baseOf(line.thread.file, line.facts), block, line.about.occurrence);
}

export function recordOf(line: Line): string {
  return recordIdOf(line.thread.file, line.facts);
}

/** Records of one name that are not the same get numbers, so that ids stay apart. */
export function numberOccurrences(ledger: Ledger): void {
  const seen = new Map<string, number>();
  for (const line of ledger.lines) {
    if (line.fate !== undefined) continue;
    const base = baseOf(line.thread.file, line.facts);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    if (count > 1) line.about.occurrence = count;
  }
}
