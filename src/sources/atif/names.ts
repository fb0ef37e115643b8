import type { ItemId, Place, RecordId, TaskId } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { documentId, type StepFacts } from "./facts.ts";
import type { Thread } from "./threads.ts";

/** Where a step stands in its thread: the trajectory, and the step's place in it. */
export interface StepPlace {
  readonly part: number;
  readonly step: number;
}

/** Names of the steps of one thread, each used once: a number that comes again gets `~2`, `~3` … in order. */
export interface StepNames {
  /** What the gutter shows. */
  label(at: StepPlace): string;
  itemId(at: StepPlace, row: number): ItemId;
}

export function nameSteps({ taskId, parts }: Thread): StepNames {
  const seen = new Map<string, number>();
  const unique = parts.map((part) =>
    part.steps.map(({ name }) => {
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      return times === 1 ? name : `${name}~${times}`;
    }),
  );
  return {
    label: ({ part, step }) => `${part === 0 ? "" : `c${part}/`}${parts[part]?.steps[step]?.name ?? ""}`,
    itemId: ({ part, step }, row) => rowId(taskId, unique[part]?.[step] ?? "", row),
  };
}

function rowId(taskId: TaskId, step: string, row: number): ItemId {
  return `${taskId}/${step}#${row + 1}`;
}

/** The row of a trajectory's head. */
export function headId(taskId: TaskId, part: number): ItemId {
  return rowId(taskId, part === 0 ? "head" : `head~${part + 1}`, 0);
}

export function stepRecord(document: Document, step: number): RecordId {
  return `${documentId(document)}:${step + 1}`;
}

export function headRecord(document: Document): RecordId {
  return `${documentId(document)}:head`;
}

export function stepPlace(document: Document, { span }: StepFacts): Place {
  return { file: document.path, line: span.line, start: span.start, end: span.end };
}

/** Place of a trajectory's head. */
export function headPlace({ path, headSpan }: Document): Place {
  return { file: path, line: headSpan.line, start: headSpan.start, end: headSpan.end };
}
