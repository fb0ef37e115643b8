import type { Part, TaskId } from "../../model/index.ts";
import { groupBy } from "../support/group.ts";
import { findBranches } from "./branches.ts";
import { type Call, findCalls, type SessionCalls } from "./calls.ts";
import { markCopies } from "./copies.ts";
import { type Agent, type Family, findFamily, type Session } from "./family.ts";
import { type Layout, layOut } from "./layout.ts";
import { itemOf, type Ledger, type Line, numberOccurrences } from "./ledger.ts";
import { findLinks, type Links } from "./links.ts";
import type { Location } from "./locate.ts";
import { sessionInPath } from "./names.ts";
import { settleQueue } from "./queue.ts";
import { settleRepeats } from "./repeats.ts";
import { markReplies } from "./replies.ts";
import { type FileScan, scanFile } from "./scan.ts";
import { markCleared, markRuns, pairCompactions, settleFacts } from "./settle.ts";
import { type JournalEntry, readJournal, readWorkflowRecord, type WorkflowRecord } from "./workflows.ts";

/** A session with its agents, and how they hang together. */
export interface Household {
  readonly session: Session;
  readonly agents: readonly Agent[];
  readonly calls: SessionCalls;
  readonly links: Links;
  /** Workflows' own records, with the call that began each. */
  readonly workflows: readonly { readonly record: WorkflowRecord; readonly call?: Call }[];
  /** What agents returned to their workflow, by agent id. */
  readonly returned: ReadonlyMap<string, readonly Part[]>;
}

/** Everything that the index pass found. It is let go when the index is made. */
export interface ClaudeWorkspace {
  readonly location: Location;
  readonly layout: Layout;
  readonly scans: readonly FileScan[];
  readonly households: readonly Household[];
  /** Agents whose records name no session. */
  readonly strays: readonly Agent[];
  /** Records whose prompt still waits in the queue, by Task. */
  readonly waiting: ReadonlyMap<TaskId, readonly Line[]>;
  readonly journals: ReadonlyMap<string, readonly JournalEntry[]>;
  /** Whose title a record of another session is. */
  readonly titled: (leaf: string) => TaskId | undefined;
}

export function scanWorkspace(location: Location): ClaudeWorkspace {
  const { root } = location;
  const layout = layOut(location);
  const scans = [...layout.values()].flatMap((kind) =>
    kind.type === "transcript" ? [scanFile(root, kind.transcript)] : [],
  );
  const family = findFamily(root, layout, scans);
  const { waiting, titled } = settle(root, family, scans);
  const journals = new Map(
    [...layout].flatMap(([path, { type }]) => {
      const entries = type === "workflow journal" ? readJournal(root, path) : undefined;
      return entries === undefined ? [] : [[path, entries] as const];
    }),
  );
  const agentsOf = groupBy(family.agents, ({ session }) => (session === undefined ? [] : [session]));
  const still = new Set([...waiting.values()].flat());
  return {
    location,
    layout,
    scans,
    households: family.sessions.map((session) => household(session, agentsOf.get(session) ?? [])),
    strays: family.agents.filter(({ session }) => session === undefined),
    waiting,
    journals,
    titled,
  };

  function household(session: Session, agents: readonly Agent[]): Household {
    const calls = findCalls(session, agents, still);
    const own = (path: string) => session.ids.has(sessionInPath(path) ?? "");
    const byRun = new Map(
      calls.delegations.flatMap((call) =>
        call.result?.facts.runId === undefined ? [] : [[call.result.facts.runId, call] as const],
      ),
    );
    const records = [...layout].flatMap(([path, { type }]) => {
      const record = type === "workflow record" && own(path) ? readWorkflowRecord(root, path) : undefined;
      return record === undefined ? [] : [record];
    });
    const workflows = records.map((record) => {
      const call = byRun.get(record.runId);
      return call === undefined ? { record } : { record, call };
    });
    const returned = new Map(
      [...journals]
        .flatMap(([path, entries]) => (own(path) ? entries : []))
        .flatMap(({ agentId, result }) =>
          agentId === undefined || result === undefined ? [] : [[agentId, result] as const],
        ),
    );
    return { session, agents, calls, links: findLinks(agents, calls, session.taskId), workflows, returned };
  }
}

/** Decides what becomes of every record. The order matters: what only repeats must not be paired, counted or queued. */
function settle(
  root: string,
  { sessions, agents }: Family,
  scans: readonly FileScan[],
): Pick<ClaudeWorkspace, "waiting" | "titled"> {
  const ledgers = [...sessions, ...agents].map(({ ledger }) => ledger);
  for (const ledger of ledgers) {
    settleRepeats(root, ledger);
    numberOccurrences(ledger);
    pairCompactions(ledger);
  }
  markCopies(root, sessions);
  const titled = titleOwners(sessions);
  const waiting = new Map<TaskId, readonly Line[]>();
  for (const ledger of ledgers) {
    const still = settleQueue(ledger);
    waiting.set(ledger.taskId, still);
    for (const line of still) line.fate = { type: "shown", at: { taskId: ledger.taskId, itemId: itemOf(line, 1) } };
    settleFacts(ledger, titled);
    markCleared(ledger);
    markRuns(ledger);
    markReplies(ledger);
  }
  markBranches(ledgers, scans);
  return { waiting, titled };
}

function markBranches(ledgers: readonly Ledger[], scans: readonly FileScan[]): void {
  const branches = new Map(scans.map((scan) => [scan.file, findBranches(scan)]));
  for (const { lines } of ledgers) {
    for (const { thread, facts, about } of lines) {
      if (thread.how === "inside the parent") continue;
      const found = branches.get(thread.file);
      if (found?.left.has(facts.n)) about.left = true;
      if (found?.orphans.has(facts.n)) about.parentMissing = true;
    }
  }
}

/** A title names the last record that it speaks of, which may be another session's. Copies of a record do not count. */
function titleOwners(sessions: Family["sessions"]): (leaf: string) => TaskId | undefined {
  const leaves = new Set<string>();
  for (const { ledger } of sessions) {
    for (const { facts } of ledger.lines) {
      if (facts.detail?.type === "session-fact" && facts.detail.leaf !== undefined) leaves.add(facts.detail.leaf);
    }
  }
  const owners = new Map<string, TaskId>();
  for (const { taskId, ledger } of sessions) {
    for (const { facts, about } of ledger.lines) {
      if (facts.uuid === undefined || !leaves.has(facts.uuid) || about.inheritedFrom !== undefined) continue;
      if (!owners.has(facts.uuid)) owners.set(facts.uuid, taskId);
    }
  }
  return (leaf) => owners.get(leaf);
}
