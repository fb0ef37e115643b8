import type { RowRef, TaskId } from "../../model/index.ts";
import type { Family } from "./family.ts";
import type { StepNames, StepPlace } from "./names.ts";
import { nameSteps } from "./names.ts";
import type { Thread } from "./threads.ts";

/** By trajectory and step: the step that a copied one repeats. */
export type Copies = ReadonlyMap<
  string,
  { readonly taskId: TaskId; readonly names: StepNames; readonly at: StepPlace }
>;

/** Steps that are marked as copied context, found again in the same thread, its parent, or its sub-agents. */
export function findCopies(thread: Thread, family: Family): Copies {
  const copies = new Map<string, { readonly taskId: TaskId; readonly names: StepNames; readonly at: StepPlace }>();
  if (!thread.parts.some((part) => part.steps.some((step) => step.copied))) return copies;
  const origins = new Map<string, { readonly taskId: TaskId; readonly names: StepNames; readonly at: StepPlace }>();
  const helpers = family.links
    .filter((link) => link.parent === thread.taskId)
    .flatMap((link) => family.threads.get(link.child) ?? []);
  const parentId = family.parentOf(thread.taskId);
  const parent = parentId === undefined ? undefined : family.threads.get(parentId);
  for (const source of new Set([thread, ...(parent === undefined ? [] : [parent]), ...helpers])) {
    const names = nameSteps(source);
    for (const [part, trajectory] of source.parts.entries()) {
      for (const [step, facts] of trajectory.steps.entries()) {
        if (!facts.copied && !origins.has(facts.said))
          origins.set(facts.said, { taskId: source.taskId, names, at: { part, step } });
      }
    }
  }
  for (const [part, trajectory] of thread.parts.entries()) {
    for (const [step, facts] of trajectory.steps.entries()) {
      const origin = facts.copied ? origins.get(facts.said) : undefined;
      if (origin === undefined) continue;
      const isBefore = origin.at.part < part || (origin.at.part === part && origin.at.step < step);
      if (origin.taskId !== thread.taskId || isBefore) copies.set(copyKey({ part, step }), origin);
    }
  }
  return copies;
}

export function copyKey({ part, step }: StepPlace): string {
  return `${part}/${step}`;
}

export function originOf(copies: Copies, at: StepPlace, row: number): RowRef | undefined {
  const origin = copies.get(copyKey(at));
  return origin === undefined ? undefined : { taskId: origin.taskId, itemId: origin.names.itemId(origin.at, row) };
}
