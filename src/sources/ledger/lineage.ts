import type { Task, TaskId } from "../../model/index.ts";
import type { ProblemCode } from "./problems.ts";
import type { TaskFacts } from "./tasks.ts";

/**
 * Tasks with their roots, parents before children, else in the order given. The chain of parents decides what the root is;
 * a chain that leads back to its start is cut at the first of its Tasks, which then stands under "unattached".
 */
export function resolveLineage(
  tasks: readonly TaskFacts[],
  note: (code: ProblemCode, of: TaskFacts) => void,
): readonly Task[] {
  const byId = new Map(tasks.map((facts) => [facts.task.id, facts]));
  const cut = cutCycles(tasks, parentOf);
  for (const facts of cut) note("parent-cycle", facts);
  const resolved = new Map<TaskId, Task>();
  for (const facts of tasks) {
    for (const next of unresolvedChain(facts)) resolved.set(next.task.id, resolve(next));
  }
  return [...resolved.values()];

  /** The parent, where the record names one that is here. */
  function parentOf({ task }: TaskFacts): TaskFacts | undefined {
    return task.parentId === undefined || !task.attached ? undefined : byId.get(task.parentId);
  }

  /** From the topmost ancestor that is not resolved yet down to the Task itself. */
  function unresolvedChain(facts: TaskFacts): readonly TaskFacts[] {
    const chain: TaskFacts[] = [];
    let next: TaskFacts | undefined = facts;
    while (next !== undefined && !resolved.has(next.task.id)) {
      chain.push(next);
      next = cut.has(next) ? undefined : parentOf(next);
    }
    return chain.reverse();
  }

  function resolve(facts: TaskFacts): Task {
    const { task, rootId: recorded } = facts;
    const parent = cut.has(facts) ? undefined : parentOf(facts);
    if (parent !== undefined)
      return { ...task, rootId: agreed(facts, resolved.get(parent.task.id)?.rootId ?? parent.task.id) };
    if (cut.has(facts)) return { ...task, attached: false, rootId: recorded ?? task.id };
    if (!task.attached) return { ...task, rootId: recorded ?? task.id };
    if (task.parentId === undefined) return { ...task, rootId: agreed(facts, task.id) };
    note("parent-not-here", facts);
    return { ...task, rootId: recorded ?? task.parentId };
  }

  function agreed(facts: TaskFacts, root: TaskId): TaskId {
    if (facts.rootId !== undefined && facts.rootId !== root) note("root-disagrees", facts);
    return root;
  }
}

/** The Task of each cycle that was recorded first. */
function cutCycles(
  tasks: readonly TaskFacts[],
  parentOf: (facts: TaskFacts) => TaskFacts | undefined,
): ReadonlySet<TaskFacts> {
  const cut = new Set<TaskFacts>();
  const position = new Map(tasks.map((facts, at) => [facts, at]));
  /** The walk that reached a Task first. */
  const reached = new Map<TaskFacts, TaskFacts>();
  for (const start of tasks) {
    let at: TaskFacts | undefined = start;
    while (at !== undefined && !reached.has(at)) {
      reached.set(at, start);
      at = parentOf(at);
    }
    // Back on its own walk: a cycle.
    if (at !== undefined && reached.get(at) === start) cut.add(firstOfCycle(at));
  }
  return cut;

  function firstOfCycle(member: TaskFacts): TaskFacts {
    let first = member;
    for (let at = parentOf(member); at !== undefined && at !== member; at = parentOf(at)) {
      if ((position.get(at) ?? 0) < (position.get(first) ?? 0)) first = at;
    }
    return first;
  }
}
