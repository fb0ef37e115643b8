import type { NoticeRow, Part } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { readJsonLines } from "../support/jsonl.ts";
import { readInside } from "../support/safe-read.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, parseJson, present } from "../support/values.ts";
import { quote } from "./draft.ts";
import { type AgentMeta, agentMeta, journalLine, workflowAgent, workflowRun } from "./records.ts";

/** What a workflow's own record tells of one of its agents. */
export interface WorkflowAgent {
  readonly label?: string;
  readonly state?: string;
  readonly totals?: Readonly<Record<string, number>>;
}

/** A workflow's own record, in its file beside the session. */
export interface WorkflowRecord {
  readonly path: string;
  readonly runId: string;
  readonly agents: ReadonlyMap<string, WorkflowAgent>;
}

export function readWorkflowRecord(root: string, path: string): WorkflowRecord | undefined {
  const run = workflowRun.safeParse(jsonAt(root, path));
  if (!run.success) return undefined;
  const agents = new Map<string, WorkflowAgent>();
  for (const one of run.data.workflowProgress) {
    const agent = workflowAgent.safeParse(one);
    if (!agent.success) continue;
    const { agentId, label, state, tokens, toolCalls } = agent.data;
    const totals = present({ tokens, toolCalls });
    agents.set(agentId, present({ label, state, totals: Object.keys(totals).length === 0 ? undefined : totals }));
  }
  return { path, runId: run.data.runId, agents };
}

/** The record as a notice, for the row behind which it stands. */
export function readRunNotice(root: string, path: string): Omit<NoticeRow, "sequence" | "turnIndex"> | undefined {
  const outcome = readInside(root, path);
  const value = outcome.type === "read" ? jsonIn(outcome.bytes) : undefined;
  const run = workflowRun.safeParse(value);
  if (outcome.type !== "read" || !run.success) return undefined;
  const { status, workflowName, agentCount, durationMs, result } = run.data;
  const agents = agentCount === undefined ? "" : agentCount === 1 ? ", with 1 agent" : `, with ${agentCount} agents`;
  const took = durationMs === undefined ? "" : `, in ${(durationMs / 1000).toFixed(1)} s`;
  return {
    type: "notice",
    itemId: `${path}#1`,
    label: "workflow",
    record: path,
    place: { file: path, start: 0, end: outcome.bytes.length },
    code: "workflow",
    severity: status === "failed" || status === "error" ? "failure" : "note",
    says: `What the workflow that began here recorded of itself later on${agents}${took}. It stands in a file beside the session.`,
    quotes: [
      ...quote("Name", workflowName),
      ...quote("Status", status),
      ...quote("Result", result === undefined || typeof result === "string" ? result : jsonText(result)),
      ...quote("As recorded", jsonText(value)),
    ],
  };
}

/** One line of a workflow's journal. */
export interface JournalEntry {
  readonly n: number;
  readonly agentId?: string;
  /** What the agent returned to the workflow. */
  readonly result?: readonly Part[];
}

/** `undefined` where the file cannot be read. A line that is no journal entry names no agent. */
export function readJournal(root: string, path: string): readonly JournalEntry[] | undefined {
  const outcome = readJsonLines(root, path);
  if (outcome.type !== "read") return undefined;
  const entries: JournalEntry[] = [];
  for (const { line: n, content } of outcome.lines) {
    if (content.type === "empty") continue;
    const parsed = journalLine.safeParse(content.type === "object" ? content.value : undefined);
    if (!parsed.success) {
      entries.push({ n });
      continue;
    }
    const { agentId, result } = parsed.data;
    entries.push({ n, ...present({ agentId, result: result === undefined ? undefined : partsOf(result) }) });
  }
  return entries;
}

/** `undefined`: the file is not the JSON object that its name promises. */
export function readMeta(root: string, path: string): AgentMeta | undefined {
  const value = jsonAt(root, path);
  if (!isJsonObject(value)) return undefined;
  const meta = agentMeta.safeParse(value);
  return meta.success ? meta.data : undefined;
}

function partsOf(result: unknown): readonly Part[] {
  return [typeof result === "string" ? { type: "text", text: result } : { type: "json", value: result }];
}

function jsonAt(root: string, path: string): unknown {
  const outcome = readInside(root, path);
  return outcome.type === "read" ? jsonIn(outcome.bytes) : undefined;
}

function jsonIn(bytes: Uint8Array): unknown {
  const parsed = parseJson(decodeText(bytes).text);
  return parsed.type === "json" ? parsed.value : undefined;
}
