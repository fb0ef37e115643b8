import type { Task, TaskId, TaskResult } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { rootOf } from "../support/tree-order.ts";
import { present } from "../support/values.ts";
import type { Report } from "./facts.ts";
import type { Family, Member, Mentioned } from "./family.ts";
import { itemIdOf, placeOf } from "./rows.ts";
import { absentStatus, statusOf } from "./status.ts";
import { titleOf } from "./titles.ts";

export function describeTasks(family: Family, order: readonly TaskId[]): readonly Task[] {
  const told = reportsByTask(family);
  return order.map((id) => {
    const member = family.members.get(id);
    const parentId = family.parentOf(id);
    const lineage = { id, rootId: rootOf(id, family.parentOf), ...present({ parentId }) };
    if (member !== undefined) return { ...lineage, ...presentTask(member, parentId) };
    return { ...lineage, ...absentTask(family.mentioned.get(id) ?? { id, isParent: false }, told.get(id) ?? []) };
  });
}

/** Work that Codex starts for itself. */
const HELPERS: ReadonlyMap<string, string> = new Map([
  ["compact", "its head names it a compaction"],
  ["memory_consolidation", "its head names it a consolidation of memories"],
]);

function presentTask(
  { taskId, facts }: Member,
  parentId: TaskId | undefined,
): Omit<Task, "id" | "rootId" | "parentId"> {
  const { head, answer } = facts;
  const status = statusOf(facts);
  const over = status.word !== "running" && status.word !== "unknown";
  const result: TaskResult | undefined =
    answer === undefined || answer.text === ""
      ? undefined
      : { parts: [{ type: "text", text: answer.text }], row: { taskId, itemId: itemIdOf(facts.name, answer.line) } };
  return present({
    title: facts.threadName?.trim() || (titleOf(facts.goal) ?? head?.nickname ?? fallbackTitle(head?.subagent, taskId)),
    goal: facts.goal,
    agent: head?.nickname,
    status,
    result,
    createdAt: head?.createdAt,
    startedAt: facts.startedAt,
    endedAt: over ? facts.turn.endedAt : undefined,
    record: "present" as const,
    attached: head?.subagent === undefined || parentId !== undefined,
    helper: HELPERS.get(head?.subagent ?? ""),
    usage: facts.usage,
    places: facts.headPlace === undefined ? [{ file: facts.path }] : [placeOf(facts, facts.headPlace)],
  });
}

function fallbackTitle(subagent: string | undefined, id: TaskId): string {
  return subagent === undefined ? `Session ${id}` : `Sub-agent ${id}`;
}

function absentTask(mentioned: Mentioned, told: readonly Told[]): Omit<Task, "id" | "rootId" | "parentId"> {
  const { id, parentId, goal, nickname, isParent } = mentioned;
  // That closing it shut it down says less than what it had ended with before.
  const newest = told.findLast(({ report }) => report.status !== "shutdown") ?? told.at(-1);
  const said = newest?.by.facts.team.words.get(newest.report.ref);
  const result = said === undefined || newest?.report.status !== "completed" ? undefined : resultFrom(newest.by, said);
  return present({
    title: titleOf(goal) ?? nickname ?? `Session ${id}`,
    goal,
    agent: nickname,
    status: absentStatus(newest?.report.status, said?.text),
    result,
    record: "absent" as const,
    attached: isParent || parentId !== undefined,
    places: [],
  });
}

function resultFrom({ taskId, facts }: Member, said: { readonly text: string; readonly line: number }): TaskResult {
  return { parts: [{ type: "text", text: said.text }], row: { taskId, itemId: itemIdOf(facts.name, said.line) } };
}

interface Told {
  readonly by: Member;
  readonly report: Report;
}

/** By Task: what sessions were told of it, in their order. */
function reportsByTask(family: Family): ReadonlyMap<TaskId, readonly Told[]> {
  const told = new Map<TaskId, Told[]>();
  for (const by of family.members.values()) {
    const { waits, reports } = by.facts.team;
    const inOrder = [...waits.flatMap((wait) => wait.reports), ...reports].sort((a, b) => a.line - b.line);
    for (const report of inOrder) {
      if (report.status !== "not_found") append(told, family.resolve(by.taskId, report.ref), { by, report });
    }
  }
  return told;
}
