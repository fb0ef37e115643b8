import type { ItemId, MessageRow, Row, ToolCallRow, ToolResultRow } from "../../../model/index.ts";
import { type OutContent, type PutImage, writeParts } from "./content.ts";
import type { Losses } from "./losses.ts";
import { writeMetrics } from "./metrics.ts";
import type { OutReference, OutStep } from "./step.ts";

/** Turns a ledger's rows, given in order, into steps. */
export interface StepWriter {
  add(row: Row): void;
  /** Puts a reference where its call is answered; `false`: there is no such place. */
  refer(call: ItemId, reference: OutReference): boolean;
  steps(): readonly OutStep[];
}

/** What a step of the model already has: what comes later must not stand before it. */
const STAGES = ["reasoning", "message", "call", "result"] as const;
type Stage = (typeof STAGES)[number];

interface Reply {
  readonly step: OutStep;
  readonly turnIndex: number;
  readonly copied: boolean;
  stage: Stage;
}

const WITHHELD = "[withheld]";

export function createStepWriter(losses: Losses, putImage: PutImage): StepWriter {
  const steps: OutStep[] = [];
  const waiting = new Map<string, OutStep[]>();
  const callOf = new Map<ItemId, { readonly step: OutStep; readonly id?: string }>();
  let reply: Reply | undefined;

  const content = (row: Row, parts: MessageRow["parts"]): OutContent =>
    row.restricted ? WITHHELD : writeParts(parts, losses, putImage);
  const begin = (row: Row, source: OutStep["source"], message: OutContent): OutStep => {
    const step: OutStep = { step_id: steps.length + 1, timestamp: row.createdAt, source, message };
    if (row.inheritedFrom !== undefined) step.is_copied_context = true;
    if (row.usage !== undefined && source !== "agent") losses.add("calls");
    steps.push(step);
    callOf.set(row.itemId, { step });
    return step;
  };

  return {
    add(row) {
      countRow(row, losses);
      switch (row.type) {
        case "reasoning":
          if (row.text === undefined && row.restricted === undefined) return;
          addReasoning(row, row.restricted ? WITHHELD : (row.text ?? ""));
          return;
        case "message":
          if (row.role === "assistant") addWords(row);
          else addInput(row);
          return;
        case "tool-call":
          addCall(row);
          return;
        case "tool-result":
          addResult(row);
          return;
        case "compaction": {
          reply = undefined;
          const text = row.restricted ? WITHHELD : row.summaries.map((summary) => summary.text).join("\n\n");
          const step = begin(row, "system", text === "" ? row.says : text);
          step.extra = { context_management: { type: "compaction" } };
          return;
        }
        default:
          return;
      }
    },
    refer(call, made) {
      const found = callOf.get(call);
      if (found === undefined) return false;
      const { step, id } = found;
      const answer = step.observation?.results.find((result) => id !== undefined && result.source_call_id === id);
      if (answer !== undefined) {
        answer.subagent_trajectory_ref = [...(answer.subagent_trajectory_ref ?? []), made];
        return true;
      }
      // A reference that names no call would be read as the answer of one that has none.
      if (id !== undefined || hasOpenCall(step)) return false;
      step.observation ??= { results: [] };
      const last = step.observation.results.at(-1);
      if (last !== undefined && last.content === undefined && last.subagent_trajectory_ref)
        last.subagent_trajectory_ref.push(made);
      else step.observation.results.push({ subagent_trajectory_ref: [made] });
      return true;
    },
    steps: () => steps,
  };

  /** The step of the model's reply that a row belongs to: the one that is open, if the row may still stand in it. */
  function replyFor(row: Row, stage: Stage): OutStep {
    const copied = row.inheritedFrom !== undefined;
    const same = reply !== undefined && reply.turnIndex === row.turnIndex && reply.copied === copied;
    if (reply === undefined || !same || STAGES.indexOf(reply.stage) > STAGES.indexOf(stage)) {
      if (same) losses.add("split");
      reply = { step: begin(row, "agent", ""), turnIndex: row.turnIndex, copied, stage };
    } else if (reply.step.timestamp !== row.createdAt) losses.add("times");
    reply.stage = stage;
    const { step } = reply;
    step.model_name ??= row.model;
    if (row.usage !== undefined) step.metrics = writeMetrics(row.usage);
    return step;
  }

  function addReasoning(row: Row, text: string): void {
    const step = replyFor(row, "reasoning");
    if (step.reasoning_content !== undefined) losses.add("merged");
    step.reasoning_content = step.reasoning_content === undefined ? text : `${step.reasoning_content}\n\n${text}`;
    callOf.set(row.itemId, { step });
  }

  function addWords(row: MessageRow): void {
    const again = reply?.stage === "message" && reply.turnIndex === row.turnIndex;
    const step = replyFor(row, "message");
    const said = content(row, row.parts);
    if (again && step.message !== "") losses.add("merged");
    step.message = step.message === "" ? said : [...asList(step.message), ...asList(said)];
    callOf.set(row.itemId, { step });
  }

  function addCall(row: ToolCallRow): void {
    const step = replyFor(row, "call");
    const { input } = row;
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    if (!isObject && input !== undefined && !row.restricted) losses.add("inputs");
    const args = isObject ? input : input === undefined || row.restricted ? {} : { input };
    step.tool_calls ??= [];
    step.tool_calls.push({ tool_call_id: row.toolCallId, function_name: row.name, arguments: args });
    callOf.set(row.itemId, { step, id: row.toolCallId });
    const open = waiting.get(row.toolCallId);
    if (open === undefined) waiting.set(row.toolCallId, [step]);
    else open.push(step);
  }

  function addResult(row: ToolResultRow): void {
    const said = content(row, row.output);
    const step = waiting.get(row.toolCallId)?.shift();
    if (step === undefined) {
      losses.add("orphans");
      reply = undefined;
      begin(row, "system", said === "" ? "A result whose call is not in the record." : said);
      return;
    }
    if (step !== steps.at(-1)) losses.add("moved");
    else if (step.timestamp !== row.createdAt) losses.add("times");
    step.observation ??= { results: [] };
    step.observation.results.push({ source_call_id: row.toolCallId, content: said });
    if (reply?.step === step) reply.stage = "result";
  }

  function addInput(row: MessageRow): void {
    const said = content(row, row.parts);
    const last = steps.at(-1);
    // What came back from the environment without a call stands with the step that it came back from.
    if (row.input?.kind === "artifact" && last !== undefined && last.source !== "user" && !hasOpenCall(last)) {
      if (last.timestamp !== row.createdAt) losses.add("times");
      last.observation ??= { results: [] };
      last.observation.results.push({ content: said });
      if (reply?.step === last) reply.stage = "result";
      return;
    }
    reply = undefined;
    begin(row, row.role === "system" ? "system" : "user", said);
  }
}

function hasOpenCall(step: OutStep): boolean {
  const answered = new Set((step.observation?.results ?? []).map((result) => result.source_call_id));
  return (step.tool_calls ?? []).some((call) => !answered.has(call.tool_call_id));
}

function asList(content: OutContent) {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text" as const, text: content }];
}

/** What a row has that no step can hold, whatever its place. */
function countRow(row: Row, losses: Losses): void {
  if (row.restricted) losses.add("withheld");
  if (row.inheritedFrom !== undefined) losses.add("copied");
  if (row.cleared) losses.add("cleared");
  if (row.call !== undefined) {
    losses.add("calls");
    if (row.call.timing !== undefined) losses.add("timing");
  }
  switch (row.type) {
    case "reasoning":
      if (row.withheld !== undefined) losses.add("reasoning");
      break;
    case "message":
      if (row.role === "agent" || row.input?.kind === "mailbox" || row.input?.kind === "guidance")
        losses.add("senders");
      break;
    case "tool-call":
      if (row.providerSide) losses.add("provider");
      break;
    case "tool-result":
      if (row.isError || row.exitCode !== undefined) losses.add("outcomes");
      if (row.timing !== undefined) losses.add("timing");
      if (row.completedFrom !== undefined || row.sections !== undefined || row.structured !== undefined)
        losses.add("completed");
      break;
    case "notice":
      // The head of a trajectory is written anew.
      if (row.code !== "trajectory") losses.add("notices");
      break;
    case "raw":
      losses.add("raw");
      break;
    default:
      break;
  }
}
