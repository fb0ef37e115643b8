import { jsonText } from "../support/json-text.ts";
import { isJsonObject, type JsonObject, member, present, textMember } from "../support/values.ts";
import { textOf } from "./content.ts";
import { digestOf } from "./digest.ts";
import { type Document, type PlacedSpan, parseStep } from "./document.ts";
import type { StepFacts, TrajectoryFacts } from "./facts.ts";
import { planRows, speaks } from "./plan.ts";
import { type ReadStep, readStep } from "./step.ts";
import { readUsage } from "./usage.ts";

/** The index pass over one trajectory: reads each step once and keeps facts, no text but the goal and the last answer. */
export function scanTrajectory(document: Document, bytes: Uint8Array): TrajectoryFacts {
  const { head, agent } = document;
  const steps: StepFacts[] = [];
  let goal: string | undefined;
  let answer: TrajectoryFacts["answer"];
  for (const [at, span] of document.steps.entries()) {
    const value = parseStep(bytes.subarray(span.start, span.end));
    const step = value === undefined ? undefined : readStep(value);
    steps.push(step === undefined || value === undefined ? unreadable(span, at) : stepFacts(span, at, step, value));
    if (step === undefined || step.copied) continue;
    const text = textOf(step.message);
    if (step.source === "user" && text.trim() !== "") goal ??= text;
    if (step.source === "agent") answer = speaks(step) ? { step: at, text } : undefined;
  }
  const metrics = member(head, "final_metrics");
  return present({
    document,
    sessionId: textMember(head, "session_id"),
    trajectoryId: textMember(head, "trajectory_id"),
    parentSessionId: agent.extra === undefined ? undefined : textMember(agent.extra, "parent_session_id"),
    continuedBy: textMember(head, "continued_trajectory_ref"),
    steps,
    usage: isJsonObject(metrics) ? readUsage(metrics) : undefined,
    goal,
    answer,
  });
}

function unreadable(span: PlacedSpan, at: number): StepFacts {
  return {
    span,
    name: String(at + 1),
    source: "unreadable",
    copied: false,
    said: "",
    references: [],
    compaction: false,
    calls: 0,
    answered: 0,
    speaks: false,
    rows: ["raw"],
    resultRows: new Map(),
  };
}

function stepFacts(span: PlacedSpan, at: number, step: ReadStep, value: JsonObject): StepFacts {
  const rows = planRows(step);
  return present({
    span,
    name: step.name ?? String(at + 1),
    source: step.source,
    copied: step.copied,
    said: digestOf(jsonText([step.source, member(value, "message")])),
    timestamp: step.timestamp,
    references: step.results.flatMap((result, place) =>
      result.references.map((reference) => present({ reference, call: result.call, result: place })),
    ),
    compaction: step.compaction,
    calls: step.calls.length,
    answered: new Set(step.results.flatMap((result) => result.call ?? [])).size,
    speaks: speaks(step),
    rows: rows.map((row) => row.kind),
    resultRows: new Map(
      rows.flatMap(({ kind, at: result }, row) =>
        kind === "result" || kind === "feedback" ? [[result, row] as const] : [],
      ),
    ),
  });
}
