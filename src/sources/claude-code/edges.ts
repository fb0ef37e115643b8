import type { DelegationEdge, EdgeReturn, TaskId } from "../../model/index.ts";
import { type Call, callItem, type Report, resultItem } from "./calls.ts";
import type { AbsentAgent, Link } from "./links.ts";
import type { Ending } from "./status.ts";
import { isGoing } from "./status.ts";
import type { Household } from "./workspace.ts";

/** A sub-agent as its session knows it, whether or not its records are here. */
export interface Child {
  readonly taskId: TaskId;
  readonly agentId?: string;
  readonly link?: Link;
  readonly again: readonly Call[];
  /** Its records, where they are here. */
  readonly agent?: Household["agents"][number];
}

export function childrenOf({ agents, links }: Household): readonly Child[] {
  const present = agents.map((agent): Child => {
    const link = links.of.get(agent);
    const again = links.again.get(agent) ?? [];
    return {
      taskId: agent.taskId,
      agent,
      again,
      ...(agent.agentId === undefined ? {} : { agentId: agent.agentId }),
      ...(link === undefined ? {} : { link }),
    };
  });
  return [...present, ...links.absent.map((absent: AbsentAgent): Child => absent)];
}

/** The edges to one child: from the call that created it, then from those that waited for it. */
export function edgesTo(child: Child, household: Household): readonly DelegationEdge[] {
  const { link, taskId: childTaskId } = child;
  if (link === undefined) return [];
  const parentTaskId = link.call?.taskId ?? household.session.taskId;
  const created: DelegationEdge = {
    parentTaskId,
    childTaskId,
    kind: "created",
    established: link.established,
    basis: link.basis,
    returns: returnsOf(child, household),
    ...(link.call === undefined ? {} : { call: callItem(link.call) }),
  };
  const waited = waitsFor(child, household).map(
    ({ call, basis }): DelegationEdge => ({
      parentTaskId: call.taskId,
      childTaskId,
      kind: "waited",
      established: "declared",
      basis,
      call: callItem(call),
      returns: returnOfWait(call),
    }),
  );
  return [created, ...waited];
}

/** How a child last came back to its caller; `undefined` where it did not. */
export function endingOf(child: Child, household: Household): Ending | undefined {
  const reports = reportsOn(child, household);
  const polls = waitsFor(child, household).flatMap(({ call }) => call.result?.facts.taskStatus ?? []);
  const word = [...polls, ...reports.map(({ notification }) => notification.status)].findLast(
    (one) => one !== undefined && !isGoing(one),
  );
  if (word !== undefined) return { word, isError: false, isDeclined: false };
  // A workflow's result is its own, not that of one of its agents.
  const result = child.agent?.workflow === undefined ? child.link?.call?.result : undefined;
  if (result === undefined || result.facts.isAck) return undefined;
  const { status, isError, isDeclined } = result.facts;
  return { isError, isDeclined, ...(status === undefined ? {} : { word: status }) };
}

/** Rows where a child came back to whoever called it, oldest first. */
function returnsOf(child: Child, household: Household): readonly EdgeReturn[] {
  const call = child.link?.call;
  const result = child.agent?.workflow === undefined ? call?.result : undefined;
  const direct =
    call === undefined || result === undefined || result.facts.isAck
      ? []
      : [{ taskId: call.taskId, itemId: resultItem(result), waiting: false, ...epitaph(result.facts.status) }];
  return [
    ...direct,
    ...reportsOn(child, household).map(({ taskId, itemId, waiting, notification }) => ({
      taskId,
      itemId,
      waiting,
      ...epitaph(notification.status),
    })),
  ];
}

/** Reports that name the child, or the call that started it. */
export function reportsOn({ agentId, link, agent }: Child, { calls }: Household): readonly Report[] {
  if (agent?.workflow !== undefined) return [];
  const callId = link?.call?.facts.id;
  return calls.reports.filter(({ notification }) =>
    notification.taskId === undefined || agentId === undefined
      ? notification.callId !== undefined && notification.callId === callId
      : notification.taskId === agentId,
  );
}

function waitsFor({ agentId, again }: Child, { calls }: Household) {
  const resumed = again.map((call) => ({
    call,
    basis: "the call's result names the agent, which an earlier call had started",
  }));
  const waited = agentId === undefined ? [] : calls.waits.filter(({ facts }) => facts.waits.includes(agentId));
  return [...resumed, ...waited.map((call) => ({ call, basis: "the call waits for the agent by its id" }))];
}

/** A poll that finds the agent at work brings nothing back. */
function returnOfWait(call: Call): readonly EdgeReturn[] {
  const { result } = call;
  if (result === undefined || result.facts.isAck) return [];
  const { taskStatus, status } = result.facts;
  const word = taskStatus ?? status;
  if (call.facts.waits.length > 0 && (word === undefined || isGoing(word))) return [];
  return [{ taskId: call.taskId, itemId: resultItem(result), waiting: false, ...epitaph(word) }];
}

function epitaph(word: string | undefined): { readonly epitaph?: string } {
  return word === undefined ? {} : { epitaph: word };
}
