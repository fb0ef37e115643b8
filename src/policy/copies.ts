import type { ItemId, Restriction, TaskId } from "../model/index.ts";

/** A Task's own texts, which are copies of what its ledger or another's holds. */
export type Facet = "goal" | "title" | "result";

/** Names something that can be withheld: a row or a stored message by its id, or one of a Task's own texts. */
export type Name = { readonly taskId: TaskId } & ({ readonly itemId: ItemId } | { readonly facet: Facet });

export interface Node {
  readonly name: Name;
  /** Nodes that share a key hold the same text in places that are known to be copies of each other. */
  readonly keys: readonly string[];
  /** What it is a copy of: it follows them, they do not follow it. */
  readonly copyOf: readonly Name[];
}

/** Restrictions by name. */
export function createRestrictions() {
  const tasks = new Map<TaskId, Map<string, Restriction>>();
  return {
    get: (name: Name): Restriction | undefined => tasks.get(name.taskId)?.get(keyOf(name)),
    /** The first restriction stays. Answers whether it was new. */
    add(name: Name, restriction: Restriction): boolean {
      const own = tasks.get(name.taskId) ?? new Map<string, Restriction>();
      tasks.set(name.taskId, own);
      if (own.has(keyOf(name))) return false;
      own.set(keyOf(name), restriction);
      return true;
    },
    remove(name: Name): void {
      tasks.get(name.taskId)?.delete(keyOf(name));
    },
    byTask: (): ReadonlyMap<TaskId, ReadonlyMap<string, Restriction>> => tasks,
  };
}
export type Restrictions = ReturnType<typeof createRestrictions>;

/** Spreads what is withheld into its copies until nothing new is. Linear in nodes, keys and links. */
export function followCopies(nodes: readonly Node[], withheld: Restrictions): void {
  const byKey = new Map<string, Node[]>();
  const copies = new Map<string, Node[]>();
  for (const node of nodes) {
    for (const key of node.keys) push(byKey, key, node);
    for (const origin of node.copyOf) push(copies, wholeKey(origin), node);
  }
  const pending = nodes.filter((node) => withheld.get(node.name));
  for (let node = pending.pop(); node; node = pending.pop()) {
    const restriction = withheld.get(node.name);
    if (!restriction) continue;
    const reached = [...(copies.get(wholeKey(node.name)) ?? []), ...node.keys.flatMap((key) => byKey.get(key) ?? [])];
    // Each key is followed once: whoever shares it is withheld from now on.
    for (const key of node.keys) byKey.delete(key);
    for (const other of reached) if (withheld.add(other.name, restriction)) pending.push(other);
  }
}

function keyOf(name: Name): string {
  return "itemId" in name ? `i${name.itemId}` : `f${name.facet}`;
}

function wholeKey(name: Name): string {
  return JSON.stringify([name.taskId, keyOf(name)]);
}

function push(map: Map<string, Node[]>, key: string, node: Node): void {
  const group = map.get(key);
  if (group) group.push(node);
  else map.set(key, [node]);
}
