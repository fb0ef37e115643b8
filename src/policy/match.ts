import picomatch from "picomatch";
import type { InputSource, Row, Task, TaskId, ToolCallRow } from "../model/index.ts";
import { pathMatcher, pathsOf } from "./paths.ts";
import type { Rule } from "./policy.ts";

/** A rule made ready: tells whether it means a Task as a whole, and whether it means a row. */
export interface Matcher {
  readonly rule: Rule;
  /** It names Tasks and nothing else: what it matches is withheld whole. */
  readonly wholeTasks: boolean;
  /** `undefined`: the rule is not about certain Tasks. */
  readonly tasks: ReadonlySet<TaskId> | undefined;
  /** Named Tasks that the workspace does not have. */
  readonly unknownTasks: readonly TaskId[];
  /** It speaks of tools: calls decide, and results follow theirs. */
  readonly aboutCalls: boolean;
  /** Whether a call is one that the rule means. */
  meansCall(call: ToolCallRow): boolean;
  /** `callMeant`: whether the rule means the row, a call, or a call that the row, a result, may answer. */
  matches(task: Task, row: Row, callMeant: boolean): boolean;
  /** For messages that wait in a mailbox. */
  matchesInput(task: Task, input: InputSource, file: string): boolean;
}

export function createMatcher(rule: Rule, tasks: readonly Task[]): Matcher {
  const { match } = rule;
  const named = match.task && namedTasks(match.task, match.subtree, tasks);
  const known = new Set(tasks.map((task) => task.id));
  const path = match.path && pathMatcher(match.path);
  const source = match.source && picomatch(match.source, { dot: true });
  const types = match.type && new Set<string>(match.type);
  const tools = match.tool && new Set(match.tool);
  const kinds = match.kind && new Set(match.kind);
  const senders = match.sender && new Set(match.sender);
  const aboutCalls = tools !== undefined || kinds !== undefined || path !== undefined;
  const meansCall = (call: ToolCallRow) =>
    (!tools || tools.has(call.name)) && (!kinds || kinds.has(call.kind)) && (!path || path(pathsOf(call)));
  const meansSender = (input: InputSource | undefined) =>
    !senders ||
    (input?.sender !== undefined &&
      (senders.has(input.sender.id) || (input.sender.name !== undefined && senders.has(input.sender.name))));
  const meansType = (row: Row) => {
    if (!types || types.has(row.type)) return true;
    // A rule that matches a call withholds its result with it.
    return row.type === "tool-result" && types.has("tool-call");
  };
  return {
    rule,
    wholeTasks:
      named !== undefined && Object.keys(match).filter((key) => key !== "task" && key !== "subtree").length === 0,
    tasks: named,
    unknownTasks: (match.task ?? []).filter((id) => !known.has(id)),
    aboutCalls,
    meansCall,
    matches: (task, row, callMeant) =>
      (!named || named.has(task.id)) &&
      meansType(row) &&
      (!aboutCalls || ((row.type === "tool-call" || row.type === "tool-result") && callMeant)) &&
      meansSender(row.type === "message" ? row.input : undefined) &&
      (!source || source(row.place.file)),
    matchesInput: (task, input, file) =>
      (!named || named.has(task.id)) &&
      (!types || types.has("message")) &&
      !aboutCalls &&
      meansSender(input) &&
      (!source || source(file)),
  };
}

/** The Tasks of these ids, with their descendants if asked. */
function namedTasks(ids: readonly TaskId[], subtree: boolean, tasks: readonly Task[]): ReadonlySet<TaskId> {
  const named = new Set(ids);
  if (!subtree) return named;
  const children = new Map<TaskId, TaskId[]>();
  for (const task of tasks) {
    if (task.parentId === undefined) continue;
    const siblings = children.get(task.parentId);
    if (siblings) siblings.push(task.id);
    else children.set(task.parentId, [task.id]);
  }
  const pending = [...ids];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const child of children.get(id) ?? []) {
      if (named.has(child)) continue;
      named.add(child);
      pending.push(child);
    }
  }
  return named;
}
