import { dirname, join } from "node:path/posix";
import type { TaskId } from "../../model/index.ts";
import { append, groupBy } from "../support/group.ts";
import type { StepFacts, TrajectoryFacts } from "./facts.ts";
import type { Reference } from "./records.ts";
import { endsWithName, only, type Thread } from "./threads.ts";

/** A step's reference to a sub-agent, resolved as far as the workspace allows. */
export interface Link {
  readonly parent: TaskId;
  readonly child: TaskId;
  readonly part: number;
  readonly step: number;
  readonly call?: number;
  readonly result: number;
  readonly how: string;
}

/** A sub-agent of which nothing is here but a reference. */
export interface Mentioned {
  readonly id: TaskId;
  readonly parentId?: TaskId;
  readonly summary?: string;
  readonly helper: boolean;
}

export interface Family {
  readonly threads: ReadonlyMap<TaskId, Thread>;
  readonly mentioned: ReadonlyMap<TaskId, Mentioned>;
  readonly links: readonly Link[];
  /** Threads that a compaction started, and the words of the reference. */
  readonly helpers: ReadonlyMap<TaskId, string | undefined>;
  parentOf(id: TaskId): TaskId | undefined;
}

export function joinFamily(threads: readonly Thread[]): Family {
  const byId = new Map(threads.map((thread) => [thread.taskId, thread]));
  const resolve = resolver(threads);
  const links: Link[] = [];
  const parents = new Map<TaskId, TaskId>();
  const helpers = new Map<TaskId, string | undefined>();
  const mentioned = new Map<TaskId, Mentioned>();
  for (const thread of threads) {
    for (const { part, step, place, reference, call, result } of referencesOf(thread)) {
      const found = resolve(part, reference);
      const child = found?.thread.taskId ?? nameOf(reference);
      if (child === undefined || child === thread.taskId) continue;
      const summary = textOf(reference.extra?.summary);
      if (!byId.has(child) && !mentioned.has(child)) {
        mentioned.set(child, {
          id: child,
          parentId: thread.taskId,
          helper: step.compaction,
          ...(summary === undefined ? {} : { summary }),
        });
      }
      if (!parents.has(child)) parents.set(child, thread.taskId);
      if (step.compaction && !helpers.has(child)) helpers.set(child, summary);
      links.push({
        parent: thread.taskId,
        child,
        part: thread.parts.indexOf(part),
        step: place,
        result,
        how: found?.how ?? "the step's observation names it, and it is not here",
        ...(call === undefined ? {} : { call }),
      });
    }
  }
  const bySession = groupBy(threads, (thread) => [...new Set(thread.parts.flatMap((part) => part.sessionId ?? []))]);
  for (const thread of threads) {
    const named = thread.parts[0]?.parentSessionId;
    if (parents.has(thread.taskId) || named === undefined) continue;
    const parent = bySession.get(named)?.find((other) => other !== thread);
    const id = parent?.taskId ?? named;
    if (id === thread.taskId) continue;
    if (parent === undefined && !mentioned.has(id)) mentioned.set(id, { id, helper: false });
    parents.set(thread.taskId, id);
  }
  return { threads: byId, mentioned, links, helpers, parentOf: (id) => parents.get(id) };
}

function* referencesOf(thread: Thread) {
  for (const part of thread.parts) {
    for (const [place, step] of part.steps.entries()) {
      // A copied step's references belong to the step that it copies.
      if (step.copied) continue;
      for (const { reference, call, result } of step.references) yield { part, step, place, reference, call, result };
    }
  }
}

type Resolve = (
  from: TrajectoryFacts,
  reference: Reference,
) => { readonly thread: Thread; readonly how: string } | undefined;

/** By the trajectory's own id, by path, by session id, and at last by the end of a file's name. */
function resolver(threads: readonly Thread[]): Resolve {
  const threadOf = new Map(threads.flatMap((thread) => thread.parts.map((part) => [part, thread] as const)));
  const all = [...threadOf.keys()];
  const byTrajectory = groupBy(all, (one) => (one.trajectoryId === undefined ? [] : [one.trajectoryId]));
  const bySession = groupBy(all, (one) => (one.sessionId === undefined ? [] : [one.sessionId]));
  const byPath = new Map(all.filter((one) => one.document.key === "").map((one) => [one.document.path, one]));
  const byFolder = new Map<string, TrajectoryFacts[]>();
  for (const [path, one] of byPath) append(byFolder, dirname(path), one);
  return (from, { trajectory_id: trajectory, trajectory_path: path, session_id: session }) => {
    const others = (found: readonly TrajectoryFacts[] | undefined) =>
      (found ?? []).filter((one) => threadOf.get(one) !== threadOf.get(from));
    const answer = (one: TrajectoryFacts | undefined, by: string) => {
      const thread = one === undefined ? undefined : threadOf.get(one);
      return thread === undefined ? undefined : { thread, how: `the step's observation names it by ${by}` };
    };
    const folder = dirname(from.document.path);
    const byName = (found: readonly TrajectoryFacts[]) =>
      path === undefined ? [] : found.filter((one) => endsWithName(one.document.path, path));
    const sameTrajectory = trajectory === undefined ? [] : others(byTrajectory.get(trajectory));
    const sameSession = session === undefined ? [] : others(bySession.get(session));
    return (
      answer(sameTrajectory.find((one) => one.document.path === from.document.path) ?? sameTrajectory[0], "its id") ??
      answer(
        path === undefined ? undefined : others([byPath.get(join(folder, path))].filter((one) => one !== undefined))[0],
        "its path",
      ) ??
      answer(only(sameSession) ?? only(byName(sameSession)) ?? sameSession[0], "its session") ??
      answer(
        session === undefined ? only(byName(others(byFolder.get(folder)))) : undefined,
        "the end of its file's name",
      )
    );
  };
}

function nameOf({
  session_id: session,
  trajectory_id: trajectory,
  trajectory_path: path,
}: Reference): string | undefined {
  return session ?? trajectory ?? path;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The newest step of a thread that is its own. */
export function lastStep(thread: Thread): StepFacts | undefined {
  return thread.parts.at(-1)?.steps.findLast((step) => !step.copied);
}
