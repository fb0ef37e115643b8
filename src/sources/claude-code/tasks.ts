import type { Place, Status, Task, TaskId, Usage } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { present } from "../support/values.ts";
import { type Child, childrenOf, endingOf } from "./edges.ts";
import type { Agent, Session } from "./family.ts";
import type { Ledger } from "./ledger.ts";
import { isCompactor } from "./names.ts";
import { answerOf, commandOf, promptOf, replyText, returnedResult } from "./outcomes.ts";
import { statusOf } from "./status.ts";
import { type Tail, tailOf } from "./tail.ts";
import { titleLine } from "./titles.ts";
import type { WorkflowAgent } from "./workflows.ts";
import type { ClaudeWorkspace, Household } from "./workspace.ts";

/** Sessions by path, each with its agents below it: parents before children, siblings in the order of their calls. */
export function describeTasks(workspace: ClaudeWorkspace): readonly Task[] {
  const { root } = workspace.location;
  const titles = titleFacts(workspace);
  return [
    ...workspace.households.flatMap((household) => [
      describeSession(root, household.session, titles.get(household.session.taskId)),
      ...inTreeOrder(household).map((child) => describeChild(root, household, child)),
    ]),
    ...workspace.strays.map((agent) => describeStray(root, agent)),
  ];
}

interface Titles {
  readonly title?: string;
  readonly agent?: string;
}

/** What lines of any session say of the title of each. A person's own title counts before one that was made up. */
function titleFacts({ households, titled }: ClaudeWorkspace): ReadonlyMap<TaskId, Titles> {
  const rank = ["summary", "ai-title", "custom-title"];
  const best = new Map<TaskId, { rank: number; title?: string; agent?: string }>();
  for (const { session } of households) {
    for (const { facts } of session.ledger.lines) {
      const { detail } = facts;
      if (detail?.type !== "session-fact" || detail.text === undefined || detail.text.trim() === "") continue;
      const owner = detail.leaf === undefined ? session.taskId : titled(detail.leaf);
      if (owner === undefined) continue;
      const known = best.get(owner) ?? { rank: -1 };
      best.set(owner, known);
      if (detail.kind === "agent-name") known.agent = detail.text;
      const at = rank.indexOf(detail.kind);
      if (at >= known.rank && at >= 0) Object.assign(known, { rank: at, title: detail.text });
    }
  }
  return best;
}

function describeSession(root: string, session: Session, titles: Titles | undefined): Task {
  const { taskId: id, scan, ledger } = session;
  const tail = tailOf(ledger);
  const goal = promptOf(root, tail);
  const named = [scan?.head?.title, scan?.head?.name].find((one) => typeof one === "string");
  const title =
    titleLine(titles?.title) ??
    titleLine(named) ??
    titleLine(goal ?? commandOf(root, ledger)) ??
    `Session ${id.slice(0, 80)}`;
  const common = { id, rootId: id, title, attached: true };
  if (scan === undefined) {
    const status: Status = {
      word: "unknown",
      certainty: "derived",
      basis: "nothing of its record is in this workspace",
    };
    return { ...common, status, record: "absent", places: [] };
  }
  return present({
    ...common,
    goal,
    agent: titles?.agent,
    ...ownFacts(root, ledger, tail, statusOf(tail, undefined, undefined)),
    record: "present" as const,
    places: [{ file: scan.file.path }],
  });
}

function describeChild(root: string, household: Household, child: Child): Task {
  const { agent, link, agentId } = child;
  const { session } = household;
  const delegate = link?.call?.facts.delegate;
  const tail = agent === undefined ? undefined : tailOf(agent.ledger);
  const goal = (tail === undefined ? undefined : promptOf(root, tail)) ?? delegate?.goal;
  const workflow = workflowAgent(household, child);
  const title =
    titleLine(delegate?.description ?? agent?.meta?.description ?? workflow?.label) ??
    titleLine(goal) ??
    (agentId === undefined ? "A sub-agent" : `Agent ${agentId.slice(0, 80)}`);
  const status = statusOf(tail, endingOf(child, household), workflow?.state);
  const own = agent === undefined || tail === undefined ? undefined : ownFacts(root, agent.ledger, tail, status);
  const returned = agentId === undefined ? undefined : household.returned.get(agentId);
  return present({
    id: child.taskId,
    rootId: session.taskId,
    parentId: link?.call?.taskId ?? session.taskId,
    title,
    goal,
    agent:
      delegate?.name ??
      agent?.meta?.name ??
      delegate?.role ??
      agent?.meta?.agentType ??
      link?.call?.result?.facts.agentType,
    status,
    ...own,
    result: returned === undefined ? (own?.result ?? returnedResult(root, household, child)) : { parts: returned },
    usage: link?.call?.result?.facts.totals ?? (workflow?.totals as Usage | undefined),
    helper: helperOf(child, goal),
    record: agent === undefined ? ("absent" as const) : ("present" as const),
    attached: link !== undefined,
    places: agent === undefined ? [] : placesOf(agent.ledger, agent),
  });
}

function describeStray(root: string, agent: Agent): Task {
  const tail = tailOf(agent.ledger);
  const goal = promptOf(root, tail);
  const { taskId: id } = agent;
  return present({
    id,
    rootId: id,
    title: titleLine(agent.meta?.description) ?? titleLine(goal) ?? `Agent ${(agent.agentId ?? id).slice(0, 80)}`,
    goal,
    agent: agent.meta?.agentType,
    ...ownFacts(root, agent.ledger, tail, statusOf(tail, undefined, undefined)),
    record: "present" as const,
    attached: false,
    places: placesOf(agent.ledger, agent),
  });
}

function ownFacts(root: string, ledger: Ledger, tail: Tail, status: Status) {
  const isOver = status.word !== "running" && status.word !== "unknown";
  const error = tail.last === "api error" && tail.error !== undefined ? replyText(root, tail.error) : undefined;
  return present({
    status: error === undefined || status.reason !== undefined ? status : { ...status, reason: error.slice(0, 500) },
    result: answerOf(root, ledger, tail),
    startedAt: tail.startedAt,
    endedAt: isOver ? tail.endedAt : undefined,
  });
}

function workflowAgent({ workflows }: Household, { agentId, agent }: Child): WorkflowAgent | undefined {
  if (agentId === undefined || agent?.workflow === undefined) return undefined;
  return workflows.find(({ record }) => record.runId === agent.workflow)?.record.agents.get(agentId);
}

function helperOf({ agentId, link }: Child, goal: string | undefined): string | undefined {
  if (agentId !== undefined && isCompactor(agentId)) return "its name says that it compacts the session";
  return link === undefined && goal?.trim() === "Warmup" ? "its only message is Claude Code's own warm-up" : undefined;
}

function placesOf(ledger: Ledger, { meta }: Agent): readonly Place[] {
  const files = new Set(ledger.lines.map(({ thread }) => thread.file.path));
  return [...files, ...(meta === undefined ? [] : [meta.path])].map((file) => ({ file }));
}

function inTreeOrder(household: Household): readonly Child[] {
  const children = childrenOf(household);
  const order = new Map(household.calls.delegations.map((call, at) => [call, at]));
  const rank = (child: Child) =>
    child.link?.call === undefined ? Number.MAX_SAFE_INTEGER : (order.get(child.link.call) ?? 0);
  const below = new Map<TaskId, Child[]>();
  for (const child of children.toSorted((a, b) => rank(a) - rank(b))) {
    const parent = child.link?.call?.taskId ?? household.session.taskId;
    append(below, parent, child);
  }
  const ordered: Child[] = [];
  const stack = (below.get(household.session.taskId) ?? []).toReversed();
  for (let child = stack.pop(); child !== undefined; child = stack.pop()) {
    ordered.push(child);
    for (const one of (below.get(child.taskId) ?? []).toReversed()) stack.push(one);
  }
  return ordered;
}
