import { basename } from "node:path/posix";
import type { TaskId } from "../../model/index.ts";
import { openInside } from "../support/safe-read.ts";
import type { RecordLine } from "./entry.ts";
import type { Member } from "./family.ts";
import { type Head, readHead } from "./head.ts";
import { type Copied, compareWithOriginal, guessCopied, readOriginal } from "./inherit.ts";
import type { Location } from "./locate.ts";
import { recordsOf } from "./records.ts";
import { type ScannedFile, scanRollout } from "./scan.ts";

export interface Sessions {
  /** By Task id, in the order of their files. */
  readonly members: ReadonlyMap<TaskId, Member>;
  readonly unreadable: readonly string[];
  readonly repeatedIds: ReadonlySet<TaskId>;
}

interface Peeked extends ScannedFile {
  readonly taskId: TaskId;
  readonly head: Head;
  /** The session that its history was copied from, if it was. */
  readonly from?: string;
}

/** Reads every rollout once, those that others were forked from once more before that. */
export function readSessions({ root, rollouts }: Location): Sessions {
  const unreadable: string[] = [];
  const repeatedIds = new Set<TaskId>();
  const peeked = new Map<TaskId, Peeked>();
  for (const path of rollouts) {
    const size = sizeOf(root, path);
    if (size === undefined) {
      unreadable.push(path);
      continue;
    }
    const { head, from } = peek(recordsOf(root, path, size));
    const name = basename(path);
    const id = head.id ?? idInName(name) ?? path;
    const taskId = unused(id, peeked);
    if (taskId !== id) repeatedIds.add(taskId);
    peeked.set(taskId, { path, name, size, taskId, head, ...(from === undefined || from === id ? {} : { from }) });
  }
  const copies = findCopies(root, peeked);
  const members = new Map<TaskId, Member>();
  for (const [taskId, { path, name, size }] of peeked) {
    const copied = copies.get(taskId);
    const facts = scanRollout({ path, name, size }, recordsOf(root, path, size), copied);
    members.set(taskId, { taskId, facts, ...(copied === undefined ? {} : { copied }) });
  }
  return { members, unreadable, repeatedIds };
}

const PEEKED_LINES = 20;

/** The session's own head, and whose head follows it in a copied history. */
function peek(records: Iterable<RecordLine>): { readonly head: Head; readonly from?: string } {
  let head: Head | undefined;
  let second: string | undefined;
  let seen = 0;
  for (const { entry } of records) {
    seen += 1;
    if (entry.type === "meta") {
      if (head === undefined) head = readHead(entry.value);
      else second = readHead(entry.value).id;
    }
    if (second !== undefined || seen >= PEEKED_LINES) break;
  }
  const from = head?.forkedFrom ?? (second === head?.id ? undefined : second);
  return { head: head ?? {}, ...(from === undefined ? {} : { from }) };
}

/** Original by original, so that no more than one is held at a time. */
function findCopies(root: string, peeked: ReadonlyMap<TaskId, Peeked>): ReadonlyMap<TaskId, Copied> {
  const copies = new Map<TaskId, Copied>();
  const forks = [...peeked.values()].filter(({ from }) => from !== undefined);
  for (const from of new Set(forks.flatMap((fork) => fork.from ?? []))) {
    const source = peeked.get(from);
    const original = source === undefined ? undefined : readOriginal(recordsOf(root, source.path, source.size));
    for (const fork of forks.filter((one) => one.from === from)) {
      const records = () => recordsOf(root, fork.path, fork.size);
      const copied =
        original === undefined
          ? guessCopied(from, fork.head.id ?? "", records)
          : compareWithOriginal(from, records(), original);
      if (copied !== undefined) copies.set(fork.taskId, copied);
    }
  }
  return copies;
}

function unused(id: TaskId, taken: ReadonlyMap<TaskId, unknown>): TaskId {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}~${number}`)) number += 1;
  return `${id}~${number}`;
}

function idInName(name: string): string | undefined {
  return /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(name)?.[0];
}

function sizeOf(root: string, path: string): number | undefined {
  const opened = openInside(root, path);
  if (opened.type !== "open") return undefined;
  opened.file.close();
  return opened.file.size;
}
