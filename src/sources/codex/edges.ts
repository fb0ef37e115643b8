import type { DelegationEdge, EdgeReturn, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import type { Report } from "./facts.ts";
import type { Family, Member } from "./family.ts";
import { itemIdOf } from "./rows.ts";
import { isEnding } from "./status.ts";

/** Edges in the order of the calls within each parent, then the children that no call names. */
export function findEdges(family: Family, order: readonly TaskId[]): readonly DelegationEdge[] {
  const linked = new Set<TaskId>();
  const edges = order.flatMap((id) => {
    const member = family.members.get(id);
    return member === undefined ? [] : edgesOf(family, member, linked);
  });
  const unlinked = order.flatMap((id) => unlinkedEdge(family, id, linked));
  const byParent = new Map<TaskId, DelegationEdge[]>();
  for (const edge of [...edges, ...unlinked]) append(byParent, edge.parentTaskId, edge);
  return order.flatMap((id) => byParent.get(id) ?? []);
}

function edgesOf(family: Family, member: Member, linked: Set<TaskId>): readonly DelegationEdge[] {
  const { taskId, facts } = member;
  const { spawns, waits, reports } = facts.team;
  const told = new Map<TaskId, Report[]>();
  for (const report of [...waits.flatMap((wait) => wait.reports), ...reports]) {
    if (report.closing !== true) append(told, family.resolve(taskId, report.ref), report);
  }
  const created = spawns.flatMap(({ child, call, saidBy }) => {
    const childTaskId = child === undefined ? undefined : family.resolve(taskId, child);
    if (childTaskId === undefined || linked.has(childTaskId) || family.parentOf(childTaskId) !== taskId) return [];
    linked.add(childTaskId);
    const basis =
      saidBy === "event" ? "what the interface was told of the call names it" : "the call's result names it";
    const returns = returnsOf(
      member,
      (told.get(childTaskId) ?? []).sort((a, b) => a.line - b.line),
    );
    return [{ line: call, edge: edge(member, childTaskId, { kind: "created", basis, call, returns }) }];
  });
  const waited = waits.flatMap((wait) => {
    const refs = new Set(
      [...wait.targets, ...wait.reports.map((report) => report.ref)].map((ref) => family.resolve(taskId, ref)),
    );
    return [...refs].map((childTaskId) => {
      const own = wait.reports.filter((report) => family.resolve(taskId, report.ref) === childTaskId);
      const details = {
        kind: "waited",
        basis: "the call names it",
        call: wait.call,
        returns: returnsOf(member, own),
      } as const;
      return { line: wait.call, edge: edge(member, childTaskId, details) };
    });
  });
  return [...created, ...waited].sort((a, b) => a.line - b.line).map((found) => found.edge);
}

interface Details {
  readonly kind: DelegationEdge["kind"];
  readonly basis: string;
  readonly call: number;
  readonly returns: readonly EdgeReturn[];
}

function edge({ taskId, facts }: Member, childTaskId: TaskId, { kind, basis, call, returns }: Details): DelegationEdge {
  return {
    parentTaskId: taskId,
    childTaskId,
    kind,
    established: "declared",
    basis,
    call: itemIdOf(facts.name, call),
    returns,
  };
}

function returnsOf({ taskId, facts }: Member, reports: readonly Report[]): readonly EdgeReturn[] {
  return reports
    .filter((report) => isEnding(report.status))
    .map(({ line, status }) => ({ taskId, itemId: itemIdOf(facts.name, line), epitaph: status, waiting: false }));
}

function unlinkedEdge(family: Family, childTaskId: TaskId, linked: ReadonlySet<TaskId>): readonly DelegationEdge[] {
  const parentTaskId = family.parentOf(childTaskId);
  if (parentTaskId === undefined || linked.has(childTaskId)) return [];
  const basis = family.members.has(parentTaskId)
    ? "its own head names the parent; no call in the parent's record names it"
    : "its own head names the parent, whose record is not here";
  return [{ parentTaskId, childTaskId, kind: "created", established: "unlinked", basis, returns: [] }];
}
