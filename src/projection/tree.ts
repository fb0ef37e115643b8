import type { TaskId } from "../model/index.ts";
import type { Graph } from "./graph.ts";
import type { TaskFacts, TreeNode } from "./view.ts";

/** How much of the tree a Task page's navigation holds; the whole tree has pages of its own. */
const SIBLINGS_EITHER_SIDE = 20;
const CHILDREN = 50;
const ANCESTORS_EITHER_END = 5;

/** A Task's ancestors, root first: the first and the last five, `undefined` once where some are left out. */
export function ancestors(graph: Graph, id: TaskId): readonly (TaskFacts | undefined)[] {
  const chain: TaskFacts[] = [];
  const seen = new Set<TaskId>([id]);
  for (let above = parent(graph, id); above && !seen.has(above.task.id); above = parent(graph, above.task.id)) {
    seen.add(above.task.id);
    chain.push(above);
  }
  chain.reverse();
  if (chain.length <= 2 * ANCESTORS_EITHER_END) return chain;
  return [...chain.slice(0, ANCESTORS_EITHER_END), undefined, ...chain.slice(-ANCESTORS_EITHER_END)];
}

/** The part of the tree around one Task: its line of ancestors, its siblings and its children. */
export function treeAround(graph: Graph, id: TaskId): readonly TreeNode[] {
  const self = graph.facts(id);
  if (!self) return [];
  const line = ancestors(graph, id);
  const above = parent(graph, id);
  const siblings = above ? above.children : graph.roots.map((root) => root.task.id);
  let level = window(graph, siblings, id);
  for (const [i, ancestor] of [...line.entries()].reverse()) {
    if (!ancestor) continue;
    // The parent's other children stand in the window; of those further up only the line itself is shown.
    const inside = i === line.length - 1 ? 0 : ancestor.children.length - 1;
    level = [node(ancestor, false, level, inside > 0 ? { inside } : undefined)];
  }
  return level;
}

/** The Task among its siblings, with its first children below it. */
function window(graph: Graph, siblings: readonly TaskId[], id: TaskId): readonly TreeNode[] {
  const at = graph.position(id);
  const first = Math.max(0, at - SIBLINGS_EITHER_SIDE);
  const last = Math.min(siblings.length, at + SIBLINGS_EITHER_SIDE + 1);
  const nodes: TreeNode[] = [];
  for (const sibling of siblings.slice(first, last)) {
    const facts = graph.facts(sibling);
    if (!facts) continue;
    const current = sibling === id;
    const below = current ? children(graph, facts) : [];
    const inside = facts.children.length - below.length;
    const before = nodes.length === 0 ? first : 0;
    const after = sibling === siblings[last - 1] ? siblings.length - last : 0;
    const hidden = {
      ...(before > 0 && { before }),
      ...(inside > 0 && { inside }),
      ...(after > 0 && { after }),
    };
    nodes.push(node(facts, current, below, Object.keys(hidden).length > 0 ? hidden : undefined));
  }
  return nodes;
}

function children(graph: Graph, facts: TaskFacts): readonly TreeNode[] {
  return facts.children.slice(0, CHILDREN).flatMap((child) => {
    const below = graph.facts(child);
    return below
      ? [node(below, false, [], below.children.length > 0 ? { inside: below.children.length } : undefined)]
      : [];
  });
}

function node(facts: TaskFacts, current: boolean, below: readonly TreeNode[], hidden: TreeNode["hidden"]): TreeNode {
  const { task } = facts;
  return {
    taskId: task.id,
    title: task.title,
    status: task.status,
    record: task.record,
    current,
    helper: task.helper !== undefined,
    children: below,
    ...(hidden && { hidden }),
  };
}

function parent(graph: Graph, id: TaskId): TaskFacts | undefined {
  const facts = graph.facts(id);
  return facts && facts.parent === "here" && facts.depth > 0 && facts.task.parentId !== undefined
    ? graph.facts(facts.task.parentId)
    : undefined;
}
