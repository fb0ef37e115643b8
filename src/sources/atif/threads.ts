import { dirname, join } from "node:path/posix";
import type { TaskId } from "../../model/index.ts";
import { groupBy } from "../support/group.ts";
import { documentId, type TrajectoryFacts } from "./facts.ts";

/** One Task's trajectories: the first, and those that continue it. */
export interface Thread {
  readonly taskId: TaskId;
  readonly parts: readonly TrajectoryFacts[];
  /** It names a continuation that is not here. */
  readonly cutOff: boolean;
}

/** Joins trajectories with their continuations, and gives each thread an id: its session's, where that is free. */
export function joinThreads(trajectories: readonly TrajectoryFacts[]): readonly Thread[] {
  const next = findContinuations(trajectories);
  const continued = new Set(next.values());
  const threads: Thread[] = [];
  const taken = new Set<TaskId>();
  const done = new Set<TrajectoryFacts>();
  const add = (first: TrajectoryFacts) => {
    const parts: TrajectoryFacts[] = [];
    for (let part: TrajectoryFacts | undefined = first; part !== undefined && !done.has(part); part = next.get(part)) {
      done.add(part);
      parts.push(part);
    }
    const last = parts.at(-1);
    const taskId = freeId(first, taken);
    taken.add(taskId);
    threads.push({ taskId, parts, cutOff: last?.continuedBy !== undefined && !next.has(last) });
  };
  for (const one of trajectories) if (!continued.has(one)) add(one);
  // A circle of continuations has no beginning; its first file by name is taken for it.
  for (const one of trajectories) if (!done.has(one)) add(one);
  return threads;
}

function freeId(first: TrajectoryFacts, taken: ReadonlySet<TaskId>): TaskId {
  const { document, sessionId, trajectoryId } = first;
  // An embedded trajectory can share its session's id with the one that holds it.
  const names = document.key === "" ? [sessionId, trajectoryId] : [trajectoryId, sessionId];
  const ids = names.filter((name) => name !== undefined && name !== "");
  const free = ids.find((id) => id !== undefined && !taken.has(id));
  if (free !== undefined) return free;
  const base = ids[0] ?? documentId(document);
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}~${number}`)) number += 1;
  return `${base}~${number}`;
}

/** By its path; where that does not resolve, the one file of the same session that its name ends with, or that counts on. */
function findContinuations(trajectories: readonly TrajectoryFacts[]): ReadonlyMap<TrajectoryFacts, TrajectoryFacts> {
  const files = trajectories.filter((one) => one.document.key === "");
  const byPath = new Map(files.map((one) => [one.document.path, one]));
  const bySession = groupBy(files, (one) => (one.sessionId === undefined ? [] : [one.sessionId]));
  const next = new Map<TrajectoryFacts, TrajectoryFacts>();
  const used = new Set<TrajectoryFacts>();
  for (const one of files) {
    if (one.continuedBy === undefined) continue;
    const exact = byPath.get(join(dirname(one.document.path), one.continuedBy));
    const same = (one.sessionId === undefined ? [] : (bySession.get(one.sessionId) ?? [])).filter(
      (other) => other !== one && dirname(other.document.path) === dirname(one.document.path),
    );
    const found =
      exact ??
      only(same.filter((other) => endsWithName(other.document.path, one.continuedBy ?? ""))) ??
      only(same.filter((other) => indexOf(other) === indexOf(one) + 1));
    if (found === undefined || found === one || used.has(found)) continue;
    next.set(one, found);
    used.add(found);
  }
  return next;
}

/** A file whose name has something put before the name that it is referred to by. */
export function endsWithName(path: string, reference: string): boolean {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  if (name === "" || !path.endsWith(name)) return false;
  return /[._/-]$/.test(path.slice(0, path.length - name.length)) || path === name;
}

function indexOf({ document }: TrajectoryFacts): number {
  const index = document.agent.extra?.continuation_index;
  return typeof index === "number" ? index : 0;
}

export function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}
