import type { TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { append } from "../support/group.ts";
import { digestOf } from "./digest.ts";
import type { AgentFacts, EntryFacts } from "./facts.ts";
import { createdAtOf, parentOf, rootOf } from "./names.ts";

/** By agent and entry name: the agent whose entry it is a copy of. */
export type Inherited = ReadonlyMap<TaskId, ReadonlyMap<string, TaskId>>;

/**
 * Entries that an agent was started with: same file name and same bytes as in the agent that it was forked from. Only
 * entries of equal name and size are read again. An ancestor by id is believed at once; any other agent only where it
 * is older and shares more than an opening message, for two people may well begin with the same words.
 */
export function findInherited(tree: FileTree, agents: ReadonlyMap<TaskId, AgentFacts>): Inherited {
  const inherited = new Map<TaskId, Map<string, TaskId>>();
  const copies = groupCopies(tree, agents).map((holders) => ({
    holders,
    ids: new Set(holders.map((holder) => holder.agent.id)),
    oldest: oldestOf(holders),
  }));
  const shared = countShared(copies);
  for (const group of copies) {
    for (const { agent, entry } of group.holders) {
      const source = sourceOf(agent, group, shared);
      if (source === undefined) continue;
      const entries = inherited.get(agent.id) ?? new Map<string, TaskId>();
      entries.set(entry.name, source);
      inherited.set(agent.id, entries);
    }
  }
  return inherited;
}

interface Holder {
  readonly agent: AgentFacts;
  readonly entry: EntryFacts;
}

/** Agents that hold the same entry. */
interface Copies {
  readonly holders: readonly Holder[];
  readonly ids: ReadonlySet<TaskId>;
  readonly oldest: AgentFacts;
}

type Shared = ReadonlyMap<TaskId, ReadonlyMap<TaskId, number>>;

function groupCopies(tree: FileTree, agents: ReadonlyMap<TaskId, AgentFacts>): readonly (readonly Holder[])[] {
  const bySize = new Map<string, Holder[]>();
  for (const agent of agents.values()) {
    for (const entry of agent.entries) {
      if (entry.stands === "file") append(bySize, `${entry.size}/${entry.name}`, { agent, entry });
    }
  }
  const copies: (readonly Holder[])[] = [];
  for (const candidates of bySize.values()) {
    if (candidates.length < 2) continue;
    const byDigest = new Map<string, Holder[]>();
    for (const holder of candidates) {
      const outcome = tree.read(holder.entry.path);
      if (outcome.type === "read") append(byDigest, digestOf(outcome.bytes), holder);
    }
    copies.push(...[...byDigest.values()].filter((holders) => holders.length > 1));
  }
  return copies;
}

/** How many entries that are no mere message an agent shares with the oldest holder of each. */
function countShared(copies: readonly Copies[]): Shared {
  const shared = new Map<TaskId, Map<TaskId, number>>();
  for (const { holders, oldest } of copies) {
    for (const { agent, entry } of holders) {
      if (agent === oldest || entry.type === "mail") continue;
      const counts = shared.get(agent.id) ?? new Map<TaskId, number>();
      counts.set(oldest.id, (counts.get(oldest.id) ?? 0) + 1);
      shared.set(agent.id, counts);
    }
  }
  return shared;
}

function sourceOf(agent: AgentFacts, { ids, oldest }: Copies, shared: Shared): TaskId | undefined {
  for (let id = parentOf(agent.id, ids); id !== undefined; id = parentOf(id, ids)) if (ids.has(id)) return id;
  const root = rootOf(agent.id);
  if (root !== undefined && root !== agent.id && ids.has(root)) return root;
  if (oldest.id === agent.id || !isOlder(oldest.id, agent.id)) return undefined;
  return (shared.get(agent.id)?.get(oldest.id) ?? 0) > 0 ? oldest.id : undefined;
}

function oldestOf(holders: readonly Holder[]): AgentFacts {
  const [first, ...rest] = holders.map((holder) => holder.agent);
  if (first === undefined) throw new RangeError("a group of copies has no holder");
  return rest.reduce((oldest, agent) => (isOlder(agent.id, oldest.id) ? agent : oldest), first);
}

/** By the time in the id; an id without one is as old as it can be, for it was not made by a dispatch. */
function isOlder(a: TaskId, b: TaskId): boolean {
  const first = createdAtOf(a) ?? "";
  const second = createdAtOf(b) ?? "";
  return first === second ? a < b : first < second;
}
