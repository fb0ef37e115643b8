import type { DelegationEdge, EdgeReturn, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import type { StepFacts } from "./facts.ts";
import type { Family, Link } from "./family.ts";
import { nameSteps, type StepNames } from "./names.ts";

/** Edges in the order of the steps within each parent, then the children that no step refers to. */
export function findEdges(family: Family, order: readonly TaskId[]): readonly DelegationEdge[] {
  const byParent = new Map<TaskId, Link[]>();
  for (const link of family.links) append(byParent, link.parent, link);
  const linked = new Set<TaskId>();
  const declared = new Map(order.map((id) => [id, declaredEdges(family, id, byParent.get(id) ?? [], linked)]));
  const unlinked = new Map<TaskId, DelegationEdge[]>();
  for (const childTaskId of order) {
    const parentTaskId = family.parentOf(childTaskId);
    if (parentTaskId === undefined || linked.has(childTaskId)) continue;
    const basis = "its own head names the parent's session; no step refers to it";
    append(unlinked, parentTaskId, {
      parentTaskId,
      childTaskId,
      kind: "created",
      established: "unlinked",
      basis,
      returns: [],
    });
  }
  return order.flatMap((id) => [...(declared.get(id) ?? []), ...(unlinked.get(id) ?? [])]);
}

/** The first step that refers to a child made it; later ones tell where it came back again. */
function declaredEdges(
  family: Family,
  parent: TaskId,
  links: readonly Link[],
  linked: Set<TaskId>,
): readonly DelegationEdge[] {
  const thread = family.threads.get(parent);
  if (thread === undefined) return [];
  const names = nameSteps(thread);
  const byChild = new Map<TaskId, Link[]>();
  for (const link of links) if (family.parentOf(link.child) === parent) append(byChild, link.child, link);
  return [...byChild].flatMap(([childTaskId, found]) => {
    const [first] = found;
    const facts = first === undefined ? undefined : thread.parts[first.part]?.steps[first.step];
    if (first === undefined || facts === undefined || linked.has(childTaskId)) return [];
    linked.add(childTaskId);
    const returns = found.flatMap((link): readonly EdgeReturn[] => {
      const step = thread.parts[link.part]?.steps[link.step];
      const row = step?.resultRows.get(link.result);
      return row === undefined ? [] : [{ taskId: parent, itemId: names.itemId(link, row), waiting: false }];
    });
    const call = callItem(first, facts, names);
    return [
      { parentTaskId: parent, childTaskId, kind: "created", established: "declared", basis: first.how, call, returns },
    ];
  });
}

/** The calling row; where the step calls nothing, its first row speaks for it. */
function callItem(link: Link, step: StepFacts, names: StepNames): string {
  const row = link.call === undefined ? 0 : step.rows.indexOf("call") + link.call;
  return names.itemId(link, Math.max(0, row));
}
