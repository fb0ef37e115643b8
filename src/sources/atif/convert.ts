import type { Part, Place, Row } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { present } from "../support/values.ts";
import { textOf } from "./content.ts";
import { readTool } from "./dialect.ts";
import { planRows, type RowPlan } from "./plan.ts";
import { partSpans, placeIn, spanOf } from "./spans.ts";
import type { ReadStep } from "./step.ts";

type Frame = "sequence" | "turnIndex" | "itemId" | "label" | "record" | "createdAt" | "inheritedFrom";

/** A row without what every row of its step has in common. Its place is the part of the step that it shows. */
export type Draft = Row extends infer R ? (R extends Row ? Omit<R, Frame> : never) : never;

export interface StepContext {
  readonly place: Place;
  readonly bytes: Uint8Array;
  /** The model of the trajectory, where the step names none. */
  readonly model?: string;
  /** Names calls that have no id. */
  readonly name: string;
  /** Nobody has spoken yet, so system text is the role's. */
  readonly opens: boolean;
}

/** The rows of one step: reasoning, words, calls, results. */
export function convertStep(step: ReadStep, context: StepContext): readonly Draft[] {
  const spans = partSpans(context.bytes);
  return planRows(step).map((plan, at): Draft => {
    const own = spanOf(spans, plan, at === 0);
    const row = { ...convertRow(step, plan, context), place: placeIn(context.place, own) };
    const isReply =
      row.type === "reasoning" || row.type === "tool-call" || (row.type === "message" && row.role === "assistant");
    const remarks = [...(row.remarks ?? []), ...(at === 0 ? stepRemarks(step) : [])];
    return {
      ...row,
      ...(isReply ? present({ model: step.model ?? context.model }) : {}),
      ...(at === 0 && !step.copied ? present({ usage: step.usage }) : {}),
      ...(remarks.length === 0 ? {} : { remarks }),
    };
  });
}

type Body = Row extends infer R ? (R extends Row ? Omit<R, Frame | "place"> : never) : never;

function convertRow(step: ReadStep, plan: RowPlan, context: StepContext): Body {
  switch (plan.kind) {
    case "reasoning":
      return { type: "reasoning", text: step.reasoning.map(reasoningText).join("") };
    case "compaction":
      return {
        type: "compaction",
        summaries: [{ text: textOf(step.message), record: "", place: context.place }],
        says: "The context was summarised, and the work handed on. Which rows the model no longer saw is not recorded.",
      };
    case "call": {
      const call = step.calls[plan.at];
      const { name = "", input } = call ?? {};
      return { type: "tool-call", toolCallId: callId(step, plan.at, context), name, input, ...readTool(name, input) };
    }
    case "result":
    case "feedback":
      return resultRow(step, plan.at, context);
    default:
      return messageRow(step, context);
  }
}

function reasoningText(part: Part): string {
  return part.type === "text" ? part.text : jsonText(part.type === "json" ? part.value : part);
}

function messageRow(step: ReadStep, { opens }: StepContext): Body {
  const { message: parts } = step;
  switch (step.source) {
    case "agent":
      return {
        type: "message",
        role: "assistant",
        parts,
        ...(parts.length === 0 ? { remarks: ["the record holds a step without any content"] } : {}),
      };
    case "user":
      return { type: "message", role: "user", parts, input: { kind: "context", sender: { id: "user" } } };
    case "system":
      return {
        type: "message",
        role: "system",
        parts,
        input: { kind: opens ? "system" : "context", sender: { id: "system" } },
      };
    case "other":
      return {
        type: "message",
        role: "system",
        parts,
        input: { kind: "context" },
        remarks: ["the record names no source that this format has for it"],
      };
  }
}

/** A result of a call, or what came back from the environment without one. */
function resultRow(step: ReadStep, at: number, context: StepContext): Body {
  const result = step.results[at];
  const output = result?.content ?? [];
  if (result?.call === undefined && result?.callId === undefined) {
    return { type: "message", role: "user", parts: output, input: { kind: "artifact", sender: { id: "environment" } } };
  }
  const toolCallId = result.callId ?? callId(step, result.call ?? 0, context);
  const remarks = result.byPlace
    ? { remarks: ["the record does not name its call; the place among the results tells it"] }
    : {};
  return { type: "tool-result", toolCallId, output, isError: false, ...remarks };
}

function callId(step: ReadStep, at: number, { name }: StepContext): string {
  return step.calls[at]?.id ?? `${name}.${at + 1}`;
}

function stepRemarks(step: ReadStep): readonly string[] {
  return step.cost === undefined ? [] : [`the record puts its cost at ${step.cost}`];
}
