import type { TaskId } from "../../model/index.ts";
import { append } from "./group.ts";

/** Parents before children, siblings as given. A chain of parents that bites its tail is entered at its first Task. */
export function inTreeOrder(ids: Iterable<TaskId>, parentOf: (id: TaskId) => TaskId | undefined): readonly TaskId[] {
  const known = new Set(ids);
  const children = new Map<TaskId, TaskId[]>();
  const roots: TaskId[] = [];
  for (const id of known) {
    const parent = parentOf(id);
    if (parent === undefined || !known.has(parent)) roots.push(id);
    else append(children, parent, id);
  }
  const ordered = new Set<TaskId>();
  const walk = (root: TaskId) => {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (ordered.has(id)) continue;
      ordered.add(id);
      for (const child of (children.get(id) ?? []).toReversed()) stack.push(child);
    }
  };
  for (const root of roots) walk(root);
  for (const id of known) walk(id);
  return [...ordered];
}

/** The Task at the top of a chain of parents; in a circle, the Task itself. */
export function rootOf(id: TaskId, parentOf: (id: TaskId) => TaskId | undefined): TaskId {
  const seen = new Set([id]);
  let top = id;
  for (let parent = parentOf(top); parent !== undefined; parent = parentOf(top)) {
    if (seen.has(parent)) return id;
    seen.add(parent);
    top = parent;
  }
  return top;
}
