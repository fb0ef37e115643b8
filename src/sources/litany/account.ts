import type { RecordId, RecordNote, RowRef, SourceFile, TaskId } from "../../model/index.ts";
import { itemIdOf } from "./convert.ts";
import type { AgentFacts } from "./facts.ts";
import { below } from "./layout.ts";
import { storedItemId } from "./mailbox.ts";
import { noticesOf } from "./notices.ts";
import type { StepFacts } from "./steps.ts";
import type { LitanyWorkspace } from "./workspace.ts";

/** The kind of a record of which nothing could be read. */
export const UNREADABLE = "file that could not be read";

type Disposition = RecordNote["disposition"];

/**
 * What became of each record that no row names. A record that a row names, or that has a note already, gets none, so
 * that every record has exactly one disposition.
 */
export function accountFor(workspace: LitanyWorkspace, files: readonly SourceFile[]): readonly RecordNote[] {
  const settled = new Map<RecordId, Disposition | "row">();
  for (const agent of workspace.agents.values()) settleAgent(workspace, agent, settle);
  return files
    .filter((file) => file.records > 0)
    .flatMap(({ path }) => {
      const disposition = settled.get(path) ?? { type: "no row" as const, kind: UNREADABLE };
      return disposition === "row" ? [] : [{ record: path, file: path, disposition }];
    });

  function settle(record: RecordId, disposition: Disposition | "row"): void {
    if (!settled.has(record)) settled.set(record, disposition);
  }
}

type Settle = (record: RecordId, disposition: Disposition | "row") => void;

function settleAgent(workspace: LitanyWorkspace, agent: AgentFacts, settle: Settle): void {
  if (agent.soul !== undefined && workspace.tree.read(agent.soul).type === "read") settle(agent.soul, "row");
  if (agent.folder !== undefined) {
    for (const name of ["goal.md", "name"]) {
      const path = below(agent.folder, name);
      if (workspace.tree.read(path).type === "read") settle(path, { type: "joined", to: agent.id });
    }
  }
  for (const entry of agent.entries) settle(entry.path, "row");
  settleSummaries(workspace, agent, settle);
  for (const deposit of agent.deposits) {
    const shown = { type: "shown", at: { taskId: agent.id, itemId: storedItemId(deposit) } } as const;
    settle(deposit.path, deposit.repeats === undefined ? shown : { type: "repeated", of: deposit.repeats });
  }
  for (const step of agent.steps) for (const { path } of step.damaged) settle(path, "row");
  settleNotices(workspace, agent, settle);
  settleSteps(agent, settle);
}

function settleSummaries(workspace: LitanyWorkspace, agent: AgentFacts, settle: Settle): void {
  const summaries = workspace.summaries.get(agent.id) ?? [];
  const [gap] = workspace.gaps.get(agent.id) ?? [];
  for (const [at, summary] of summaries.entries()) {
    const ref = { taskId: agent.id, itemId: gap?.id ?? "summary" };
    settle(summary.record, gap === undefined && at === 0 ? "row" : { type: "shown", at: ref });
  }
}

function settleNotices(workspace: LitanyWorkspace, agent: AgentFacts, settle: Settle): void {
  for (const notice of noticesOf(workspace, agent)) {
    const at: RowRef = { taskId: agent.id, itemId: notice.itemId };
    settle(notice.record, "row");
    for (const path of notice.quoted) settle(path, { type: "shown", at });
    for (const path of notice.used) settle(path, { type: "joined", to: at });
  }
  if (agent.driverLog !== undefined) settle(agent.driverLog, { type: "no row", kind: "driver log" });
}

function settleSteps(agent: AgentFacts, settle: Settle): void {
  const replies = new Map<StepFacts, string>([...agent.stepOf].map(([name, step]) => [step, name]));
  const rows = rowsByCall(agent);
  for (const step of agent.steps) {
    const reply = replies.get(step);
    const to = reply === undefined ? undefined : { taskId: agent.id, itemId: itemIdOf(reply, 0) };
    for (const [name, path] of step.files) settle(path, stepFile(name, to, step));
    for (const [id, run] of step.tools) {
      const itemId = rows.get(id) ?? rows.get(id.replace(/-[0-9]+$/, ""));
      const row = itemId === undefined ? undefined : { taskId: agent.id, itemId };
      if (run.input !== undefined) settle(run.input, joinedOr(row, "tool input whose call is not in the record"));
      if (run.output !== undefined) settle(run.output, joinedOr(row, "tool output whose call is not in the record"));
    }
  }
}

function stepFile(name: string, reply: RowRef | undefined, step: StepFacts): Disposition {
  switch (name) {
    case "staging.json":
      return { type: "no row", kind: "staging file" };
    case "stderr.log":
      return { type: "no row", kind: "step log" };
    case "request.json":
      return joinedOr(reply, "request as sent, whose reply is not in the record");
    default:
      return joinedOr(
        reply,
        step.framing === "failed" ? "step that failed, followed by others" : "step whose reply is not in the record",
      );
  }
}

function joinedOr(to: RowRef | TaskId | undefined, kind: string): Disposition {
  return to === undefined ? { type: "no row", kind } : { type: "joined", to };
}

/** The row that a tool's run informs: its result, else its call. */
function rowsByCall(agent: AgentFacts): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const entry of agent.entries)
    for (const call of entry.calls) rows.set(call.id, itemIdOf(entry.name, call.block));
  for (const entry of agent.entries)
    for (const result of entry.results) rows.set(result.id, itemIdOf(entry.name, result.block));
  return rows;
}
