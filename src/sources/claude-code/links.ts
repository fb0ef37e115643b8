import type { DelegationEdge, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import type { Call, SessionCalls } from "./calls.ts";
import type { Agent } from "./family.ts";
import { isCompactor } from "./names.ts";

/** How an agent hangs on the rest of its session. */
export interface Link {
  readonly call?: Call;
  readonly established: DelegationEdge["established"];
  readonly basis: string;
}

/** An agent that a call's result tells of and whose records are not here. */
export interface AbsentAgent {
  readonly taskId: TaskId;
  readonly agentId?: string;
  readonly link: Link & { readonly call: Call };
  readonly again: Call[];
}

export interface Links {
  readonly of: ReadonlyMap<Agent, Link>;
  readonly absent: readonly AbsentAgent[];
  /** Calls that took up an agent which another call had started. */
  readonly again: ReadonlyMap<Agent, readonly Call[]>;
}

/**
 * Which call started which agent. What names the agent counts before equal prompts, and nothing is guessed from order
 * alone; agents that nothing links are left out of `of`.
 */
export function findLinks(agents: readonly Agent[], calls: SessionCalls, sessionId: TaskId): Links {
  const of = new Map<Agent, Link>();
  const taken = new Set<Call>();
  const byTask = new Map(agents.map((agent) => [agent.taskId, agent]));
  const named = nameCalls(calls.delegations);
  for (const agent of agents) {
    const found = declaredLink(agent, calls.byId, named);
    if (found !== undefined && !wouldCycle(agent, found.call)) link(agent, found);
  }
  for (const agent of agents) {
    if (of.has(agent)) continue;
    const same = named.byPrompt.get(firstPrompt(agent) ?? "") ?? [];
    const free = same.find((call) => !taken.has(call) && !namesAnother(agent, call) && !wouldCycle(agent, call));
    const found = free === undefined ? helperLink(agent) : matchedLink(free, same.length);
    if (found !== undefined) link(agent, found);
  }
  return { of, ...findAbsent(agents, calls.delegations, of, taken, sessionId) };

  function link(agent: Agent, found: Link): void {
    of.set(agent, found);
    if (found.call !== undefined) taken.add(found.call);
  }

  /** Following callers upwards must end at the session. */
  function wouldCycle(agent: Agent, call: Call | undefined): boolean {
    let task = call?.taskId;
    while (task !== undefined) {
      if (task === agent.taskId) return true;
      const caller = byTask.get(task);
      task = caller === undefined ? undefined : of.get(caller)?.call?.taskId;
    }
    return false;
  }
}

function findAbsent(
  agents: readonly Agent[],
  delegations: readonly Call[],
  of: ReadonlyMap<Agent, Link>,
  taken: ReadonlySet<Call>,
  sessionId: TaskId,
): Pick<Links, "absent" | "again"> {
  const here = new Map(
    agents.flatMap((agent) => (agent.agentId === undefined ? [] : [[agent.agentId, agent] as const])),
  );
  const absent = new Map<string, AbsentAgent>();
  const again = new Map<Agent, Call[]>();
  for (const call of delegations) {
    if (taken.has(call) || call.result === undefined) continue;
    const { agentInText, agentId = agentInText, ofAgent, isAck, isError } = call.result.facts;
    const agent = agentId === undefined ? undefined : here.get(agentId);
    const known = agentId === undefined ? undefined : absent.get(agentId);
    if (agent !== undefined && of.has(agent)) append(again, agent, call);
    else if (known !== undefined) known.again.push(call);
    else if (agent === undefined && !isError && (ofAgent || (isAck && agentId !== undefined))) {
      const key = agentId ?? `call-${call.facts.id}${absent.has(`call-${call.facts.id}`) ? `~${absent.size}` : ""}`;
      absent.set(key, absentAgent(`${sessionId}/${key}`, call, agentId));
    }
  }
  return { absent: [...absent.values()], again };
}

function absentAgent(taskId: TaskId, call: Call, agentId: string | undefined): AbsentAgent {
  const basis =
    agentId === undefined
      ? "the call's result is a sub-agent's, which has no transcript here"
      : "the call's result names the agent, which has no transcript here";
  const link = { call, established: "declared" as const, basis };
  return { taskId, link, again: [], ...(agentId === undefined ? {} : { agentId }) };
}

interface NamedCalls {
  readonly byAgent: ReadonlyMap<string, Call>;
  readonly byAgentInText: ReadonlyMap<string, Call>;
  readonly byRun: ReadonlyMap<string, Call>;
  readonly byPrompt: ReadonlyMap<string, readonly Call[]>;
}

/** Delegating calls by what tells them; where several tell the same the first counts. */
function nameCalls(delegations: readonly Call[]): NamedCalls {
  const byAgent = new Map<string, Call>();
  const byAgentInText = new Map<string, Call>();
  const byRun = new Map<string, Call>();
  const byPrompt = new Map<string, Call[]>();
  const note = (map: Map<string, Call>, key: string | undefined, call: Call) => {
    if (key !== undefined && !map.has(key)) map.set(key, call);
  };
  for (const call of delegations) {
    note(byAgent, call.result?.facts.agentId, call);
    note(byAgentInText, call.result?.facts.agentInText, call);
    note(byRun, call.result?.facts.runId, call);
    if (call.facts.delegate?.digest !== undefined) append(byPrompt, call.facts.delegate.digest, call);
  }
  return { byAgent, byAgentInText, byRun, byPrompt };
}

function declaredLink(agent: Agent, byId: SessionCalls["byId"], named: NamedCalls): Link | undefined {
  const { agentId = "", meta, workflow = "" } = agent;
  const inside = agent.ledger.lines.find(({ thread }) => thread.callId !== undefined)?.thread.callId;
  const found: readonly (readonly [Call | undefined, string])[] = [
    [first(byId, meta?.toolUseId), "the agent's own description names the call"],
    [named.byAgent.get(agentId), "the call's result names the agent"],
    [first(byId, inside), "the agent's messages, as its caller's file repeats them, name the call"],
    [named.byAgentInText.get(agentId), "the text of the call's result names the agent"],
    [named.byRun.get(workflow), "the call's result names the workflow run whose folder holds the agent"],
  ];
  for (const [call, basis] of found) if (call !== undefined) return { call, established: "declared", basis };
  return undefined;
}

function matchedLink(call: Call, count: number): Link {
  const basis =
    count === 1
      ? "the agent's first message is the call's prompt"
      : "the agent's first message is the prompt of several calls; agents and calls were taken in order";
  return { call, established: "matched", basis };
}

function namesAnother(agent: Agent, call: Call): boolean {
  const named = call.result?.facts.agentId;
  return named !== undefined && agent.agentId !== undefined && named !== agent.agentId;
}

function first(byId: SessionCalls["byId"], id: string | undefined): Call | undefined {
  return id === undefined ? undefined : byId.get(id)?.[0];
}

/** Digest of what an agent was asked first. */
function firstPrompt(agent: Agent): string | undefined {
  for (const { facts, fate } of agent.ledger.lines) {
    if (fate !== undefined || facts.detail?.type === "attachment") continue;
    // An agent that begins with an answer is only the rest of one.
    return facts.detail?.type === "user" && !facts.detail.isSummary ? facts.detail.digest : undefined;
  }
  return undefined;
}

function helperLink(agent: Agent): Link | undefined {
  if (agent.agentId === undefined || !isCompactor(agent.agentId)) return undefined;
  return { established: "unlinked", basis: "a compaction starts such an agent by itself; no call does" };
}
