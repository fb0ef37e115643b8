import type { TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import type { CallFacts, ResultFacts } from "./facts.ts";
import type { Agent, Session } from "./family.ts";
import { itemOf, type Ledger, type Line } from "./ledger.ts";
import type { Notification } from "./user-text.ts";

/** A tool call of a session's Tasks, with its result. */
export interface Call {
  readonly taskId: TaskId;
  readonly line: Line;
  readonly facts: CallFacts;
  result?: CallResult;
}

export interface CallResult {
  readonly line: Line;
  readonly facts: ResultFacts;
}

/** A report of a background task, where it was received. */
export interface Report {
  readonly taskId: TaskId;
  readonly itemId: string;
  readonly notification: Notification;
  /** It still waits in the queue. */
  readonly waiting: boolean;
  readonly line: Line;
}

/** What the Tasks of one session say of its agents. Copies of other Tasks' records are left out. */
export interface SessionCalls {
  /** Calls that delegate, or whose result is an agent's, in the order of ledgers and rows. */
  readonly delegations: readonly Call[];
  /** Calls that wait for a background task. */
  readonly waits: readonly Call[];
  readonly byId: ReadonlyMap<string, readonly Call[]>;
  readonly reports: readonly Report[];
}

export function findCalls(session: Session, agents: readonly Agent[], waiting: ReadonlySet<Line>): SessionCalls {
  const ledgers = [session.ledger, ...agents.map((agent) => agent.ledger)];
  const calls = ledgers.flatMap(callsOf);
  const byId = new Map<string, Call[]>();
  for (const call of calls) append(byId, call.facts.id, call);
  return {
    delegations: calls.filter(
      ({ facts, result }) => facts.delegate !== undefined || result?.facts.ofAgent === true || isWorkflow(result),
    ),
    waits: calls.filter(({ facts }) => facts.waits.length > 0),
    byId,
    reports: ledgers.flatMap((ledger) => reportsOf(ledger, waiting)),
  };
}

/** What a call is shown as: its row. */
export function callItem(call: Call): string {
  return itemOf(call.line, call.facts.block);
}

export function resultItem({ line, facts }: CallResult): string {
  return itemOf(line, facts.block);
}

function isWorkflow(result: CallResult | undefined): boolean {
  return result?.facts.runId !== undefined;
}

/** Each result answers the first unanswered call of its id. */
function callsOf(ledger: Ledger): readonly Call[] {
  const calls: Call[] = [];
  const open = new Map<string, Call[]>();
  for (const line of ledger.lines) {
    const { detail } = line.facts;
    if (line.fate !== undefined || line.about.inheritedFrom !== undefined) continue;
    if (detail?.type === "reply") {
      for (const facts of detail.calls) {
        const call: Call = { taskId: ledger.taskId, line, facts };
        calls.push(call);
        append(open, facts.id, call);
      }
    }
    if (detail?.type !== "user" && detail?.type !== "reply") continue;
    for (const facts of detail.results) {
      const call = open.get(facts.id)?.shift();
      if (call !== undefined) call.result = { line, facts };
    }
  }
  return calls;
}

function reportsOf(ledger: Ledger, waiting: ReadonlySet<Line>): readonly Report[] {
  return ledger.lines.flatMap((line): readonly Report[] => {
    const { detail } = line.facts;
    const isWaiting = waiting.has(line);
    if ((line.fate !== undefined && !isWaiting) || line.about.inheritedFrom !== undefined) return [];
    if (detail?.type !== "user" && detail?.type !== "attachment" && detail?.type !== "queue") return [];
    const { notification } = detail;
    if (notification === undefined) return [];
    const block = detail.type === "user" ? (detail.notification?.block ?? 1) : 1;
    return [{ taskId: ledger.taskId, itemId: itemOf(line, block), notification, waiting: isWaiting, line }];
  });
}
