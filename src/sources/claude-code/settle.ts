import type { TaskId } from "../../model/index.ts";
import { itemOf, type Ledger, type Line } from "./ledger.ts";

/** Kinds of progress that only say that something goes on; its outcome stands in a row of its own. */
const TICKS: ReadonlySet<string> = new Set([
  "hook_progress",
  "mcp_progress",
  "bash_progress",
  "powershell_progress",
  "query_update",
  "search_results_received",
  "waiting_for_task",
  "agent_progress",
  "skill_progress",
]);

/** A compaction's boundary and its summary are one row, which stands where the summary does. */
export function pairCompactions(ledger: Ledger): void {
  let boundary: Line | undefined;
  for (const line of ledger.lines) {
    if (line.fate !== undefined) continue;
    const { detail } = line.facts;
    if (detail?.type === "boundary") boundary = line;
    // What the model said after a boundary closes it: a later summary belongs to another.
    if (detail?.type === "reply" && detail.real) boundary = undefined;
    if (detail?.type !== "user" || !detail.isSummary || boundary?.facts.detail?.type !== "boundary") continue;
    line.about.boundary = boundary.facts.detail;
    boundary.fate = { type: "joined", to: { taskId: ledger.taskId, itemId: itemOf(line, 1) } };
    boundary = undefined;
  }
}

/** Facts of the session join its head; what only repeats or ticks gives no row. `titled` tells whose a summary is. */
export function settleFacts(ledger: Ledger, titled: (leaf: string) => TaskId | undefined): void {
  const modes = new Map<string, string>();
  for (const line of ledger.lines) {
    const { detail } = line.facts;
    if (line.fate !== undefined) continue;
    if (detail?.type === "session-fact") settleFact(line, ledger.taskId, modes, titled);
    if (detail?.type === "attachment" && !detail.speaks) {
      line.fate = { type: "no row", kind: "hook that ran well and said nothing" };
    }
    if (detail?.type === "system" && detail.isQuiet) {
      line.fate = { type: "no row", kind: "hooks at the end of a turn that ran well" };
    }
  }
  settleProgress(ledger);
}

function settleFact(
  line: Line,
  taskId: TaskId,
  modes: Map<string, string>,
  titled: (leaf: string) => TaskId | undefined,
): void {
  const { detail } = line.facts;
  if (detail?.type !== "session-fact") return;
  const { kind, text, leaf } = detail;
  switch (kind) {
    case "custom-title":
    case "ai-title":
    case "agent-name":
      line.fate = { type: "joined", to: taskId };
      return;
    case "summary": {
      const task = leaf === undefined ? taskId : titled(leaf);
      line.fate =
        task === undefined
          ? { type: "no row", kind: "title of a session that is not here" }
          : { type: "joined", to: task };
      return;
    }
    case "permission-mode":
    case "mode": {
      const mode = text ?? "";
      const changes = modes.has(kind) && modes.get(kind) !== mode;
      modes.set(kind, mode);
      // A change is a notice; the mode that a session begins with, or still has, is none.
      if (!changes) line.fate = { type: "no row", kind: "mode of the session, unchanged" };
      return;
    }
    default:
      line.fate = { type: "no row", kind: QUIET.get(kind) ?? "fact of the session" };
  }
}

const QUIET: ReadonlyMap<string, string> = new Map([
  ["file-history-snapshot", "snapshot of the file history"],
  ["last-prompt", "prompt repeated for the list of sessions"],
  ["bridge-session", "link to a session elsewhere"],
]);

/** The last output of a command without a result is all that is left of it, so that progress is a row. */
function settleProgress(ledger: Ledger): void {
  const answered = new Set<string>();
  const last = new Map<string, Line>();
  for (const line of ledger.lines) {
    const { detail } = line.facts;
    if (detail?.type === "user") for (const { id } of detail.results) answered.add(id);
    if (detail?.type === "progress" && detail.hasOutput && detail.callId !== undefined) last.set(detail.callId, line);
  }
  for (const line of ledger.lines) {
    const { detail } = line.facts;
    if (line.fate !== undefined || detail?.type !== "progress" || !TICKS.has(detail.kind)) continue;
    const { callId } = detail;
    if (callId !== undefined && !answered.has(callId) && last.get(callId) === line) continue;
    line.fate = { type: "no row", kind: `progress: ${detail.kind.replace("_progress", "").replaceAll("_", " ")}` };
  }
}

/** What later records say was taken from the model's view, or taken back. */
export function markCleared(ledger: Ledger): void {
  const calls = new Set<string>();
  const attachments = new Set<string>();
  const retracted = new Set<string>();
  // Backwards, since a record only clears what stands before it.
  for (const line of ledger.lines.toReversed()) {
    const { detail, uuid, rows } = line.facts;
    if (detail?.type === "micro-boundary") {
      for (const id of detail.calls) calls.add(id);
      for (const id of detail.attachments) attachments.add(id);
    }
    if (detail?.type === "system") for (const id of detail.retracted) retracted.add(id);
    if (uuid !== undefined && retracted.has(uuid)) line.about.retracted = true;
    if (uuid !== undefined && attachments.has(uuid))
      line.about.cleared = Array.from({ length: rows }, (_, at) => at + 1);
    if (detail?.type !== "user") continue;
    const blocks = detail.results.filter(({ id }) => calls.has(id)).map(({ block }) => block);
    if (blocks.length > 0) line.about.cleared = blocks;
  }
}

/**
 * A run ends where the session is taken up again, or where an id of a session comes for the last time: copies of an
 * older session mix its id with the new one. One run alone is not told.
 */
export function markRuns(ledger: Ledger): void {
  const spoken = ledger.lines.map(sessionOf);
  const last = new Map<string, number>();
  for (const [at, session] of spoken.entries()) if (session !== undefined) last.set(session, at);
  const sessions = [...last].sort(([, a], [, b]) => a - b);
  const names: string[] = [];
  const resumed = new Map<string, number>();
  // Several hooks run when a session is taken up again, before anybody speaks.
  let isFresh = false;
  let next = 0;
  for (const [at, line] of ledger.lines.entries()) {
    while (next + 1 < sessions.length && (sessions[next]?.[1] ?? 0) < at) next += 1;
    const session = sessions[next]?.[0] ?? "";
    if (spoken[at] !== undefined) isFresh = false;
    else if (resumes(line) && !isFresh) {
      resumed.set(session, (resumed.get(session) ?? 0) + 1);
      isFresh = true;
    }
    const times = resumed.get(session) ?? 0;
    names.push(times === 0 ? session : `${session}, resumed ${times === 1 ? "once" : `${times} times`}`);
  }
  if (new Set(names).size < 2) return;
  for (const [at, { about }] of ledger.lines.entries()) about.run = names[at] ?? "";
}

/** The session in which something was said. */
function sessionOf({ facts: { type, session }, about, fate, thread }: Line): string | undefined {
  if ((type !== "user" && type !== "reply") || fate?.type === "repeated" || thread.how !== "session") return undefined;
  return about.inheritedFrom?.taskId ?? session;
}

function resumes({ facts: { detail } }: Line): boolean {
  return (detail?.type === "progress" || detail?.type === "attachment") && detail.resumes;
}
