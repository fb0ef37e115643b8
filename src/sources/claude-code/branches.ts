import { disjointSets } from "../support/disjoint-sets.ts";
import type { Facts } from "./facts.ts";
import type { FileScan } from "./scan.ts";

/** What the graph of parents says of a file's records, by their numbers. */
export interface Branches {
  /** Records on a branch that a rewind or a fork left. */
  readonly left: ReadonlySet<number>;
  /** Records whose parent the file does not hold. */
  readonly orphans: ReadonlySet<number>;
}

/**
 * File order is the order; parents only tell which records the session built on at its end. Parallel results fork the
 * graph too, so a side branch counts as left only where a prompt stands on it, or a reply that is nowhere on the line
 * that leads to the end. Walks no cycle twice.
 */
export function findBranches({ facts }: FileScan): Branches {
  const byId = firstById(facts);
  const parents = facts.map((found) => parentOf(facts, byId, found));
  const components = componentsOf(parents);
  const live = new Set<number>();
  for (const leaf of leavesOf(facts, components)) {
    for (let at: number | undefined = leaf; at !== undefined && !live.has(at); at = parents[at]) live.add(at);
  }
  const keys = new Set([...live].map((at) => replyKey(facts[at])).filter((key) => key !== undefined));
  const left = new Set<number>();
  for (const branch of branchesOf(parents, live).values()) {
    if (!branch.some((at) => speaks(facts[at], keys))) continue;
    for (const at of branch) left.add(facts[at]?.n ?? 0);
  }
  const orphans = facts.filter(({ parent }) => parent !== undefined && !byId.has(parent));
  return { left, orphans: new Set(orphans.map((found) => found.n)) };
}

function firstById(facts: readonly Facts[]): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (const [at, { uuid }] of facts.entries()) if (uuid !== undefined && !byId.has(uuid)) byId.set(uuid, at);
  return byId;
}

function parentOf(facts: readonly Facts[], byId: ReadonlyMap<string, number>, found: Facts): number | undefined {
  const at = byId.get(found.parent ?? found.logical ?? "");
  // An agent inside the session's file is no branch of the session.
  return at === undefined || facts[at]?.side !== found.side ? undefined : at;
}

/** Which records hang together, each by the first of them. */
function componentsOf(parents: readonly (number | undefined)[]): readonly number[] {
  const sets = disjointSets(parents.length);
  for (const [at, parent] of parents.entries()) if (parent !== undefined) sets.join(at, parent);
  return parents.map((_, at) => sets.least(at));
}

/** The last record of each component in which somebody speaks. */
function leavesOf(facts: readonly Facts[], components: readonly number[]): readonly number[] {
  const leaves = new Map<number, number>();
  for (const [at, { type }] of facts.entries()) {
    if (type === "user" || type === "reply") leaves.set(components[at] ?? at, at);
  }
  return [...leaves.values()];
}

/** Records off the line, grouped by the place where they leave it. What never reaches the line is loose, not left. */
function branchesOf(
  parents: readonly (number | undefined)[],
  live: ReadonlySet<number>,
): ReadonlyMap<number, number[]> {
  const start: (number | undefined)[] = [];
  const done = new Uint8Array(parents.length);
  for (const first of parents.keys()) {
    const path: number[] = [];
    let at: number | undefined = first;
    while (at !== undefined && !live.has(at) && done[at] === 0) {
      done[at] = 1;
      path.push(at);
      at = parents[at];
    }
    const reaches = at !== undefined && live.has(at);
    const known = at === undefined || reaches ? undefined : start[at];
    const branch = reaches ? path.at(-1) : known;
    for (const one of path) start[one] = branch;
  }
  const branches = new Map<number, number[]>();
  for (const [at, branch] of start.entries()) {
    if (branch === undefined) continue;
    const group = branches.get(branch);
    if (group === undefined) branches.set(branch, [at]);
    else group.push(at);
  }
  return branches;
}

function speaks(facts: Facts | undefined, keys: ReadonlySet<string>): boolean {
  const detail = facts?.detail;
  if (detail?.type === "user") return detail.voice === "prompt" && !detail.isMeta;
  if (detail?.type !== "reply" || !detail.real) return false;
  return detail.key === undefined || !keys.has(detail.key);
}

function replyKey(facts: Facts | undefined): string | undefined {
  return facts?.detail?.type === "reply" ? facts.detail.key : undefined;
}
