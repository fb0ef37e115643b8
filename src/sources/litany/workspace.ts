import type { Gap, Sender, Summary, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { groupBy } from "../support/group.ts";
import { present } from "../support/values.ts";
import type { GitFacts } from "./branches.ts";
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
  readonly mentioned: ReadonlyMap<TaskId, Mention>;
  /** All of them: parents before children, siblings by id. */
  readonly taskIds: readonly TaskId[];
  readonly inherited: Inherited;
  readonly returns: ReadonlyMap<TaskId, readonly Return[]>;
  readonly gaps: ReadonlyMap<TaskId, readonly Gap[]>;
  readonly summaries: ReadonlyMap<TaskId, readonly Summary[]>;
  readonly sender: (id: string) => Sender;
  readonly git: GitFacts;
}

interface Mention {
  /** The goal in the call that started it. */
  readonly goal?: string;
}

export function scanWorkspace(git: GitFacts, loneAgent: string | undefined): LitanyWorkspace {
  const { tree } = git;
  const agents = new Map(layOut(tree, loneAgent).map((layout) => [layout.id, scanAgent(tree, layout)]));
  const mentioned = findMentioned(agents);
  const taskIds = inTreeOrder([...agents.keys(), ...mentioned.keys()]);
  const inherited = findInherited(tree, agents);
  const summaries = new Map([...agents].map(([id, agent]) => [id, readSummaries(tree, agent)]));
  const gaps = new Map([...agents].map(([id, agent]) => [id, findGaps(agent.entries, summaries.get(id) ?? [])]));
  const known = new Set(taskIds);
  git.settle();
  return {
    tree,
    git,
    ...(loneAgent === undefined ? {} : { loneAgent }),
    agents,
    mentioned,
    taskIds,
    inherited,
    returns: findReturns(agents, inherited),
    gaps: new Map([...gaps].filter(([, found]) => found.length > 0)),
    summaries,
    // `user` is a reserved word, whatever folders there are.
    sender: (id) =>
      id === "user" ? { id } : present({ id, taskId: known.has(id) ? id : undefined, name: agents.get(id)?.name }),
  };
}

/** Senders whose names are agent ids, and handles that results of delegating calls name. */
function findMentioned(agents: ReadonlyMap<TaskId, AgentFacts>): ReadonlyMap<TaskId, Mention> {
  const mentioned = new Map<TaskId, Mention>();
  for (const agent of agents.values()) {
    const calls = new Map(agent.entries.flatMap((entry) => entry.calls.map((call) => [call.id, call] as const)));
    for (const entry of agent.entries) {
      if (entry.type === "mail" && looksLikeAgentId(entry.origin)) mention(entry.origin, undefined);
      for (const result of entry.results) {
        const call = calls.get(result.id);
        for (const { handle, section } of result.handles) {
          const delegate = call?.delegates.find((candidate) => candidate.section === section);
          // The output of any other call may quote a handle and start nothing.
          if (delegate !== undefined || (call === undefined && looksLikeAgentId(handle)))
            mention(handle, delegate?.text);
        }
      }
    }
    for (const { sender } of agent.deposits) {
      if (sender !== undefined && looksLikeAgentId(sender)) mention(sender, undefined);
    }
  }
  return mentioned;

  function mention(id: TaskId, goal: string | undefined): void {
    if (agents.has(id)) return;
    const known = mentioned.get(id);
    if (known === undefined || (known.goal === undefined && goal !== undefined)) mentioned.set(id, present({ goal }));
  }
}

/** Parents before children, siblings by id. Sorting alone would not do: a hyphen is not the smallest character. */
function inTreeOrder(ids: Iterable<TaskId>): readonly TaskId[] {
  const known = new Set(ids);
  const sorted = [...known].sort();
  const children = groupBy(sorted, (id) => {
    const parent = parentOf(id, known);
    return parent !== undefined && known.has(parent) ? [parent] : [];
  });
  const ordered: TaskId[] = [];
  const stack = sorted.filter((id) => !known.has(parentOf(id, known) ?? "")).reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    ordered.push(id);
    for (const child of (children.get(id) ?? []).toReversed()) stack.push(child);
  }
  return ordered;
}

function readSummaries(tree: FileTree, agent: AgentFacts): readonly Summary[] {
  return agent.summaries.flatMap((path) => {
    const text = textAt(tree, path);
    return text === undefined ? [] : [{ text, record: path, place: { file: path } }];
  });
}
