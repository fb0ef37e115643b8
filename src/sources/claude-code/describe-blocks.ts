import { isJsonObject, type JsonObject, member, present, textMember } from "../support/values.ts";
import { type Block, readOutput, textOf } from "./blocks.ts";
import { readTool } from "./dialect.ts";
import { digestOf } from "./digest.ts";
import type { CallFacts, ResultFacts } from "./facts.ts";
import { agentNamedIn, isAcknowledgement, isDeclined, readStructured } from "./results.ts";
import { readUsage } from "./usage.ts";

export function callFacts(call: Extract<Block, { type: "call" }>, block: number): CallFacts {
  const { kind, fields } = readTool(call.name, call.input);
  const targets = kind === "wait" ? textsIn(fields.targets) : [];
  const facts = { block, id: call.id, name: call.name, providerSide: call.providerSide, waits: targets };
  if (kind !== "delegate" && call.name !== "Task" && call.name !== "Agent") return facts;
  const input: JsonObject = isJsonObject(call.input) ? call.input : {};
  const goal = textMember(input, "prompt");
  const description = textMember(input, "description");
  const name = textMember(input, "name");
  const role = textMember(input, "subagent_type");
  const digest = goal === undefined ? undefined : digestOf(goal);
  return { ...facts, delegate: present({ goal, digest, description, name, role }) };
}

export function resultsOf(blocks: readonly Block[], copy: unknown): readonly ResultFacts[] {
  const found = blocks.flatMap((block, at) => (block.type === "result" ? [{ block, at: at + 1 }] : []));
  // The structured copy stands beside the line, so it can only speak for a single result.
  return found.map(({ block, at }) => resultFacts(block, at, found.length === 1 ? copy : undefined));
}

function resultFacts(result: Extract<Block, { type: "result" }>, block: number, copy: unknown): ResultFacts {
  const structured = readStructured(copy);
  const text = textOf(readOutput(result.content));
  const agentId = structured?.agentId ?? structured?.agent_id ?? structured?.teammate_id;
  const agentInText = agentNamedIn(text);
  const runId = structured?.runId ?? structured?.transcriptDir?.split("/").at(-1);
  const taskStatus = taskStatusIn(copy, text);
  const totals = readUsage({
    totalTokens: structured?.totalTokens,
    totalToolUseCount: structured?.totalToolUseCount,
  });
  return {
    block,
    id: result.id,
    isError: result.isError,
    isDeclined: isDeclined(text),
    isAck: isAcknowledgement(structured, text),
    ofAgent: agentId !== undefined || structured?.totalToolUseCount !== undefined,
    ...present({
      agentId,
      agentInText,
      agentType: structured?.agentType,
      status: structured?.status,
      runId: runId === "" ? undefined : runId,
      taskId: structured?.taskId,
      taskStatus,
      totals,
    }),
  };
}

/** How a background task stands, as a poll of it tells. */
function taskStatusIn(copy: unknown, text: string): string | undefined {
  const task = isJsonObject(copy) ? member(copy, "task") : undefined;
  if (isJsonObject(task)) return textMember(task, "status");
  return text.startsWith("<retrieval_status>") ? /<status>([a-z_]{1,40})<\/status>/.exec(text)?.[1] : undefined;
}

/** The strings of a list; what else it holds is passed over. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
