import type { DelegationEdge, EdgeReturn, ItemId, TaskId } from "../../model/index.ts";
import { groupBy } from "../support/group.ts";
import { itemIdOf } from "./convert.ts";
import type { AgentFacts } from "./facts.ts";
import type { Inherited } from "./inherited.ts";
import type { Return } from "./mailbox.ts";
import { parentOf } from "./names.ts";

/** What is known of the Tasks when edges are drawn. */
export interface Family {
  readonly agents: ReadonlyMap<TaskId, AgentFacts>;
  /** Every Task, those only mentioned too, in the order of the index. */
  readonly taskIds: readonly TaskId[];
  readonly inherited: Inherited;
  readonly returns: ReadonlyMap<TaskId, readonly Return[]>;
  readonly helpers: ReadonlyMap<TaskId, string>;
}

/** A call that asks for a child, with what its result says. */
interface Request {
  readonly item: ItemId;
  readonly goal?: string;
  readonly handle?: string;
  /** It failed, so it has no child. */
  readonly failed: boolean;
}

/** Edges in the order of the calls within each parent, then the children that no call names. */
export function findEdges(family: Family): readonly DelegationEdge[] {
  const known = new Set(family.taskIds);
  const children = groupBy(family.taskIds, (id) => {
    const parent = parentOf(id, known);
    return parent === undefined ? [] : [parent];
  });
  return family.taskIds.flatMap((id) => edgesOf(id, children.get(id) ?? [], family, known));
}

function edgesOf(
  parent: TaskId,
  children: readonly TaskId[],
  family: Family,
  known: ReadonlySet<TaskId>,
): readonly DelegationEdge[] {
  const agent = family.agents.get(parent);
  const requests = agent === undefined ? [] : requestsOf(agent, family.inherited);
  const edges: DelegationEdge[] = [];
  const linked = new Set<TaskId>();
  const open: Request[] = [];
  for (const request of requests) {
    const { handle } = request;
    if (handle === undefined) {
      if (!request.failed) open.push(request);
    } else if (isOwn(handle) && !linked.has(handle)) {
      link(handle, "declared", "the call's result names it", request.item);
    }
  }
  for (const orphan of agent === undefined ? [] : orphanHandles(agent, family.inherited)) {
    if (isOwn(orphan) && !linked.has(orphan)) {
      link(orphan, "declared", "a result whose call is not in the record names it");
    }
  }
  const unlinked = children.filter((child) => !linked.has(child));
  const byGoal = groupBy(open, (request) => (request.goal === undefined ? [] : [request.goal]));
  const rivals = groupBy(unlinked, (child) => goalOf(child, family));
  for (const child of unlinked) {
    const [goal] = goalOf(child, family);
    const { request, basis } = matchGoal(
      goal === undefined ? [] : (byGoal.get(goal) ?? []),
      goal === undefined ? 1 : (rivals.get(goal)?.length ?? 1),
      family.helpers.get(child),
    );
    if (request !== undefined)
      link(child, "matched", "its goal equals that of the call, whose result names no child", request.item);
    else link(child, "unlinked", basis);
  }
  return edges;

  /** A handle in a copied transcript belongs to the agent whose id is the child's parent. */
  function isOwn(handle: TaskId): boolean {
    const named = parentOf(handle, known);
    return named === undefined || named === parent || !known.has(named);
  }

  function link(child: TaskId, established: DelegationEdge["established"], basis: string, call?: ItemId): void {
    linked.add(child);
    const returns = (family.returns.get(child) ?? []).map(edgeReturn);
    const edge = { parentTaskId: parent, childTaskId: child, kind: "created", established, basis, returns } as const;
    edges.push(call === undefined ? edge : { ...edge, call });
  }
}

function requestsOf(agent: AgentFacts, inherited: Inherited): readonly Request[] {
  const copied = inherited.get(agent.id);
  const results = resultsById(agent, copied);
  return agent.entries.flatMap((entry) => {
    if (copied?.has(entry.name)) return [];
    return entry.calls.flatMap((call) => {
      if (call.delegates.length === 0) return [];
      const result = results.get(call.id)?.shift();
      return call.delegates.map((delegate): Request => {
        const named = result?.handles.find((found) => found.section === delegate.section)?.handle;
        return {
          item: itemIdOf(entry.name, call.block),
          // A batch's result was read, so a section without a handle made no child.
          failed: result !== undefined && (result.isError || delegate.section !== undefined) && named === undefined,
          ...(delegate.goal === undefined ? {} : { goal: delegate.goal }),
          ...(named === undefined ? {} : { handle: named }),
        };
      });
    });
  });
}

function resultsById(agent: AgentFacts, copied: ReadonlyMap<string, TaskId> | undefined) {
  const own = agent.entries.filter((entry) => !copied?.has(entry.name));
  return groupBy(
    own.flatMap((entry) => entry.results),
    (result) => [result.id],
  );
}

function goalOf(child: TaskId, family: Family): readonly string[] {
  const goal = family.agents.get(child)?.goalDigest;
  return goal === undefined ? [] : [goal];
}

function orphanHandles(agent: AgentFacts, inherited: Inherited): readonly TaskId[] {
  const copied = inherited.get(agent.id);
  const calls = new Set(agent.entries.flatMap((entry) => entry.calls.map((call) => call.id)));
  return agent.entries.flatMap((entry) => {
    if (copied?.has(entry.name)) return [];
    return entry.results
      .filter((result) => !calls.has(result.id))
      .flatMap((result) => result.handles.map((found) => found.handle));
  });
}

function matchGoal(same: readonly Request[], rivals: number, helper: string | undefined) {
  const [request] = same;
  if (request !== undefined && same.length === 1 && rivals === 1) return { request, basis: "" };
  if (same.length > 0)
    return { basis: "several calls or children have the same goal, and nothing says which belong together" };
  if (helper !== undefined) return { basis: `the engine starts such a helper by itself: ${helper}` };
  return { basis: "its id names the parent; no call in the parent's record names it" };
}

function edgeReturn(found: Return): EdgeReturn {
  const { taskId, itemId, epitaph, waiting } = found;
  return { taskId, itemId, epitaph, waiting };
}
