import type { Status, Task, TaskId, TaskResult } from "../../model/index.ts";
import { titleLine } from "../support/title-line.ts";
import { rootOf } from "../support/tree-order.ts";
import { present } from "../support/values.ts";
import type { Family, Mentioned } from "./family.ts";
import { lastStep } from "./family.ts";
import { headPlace, nameSteps } from "./names.ts";
import type { Thread } from "./threads.ts";

export function describeTasks(family: Family, order: readonly TaskId[]): readonly Task[] {
  return order.map((id) => {
    const parentId = family.parentOf(id);
    const helper = family.helpers.has(id) ? "a step that summarised the context refers to it" : undefined;
    const lineage = { id, rootId: rootOf(id, family.parentOf), attached: true, ...present({ parentId, helper }) };
    const thread = family.threads.get(id);
    return thread === undefined
      ? { ...lineage, ...absentTask(id, family.mentioned.get(id)) }
      : { ...lineage, ...presentTask(thread, family.helpers.get(id)) };
  });
}

function presentTask(thread: Thread, summary: string | undefined) {
  const { taskId, parts } = thread;
  const first = parts[0];
  const goal = parts.find((part) => part.goal !== undefined)?.goal;
  const status = statusOf(thread);
  const stamps = parts.flatMap((part) => part.steps.flatMap((step) => (step.copied ? [] : (step.timestamp ?? []))));
  return present({
    title: titleLine(summary) ?? titleLine(goal) ?? `Session ${taskId}`,
    goal,
    agent: first?.document.agent.name,
    status,
    result: resultOf(thread, status),
    startedAt: stamps[0],
    endedAt: status.word === "succeeded" ? stamps.at(-1) : undefined,
    record: "present" as const,
    // Of a thread in several trajectories the newest tells the totals of all.
    usage: parts.at(-1)?.usage,
    places: parts.map(({ document }) => headPlace(document)),
  });
}

function absentTask(id: TaskId, mentioned: Mentioned | undefined) {
  return {
    title: titleLine(mentioned?.summary) ?? `Session ${id}`,
    status: { word: "unknown", certainty: "derived", basis: "nothing of its record is in this workspace" } as const,
    record: "absent" as const,
    places: [],
  };
}

/** The format has no status, so only an answer at the very end tells that the work was done. */
export function statusOf(thread: Thread): Status {
  const last = lastStep(thread);
  if (thread.cutOff)
    return { word: "unknown", certainty: "derived", basis: "it goes on in a trajectory that is not here" };
  if (last?.source === "agent" && last.speaks && last.calls === 0 && !last.rows.includes("feedback")) {
    return { word: "succeeded", certainty: "derived", basis: "its last step answers and asks for nothing more" };
  }
  const basis =
    last === undefined ? "it holds no steps" : "the format records no status, and its last step is no answer";
  return { word: "unknown", certainty: "derived", basis };
}

function resultOf(thread: Thread, status: Status): TaskResult | undefined {
  const part = thread.parts.length - 1;
  const answer = thread.parts[part]?.answer;
  if (status.word !== "succeeded" || answer === undefined) return undefined;
  const rows = thread.parts[part]?.steps[answer.step]?.rows ?? [];
  const itemId = nameSteps(thread).itemId({ part, step: answer.step }, Math.max(0, rows.indexOf("message")));
  return { parts: [{ type: "text", text: answer.text }], row: { taskId: thread.taskId, itemId } };
}
