import type { Gap, Sender, Summary, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { present } from "../support/values.ts";
import type { AgentFacts } from "./facts.ts";
import { findGaps } from "./gaps.ts";
import { findInherited, type Inherited } from "./inherited.ts";
import { layOut } from "./layout.ts";
import { findReturns, type Return } from "./mailbox.ts";
import { looksLikeAgentId, parentOf } from "./names.ts";
import { scanAgent, textAt } from "./scan.ts";

/** Everything that the index pass found; no transcript text. */
export interface LitanyWorkspace {
  readonly tree: FileTree;
  readonly loneAgent?: string;
  readonly agents: ReadonlyMap<TaskId, AgentFacts>;
  /** Agents that only a sender's or a child's name speaks of, with the goal of the call that started them. */
  readonly mentioned: ReadonlyMap<TaskId, { readonly goal?: string }>;
  /** All of them: parents before children, siblings by id. */
  readonly taskIds: readonly TaskId[];
  readonly inherited: Inherited;
  readonly returns: ReadonlyMap<TaskId, readonly Return[]>;
  readonly gaps: ReadonlyMap<TaskId, readonly Gap[]>;
  readonly summaries: ReadonlyMap<TaskId, readonly Summary[]>;
  readonly sender: (id: string) => Sender;
}

export function scanWorkspace(tree: FileTree, loneAgent: string | undefined): LitanyWorkspace {
  const agents = new Map(layOut(tree, loneAgent).map((layout) => [layout.id, scanAgent(tree, layout)]));
  const mentioned = findMentioned(agents);
  const taskIds = inTreeOrder([...agents.keys(), ...mentioned.keys()]);
  const inherited = findInherited(tree, agents);
  const summaries = new Map([...agents].map(([id, agent]) => [id, readSummaries(tree, agent)]));
  const gaps = new Map([...agents].map(([id, agent]) => [id, findGaps(agent.entries, summaries.get(id) ?? [])]));
  const known = new Set(taskIds);
  return {
    tree,
    ...(loneAgent === undefined ? {} : { loneAgent }),
    agents,
    mentioned,
    taskIds,
    inherited,
    returns: findReturns(agents, inherited),
    gaps: new Map([...gaps].filter(([, found]) => found.length > 0)),
    summaries,
    sender: (id) => present({ id, taskId: known.has(id) ? id : undefined, name: agents.get(id)?.name }),
  };
}

/** Senders whose names are agent ids, and handles that dispatch results name. */
function findMentioned(agents: ReadonlyMap<TaskId, AgentFacts>): ReadonlyMap<TaskId, { readonly goal?: string }> {
  const mentioned = new Map<TaskId, { readonly goal?: string }>();
  for (const agent of agents.values()) {
    const goals = new Map<string, string | undefined>();
    for (const entry of agent.entries) {
      if (entry.type === "mail" && looksLikeAgentId(entry.origin)) mention(entry.origin, undefined);
      for (const call of entry.calls) {
        for (const delegate of call.delegates) goals.set(`${delegate.section ?? ""}/${call.id}`, delegate.title);
      }
      for (const result of entry.results) {
        for (const { handle, section } of result.handles) {
          const key = `${section ?? ""}/${result.id}`;
          if (goals.has(key) || looksLikeAgentId(handle)) mention(handle, goals.get(key));
        }
      }
    }
    for (const { sender } of agent.deposits)
      if (sender !== undefined && looksLikeAgentId(sender)) mention(sender, undefined);
  }
  return mentioned;

  function mention(id: TaskId, goal: string | undefined): void {
    if (agents.has(id)) return;
    const known = mentioned.get(id);
    if (known === undefined || (known.goal === undefined && goal !== undefined)) mentioned.set(id, present({ goal }));
  }
}

function inTreeOrder(ids: readonly TaskId[]): readonly TaskId[] {
  const known = new Set(ids);
  // Ids of descendants begin with their ancestor's id and a hyphen, which sorts before letters and digits but not
  // before every character; so the tree is walked and not only sorted.
  const roots: TaskId[] = [];
  const children = new Map<TaskId, TaskId[]>();
  for (const id of [...known].sort()) {
    const parent = parentOf(id, known);
    if (parent === undefined || !known.has(parent)) roots.push(id);
    else children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const ordered: TaskId[] = [];
  const stack = roots.reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    ordered.push(id);
    stack.push(...(children.get(id) ?? []).reverse());
  }
  return ordered;
}

function readSummaries(tree: FileTree, agent: AgentFacts): readonly Summary[] {
  return agent.summaries.flatMap((path) => {
    const text = textAt(tree, path);
    return text === undefined ? [] : [{ text, record: path, place: { file: path } }];
  });
}
