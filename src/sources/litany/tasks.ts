import type { Place, Task, TaskId, TaskResult } from "../../model/index.ts";
import { present } from "../support/values.ts";
import { itemIdOf, textParts } from "./convert.ts";
import type { AgentFacts } from "./facts.ts";
import { below } from "./layout.ts";
import { readMail } from "./mail.ts";
import type { Return } from "./mailbox.ts";
import { createdAtOf, parentOf, rootOf } from "./names.ts";
import { parseEntry } from "./parse.ts";
import { absentStatus, newestEpitaph, statusOf, tailOf } from "./status.ts";
import { timeOf } from "./times.ts";
import { nameInGoal, titleOf } from "./titles.ts";
import type { LitanyWorkspace } from "./workspace.ts";

export function describeTasks(workspace: LitanyWorkspace, helpers: ReadonlyMap<TaskId, string>): readonly Task[] {
  const known = new Set(workspace.taskIds);
  return workspace.taskIds.map((id) => {
    const agent = workspace.agents.get(id);
    const returns = workspace.returns.get(id) ?? [];
    const marks = workspace.git.marks.get(id) ?? [];
    const parentId = parentOf(id, known);
    const common = {
      id,
      rootId: rootOf(id) ?? topmost(id, known),
      createdAt: createdAtOf(id),
      attached: true,
      ...present({ parentId, helper: helpers.get(id) }),
    };
    if (agent === undefined) {
      const goal = workspace.mentioned.get(id)?.goal;
      const title = titleOf(id, goal, undefined);
      const result = resultOf(workspace, undefined, returns);
      return present({
        ...common,
        title,
        goal,
        status: absentStatus(returns, marks),
        result,
        record: "absent" as const,
        places: [],
      });
    }
    const status = statusOf(agent, returns, workspace.inherited.get(id), marks);
    const name = agent.name ?? nameInGoal(agent.goal);
    const over = status.word === "succeeded" || status.word === "failed" || status.word === "canceled";
    return present({
      ...common,
      title: titleOf(id, agent.goal, name),
      goal: agent.goal,
      agent: name,
      status,
      result: resultOf(workspace, agent, returns),
      startedAt: firstStamp(agent),
      endedAt: over ? lastStamp(agent, returns) : undefined,
      record: "present" as const,
      places: placesOf(workspace, agent),
    });
  });
}

/** Outside the grammar only the chain of known parents tells the root. */
function topmost(id: TaskId, known: ReadonlySet<TaskId>): TaskId {
  let top = id;
  for (let parent = parentOf(id, known); parent !== undefined; parent = parentOf(parent, known)) top = parent;
  return top;
}

/** The deposit about it, or its own last answer where its last turn answered. */
function resultOf(
  workspace: LitanyWorkspace,
  agent: AgentFacts | undefined,
  returns: readonly Return[],
): TaskResult | undefined {
  const epitaph = agent === undefined ? returns.at(-1) : newestEpitaph(agent, returns);
  if (epitaph !== undefined) {
    const outcome = workspace.tree.read(epitaph.path);
    const parts = outcome.type === "read" ? textParts(readMail(outcome.bytes).body) : [];
    return { parts, row: { taskId: epitaph.taskId, itemId: epitaph.itemId } };
  }
  return agent === undefined ? undefined : lastAnswer(workspace, agent);
}

function lastAnswer(workspace: LitanyWorkspace, agent: AgentFacts): TaskResult | undefined {
  const { last, unanswered } = tailOf(agent, workspace.inherited.get(agent.id));
  if (last?.type !== "model" || unanswered.length > 0 || last.calls.some((call) => !call.providerSide))
    return undefined;
  const outcome = workspace.tree.read(last.path);
  const entry = outcome.type === "read" ? parseEntry(last, outcome.bytes) : undefined;
  if (entry?.type !== "model") return undefined;
  const said = entry.blocks.flatMap((block, at) => (block.type === "part" ? [{ at, part: block.part }] : []));
  const final = said.at(-1);
  if (final === undefined) return undefined;
  return { parts: said.map(({ part }) => part), row: { taskId: agent.id, itemId: itemIdOf(last.name, final.at) } };
}

function firstStamp(agent: AgentFacts): string | undefined {
  const stamps = agent.steps
    .flatMap((step) => step.timing?.startedAt ?? [])
    .filter((stamp) => timeOf(stamp) !== undefined);
  return stamps.reduce<string | undefined>(
    (first, stamp) => (first === undefined || at(stamp) < at(first) ? stamp : first),
    undefined,
  );
}

/** The newest known end: of a model call, of a tool, or the deposit that reports it. */
function lastStamp(agent: AgentFacts, returns: readonly Return[]): string | undefined {
  const stamps = [
    ...agent.steps
      .flatMap((step) => [step.timing, ...[...step.tools.values()].map((run) => run.timing)])
      .map((timing) => timing?.endedAt),
    returns.at(-1)?.depositedAt,
  ].filter((stamp) => stamp !== undefined && timeOf(stamp) !== undefined);
  return stamps.reduce<string | undefined>(
    (last, stamp) => (stamp !== undefined && (last === undefined || at(stamp) > at(last)) ? stamp : last),
    undefined,
  );
}

function at(stamp: string): number {
  return timeOf(stamp) ?? 0;
}

function placesOf(workspace: LitanyWorkspace, agent: AgentFacts): readonly Place[] {
  const folder = agent.folder;
  if (folder === undefined) return [];
  return ["goal.md", "name"]
    .map((name) => below(folder, name))
    .filter((file) => workspace.tree.kinds.get(file) === "file")
    .map((file) => ({ file }));
}
