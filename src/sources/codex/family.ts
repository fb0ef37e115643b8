import type { Sender, TaskId } from "../../model/index.ts";
import { present } from "../support/values.ts";
import { digestOf } from "./digest.ts";
import type { AgentRef, RolloutFacts } from "./facts.ts";
import type { Copied } from "./inherit.ts";
import { requestIn } from "./inputs.ts";

/** A rollout that is here, under the id that its Task has. */
export interface Member {
  readonly taskId: TaskId;
  readonly facts: RolloutFacts;
  readonly copied?: Copied;
}

/** A session of which nothing is here but what others say. */
export interface Mentioned {
  readonly id: TaskId;
  /** Absent for a session that nothing says the parent of. */
  readonly parentId?: TaskId;
  readonly goal?: string;
  readonly nickname?: string;
  readonly role?: string;
  /** It is known as the parent of another, not as anybody's child. */
  readonly isParent: boolean;
}

export interface Family {
  /** By Task id, in the order of their files. */
  readonly members: ReadonlyMap<TaskId, Member>;
  readonly mentioned: ReadonlyMap<TaskId, Mentioned>;
  parentOf(id: TaskId): TaskId | undefined;
  /** The Task that a session's record means by a thread id or by an agent's path. */
  resolve(from: TaskId, ref: AgentRef): TaskId;
  sender(from: TaskId, ref: AgentRef): Sender;
}

export function joinFamily(members: ReadonlyMap<TaskId, Member>): Family {
  const byPath = new Map<string, TaskId>();
  for (const [id, { facts }] of members) {
    const { parentId, agentPath } = facts.head ?? {};
    if (parentId !== undefined && agentPath !== undefined) byPath.set(`${parentId} ${agentPath}`, id);
  }
  const resolve = (from: TaskId, ref: AgentRef): TaskId =>
    members.has(ref) ? ref : (byPath.get(`${from} ${ref}`) ?? members.get(from)?.facts.team.paths.get(ref) ?? ref);
  const parents = new Map<TaskId, TaskId>();
  const mentioned = new Map<TaskId, Mentioned>();
  for (const [id, { facts }] of members) {
    const parentId = facts.head?.parentId;
    if (parentId !== undefined && parentId !== id) parents.set(id, parentId);
  }
  for (const [id, { facts }] of members) {
    for (const { child, goal, nickname, role } of facts.team.spawns) {
      const childId = child === undefined ? undefined : resolve(id, child);
      if (childId === undefined || childId === id) continue;
      if (!parents.has(childId)) parents.set(childId, id);
      if (!members.has(childId) && !mentioned.has(childId)) {
        mentioned.set(childId, present({ id: childId, parentId: id, goal, nickname, role, isParent: false }));
      }
    }
  }
  for (const [id, { facts }] of members) {
    const refs = [
      ...facts.team.waits.flatMap((wait) => [...wait.targets, ...wait.reports.map((report) => report.ref)]),
      ...facts.team.reports.map((report) => report.ref),
    ];
    for (const ref of refs) {
      const told = resolve(id, ref);
      if (!members.has(told) && !mentioned.has(told)) mentioned.set(told, { id: told, isParent: false });
    }
  }
  for (const parentId of parents.values()) {
    if (!members.has(parentId) && !mentioned.has(parentId)) mentioned.set(parentId, { id: parentId, isParent: true });
  }
  return {
    members,
    mentioned,
    parentOf: (id) => parents.get(id),
    resolve,
    sender(from, ref) {
      const id = resolve(from, ref);
      const known = members.has(id) || mentioned.has(id);
      const name = members.get(id)?.facts.head?.nickname ?? mentioned.get(id)?.nickname;
      return present({ id: ref, taskId: known ? id : undefined, name });
    },
  };
}

/** By child: digests of what its parent's record says it sent to it. */
export type Prompts = ReadonlyMap<TaskId, ReadonlySet<string>>;

export function findPrompts(family: Family): Prompts {
  const prompts = new Map<TaskId, Set<string>>();
  for (const [id, { facts }] of family.members) {
    const add = (ref: AgentRef | undefined, text: string | undefined) => {
      if (ref === undefined || text === undefined) return;
      const child = family.resolve(id, ref);
      if (family.parentOf(child) !== id) return;
      const digests = prompts.get(child) ?? new Set<string>();
      digests.add(digestOf(requestIn(text).trim()));
      prompts.set(child, digests);
    };
    for (const { child, goal } of facts.team.spawns) add(child, goal);
    for (const { ref, text } of facts.team.sends) add(ref, text);
  }
  return prompts;
}

/** Lines of a session's inputs that its parent wrote: those that repeat what the parent's record says it sent. */
export function inputsFromParent({ taskId, facts }: Member, prompts: Prompts): ReadonlySet<number> {
  if (facts.head?.parentId === undefined || facts.head.subagent === undefined) return new Set();
  const sent = prompts.get(taskId) ?? new Set();
  // A session that another one started was first spoken to by that one, whatever of it is recorded.
  return new Set(facts.typed.filter(({ digest }, at) => at === 0 || sent.has(digest)).map(({ line }) => line));
}
