import type { Sender, Task, TaskId } from "../../model/index.ts";
import { present } from "../support/values.ts";
import type { About, Ledger, Line } from "./ledger.ts";
import type { Plan, Segment, ShownSpot } from "./rows.ts";
import { createSpeaker, type Speaker } from "./voices.ts";
import type { ClaudeWorkspace, Household } from "./workspace.ts";

/** Shared by the records of which the rest of the ledger says nothing: most of them. */
const NOTHING: About = {};

/** What the rows of each Task will be read from. */
export function makePlans(workspace: ClaudeWorkspace, tasks: readonly Task[]): ReadonlyMap<TaskId, Plan> {
  const titles = new Map(tasks.map((task) => [task.id, task]));
  const plans = new Map<TaskId, Plan>();
  for (const household of workspace.households) {
    const runs = runsByLine(household);
    const agent = agentSender(household, titles);
    const make = (ledger: Ledger, speaker: Speaker) =>
      plans.set(ledger.taskId, { speaker, segments: segmentsOf(ledger, runs) });
    make(household.session.ledger, createSpeaker({ prompter: "person", agent }));
    for (const { taskId, ledger } of household.agents) {
      make(ledger, createSpeaker({ prompter: prompterOf(titles.get(taskId), titles), agent }));
    }
  }
  for (const { taskId, ledger } of workspace.strays) {
    const speaker = createSpeaker({ prompter: "unknown agent", agent: (id) => ({ id }) });
    plans.set(taskId, { speaker, segments: segmentsOf(ledger, new Map()) });
  }
  return plans;
}

/** Whoever called an agent prompts it; of one that nothing calls it is only known that it is no person. */
function prompterOf(task: Task | undefined, titles: ReadonlyMap<TaskId, Task>): Sender | "unknown agent" {
  const parent = task?.attached === true ? task.parentId : undefined;
  return parent === undefined
    ? "unknown agent"
    : present({ id: parent, taskId: parent, name: titles.get(parent)?.title });
}

/** Agents go by their id or by the name that their caller gave them. */
function agentSender({ agents, links }: Household, titles: ReadonlyMap<TaskId, Task>): (id: string) => Sender {
  const known = new Map<string, TaskId>();
  const note = (name: string | undefined, taskId: TaskId) => {
    if (name !== undefined && !known.has(name)) known.set(name, taskId);
  };
  for (const agent of agents) note(agent.agentId, agent.taskId);
  for (const absent of links.absent) note(absent.agentId, absent.taskId);
  for (const agent of agents) note(links.of.get(agent)?.call?.facts.delegate?.name, agent.taskId);
  for (const { link, taskId } of links.absent) note(link.call.facts.delegate?.name, taskId);
  return (id) => {
    const taskId = known.get(id);
    return taskId === undefined ? { id } : present({ id, taskId, name: titles.get(taskId)?.title });
  };
}

/** Workflows' own records, by the line that holds the result of the call which began them. */
function runsByLine({ workflows }: Household): ReadonlyMap<Line, string> {
  return new Map(
    workflows.flatMap(({ record, call }) =>
      call?.result === undefined ? [] : [[call.result.line, record.path] as const],
    ),
  );
}

function segmentsOf(ledger: Ledger, runs: ReadonlyMap<Line, string>): readonly Segment[] {
  const segments: { file: Segment["file"]; inside: boolean; spots: ShownSpot[] }[] = [];
  let thread: Line["thread"] | undefined;
  for (const line of ledger.lines) {
    if (line.fate !== undefined) continue;
    if (line.thread !== thread) {
      thread = line.thread;
      segments.push({ file: thread.file, inside: thread.how === "inside the parent", spots: [] });
    }
    segments.at(-1)?.spots.push(spotOf(line, runs.get(line)));
  }
  return segments;
}

function spotOf({ facts: { n, start, end, ended }, about }: Line, run: string | undefined): ShownSpot {
  const shared = Object.keys(about).length === 0 ? NOTHING : about;
  return { n, start, end, ended, about: shared, ...(run === undefined ? {} : { run }) };
}
