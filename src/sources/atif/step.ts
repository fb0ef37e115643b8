import type { Part, Usage } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, parseJson, present } from "../support/values.ts";
import { readParts, textOf } from "./content.ts";
import { observationResult, type Reference, reference, step, toolCall } from "./records.ts";
import { costOf, readUsage } from "./usage.ts";

/** One step as this reader understands it. */
export interface ReadStep {
  readonly source: "system" | "user" | "agent" | "other";
  readonly name?: string;
  readonly timestamp?: string;
  readonly model?: string;
  readonly message: readonly Part[];
  readonly reasoning: readonly Part[];
  readonly calls: readonly StepCall[];
  readonly results: readonly StepResult[];
  /** Instead of what the step says, its text is what a compaction wrote. */
  readonly compaction: boolean;
  readonly copied: boolean;
  readonly usage?: Usage;
  readonly cost?: string;
}

export interface StepCall {
  readonly id?: string;
  readonly name: string;
  readonly input: unknown;
}

export interface StepResult {
  /** Place among the step's calls of the one that it answers. */
  readonly call?: number;
  /** The call's id as recorded. */
  readonly callId?: string;
  /** The record does not name its call; only its place among the results tells it. */
  readonly byPlace: boolean;
  readonly content: readonly Part[];
  readonly references: readonly Reference[];
}

const SUMMARISED = /^Performed context summari[sz]ation\b/;

export function readStep(value: JsonObject): ReadStep {
  const read = step.parse(value);
  const calls = read.tool_calls.map(readCall);
  const results = pairResults(read.observation?.results ?? [], calls);
  const message = readParts(read.message);
  const management = read.extra === undefined ? undefined : member(read.extra, "context_management");
  const marked = isJsonObject(management) && member(management, "type") === "compaction";
  const refers = results.some((result) => result.references.length > 0);
  const source: ReadStep["source"] =
    read.source === "system" || read.source === "user" || read.source === "agent" ? read.source : "other";
  return present({
    source,
    name: read.step_id === undefined ? undefined : String(read.step_id),
    timestamp: read.timestamp,
    model: read.model_name,
    message,
    reasoning: readParts(read.reasoning_content),
    calls,
    results,
    compaction: source === "system" && (marked || (refers && SUMMARISED.test(textOf(message)))),
    copied: read.is_copied_context,
    usage: readUsage(read.metrics),
    cost: costOf(read.metrics, "cost_usd"),
  });
}

function readCall(value: unknown): StepCall {
  const read = toolCall.safeParse(value);
  if (!read.success) return { name: "", input: value };
  const { tool_call_id: id, function_name: name, arguments: recorded } = read.data;
  const parsed = typeof recorded === "string" ? parseJson(recorded) : undefined;
  const input = parsed?.type === "json" && isJsonObject(parsed.value) ? parsed.value : recorded;
  return { ...(id === undefined ? {} : { id }), name: name ?? "", input };
}

/** Results that name no call answer the calls that no result names, in order. */
function pairResults(recorded: readonly unknown[], calls: readonly StepCall[]): readonly StepResult[] {
  const read = recorded.map((value) => observationResult.safeParse(value));
  const named = new Set(read.flatMap((one) => (one.success ? (one.data.source_call_id ?? []) : [])));
  const open = calls.flatMap((call, at) => (call.id !== undefined && named.has(call.id) ? [] : [at]));
  const places = new Map(calls.map((call, at) => [call.id, at] as const).toReversed());
  let next = 0;
  return read.map((one, at): StepResult => {
    const {
      source_call_id: callId,
      content,
      subagent_trajectory_ref: refs,
    } = one.success
      ? one.data
      : { source_call_id: undefined, content: recorded[at], subagent_trajectory_ref: undefined };
    const base = { content: readParts(content), references: readReferences(refs) };
    if (callId !== undefined) return present({ ...base, callId, call: places.get(callId), byPlace: false });
    const call = open[next];
    if (call === undefined) return { ...base, byPlace: false };
    next += 1;
    return { ...base, call, byPlace: true };
  });
}

/** A list of references; older writers have one by itself. */
function readReferences(value: unknown): readonly Reference[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const read = reference.safeParse(one);
    if (!read.success) return [];
    const { session_id: session, trajectory_id: trajectory, trajectory_path: path } = read.data;
    return session === undefined && trajectory === undefined && path === undefined ? [] : [read.data];
  });
}
