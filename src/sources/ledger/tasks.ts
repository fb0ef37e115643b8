import { createHash } from "node:crypto";
import type { Part, Place, RecordNote, Restriction, Status, Task, TaskResult } from "../../model/index.ts";
import { STATUS_WORDS } from "../../model/index.ts";
import { isJsonObject, member, present } from "../support/values.ts";
import { accessOf } from "./access.ts";
import type { Lands } from "./lookup.ts";
import { PLAIN, readParts } from "./parts.ts";
import type { ProblemCode } from "./problems.ts";
import { type FileRecord, type Found, readRecords } from "./records.ts";
import { taskRecord } from "./schema.ts";
import { firstLine, titleOf } from "./titles.ts";

/** A Task as its own record tells of it; what other records say of its lineage is not judged here. */
export interface TaskFacts {
  readonly task: Omit<Task, "rootId">;
  /** As recorded; absent where the record has none. */
  readonly rootId?: string;
  /** The name of its transcript, where the record gives one. */
  readonly transcript?: string;
  readonly line: number;
}

type TaskRecord = FileRecord<typeof taskRecord>;

export const TASKS = "tasks.jsonl";

export function readTasks(found: Found): {
  readonly tasks: readonly TaskFacts[];
  readonly notes: readonly RecordNote[];
  readonly records: number;
} {
  const tasks = new Map<string, TaskFacts>();
  const digests = new Map<string, string>();
  const notes: RecordNote[] = [];
  const { records } = readRecords(found, TASKS, taskRecord, (record) => {
    const { id } = record.data;
    if (id === undefined) return "it does not say which Task it is of";
    const first = tasks.get(id);
    if (first !== undefined) {
      if (digests.get(id) === digestOf(record.line.bytes)) {
        notes.push({ record: record.id, file: TASKS, disposition: { type: "repeated", of: `${TASKS}:${first.line}` } });
        return undefined;
      }
      record.note("duplicate-task");
      return "another record has the same id; that one counts";
    }
    tasks.set(id, taskOf(id, record));
    digests.set(id, digestOf(record.line.bytes));
    notes.push({ record: record.id, file: TASKS, disposition: { type: "joined", to: id } });
    return undefined;
  });
  return { tasks: [...tasks.values()], notes, records };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

function taskOf(id: string, record: TaskRecord): TaskFacts {
  const { data, value, place, note } = record;
  const { restricted, unknown } = accessOf(value);
  if (unknown) note("unknown-access-mark");
  const lineage = present({ rootId: data.rootId, transcript: data.transcript });
  const title = titleOf(id, data.title, firstLine(data.goal), data.agent);
  const { word, basis, certainty, reason } = statusOf(record);
  const graph = {
    id,
    ...present({ parentId: data.parentId }),
    record: data.record ?? ("present" as const),
    attached: data.attached ?? true,
  };
  if (restricted) {
    const task = {
      ...graph,
      title: titleOf(id, data.title),
      status: { word, basis, certainty },
      restricted,
      places: [blankPlace(place)],
    };
    return { task, ...lineage, line: record.line.line };
  }
  const { goal, agent, model, createdAt, startedAt, endedAt, helper, usage, source } = data;
  const task = {
    ...graph,
    title,
    status: { word, basis, certainty, ...present({ reason }) },
    ...present({ goal, agent, model, createdAt, startedAt, endedAt, helper, usage }),
    ...present({
      result: resultOf(record),
      origin: source && present({ kind: source.kind, url: source.url, title: source.title }),
      withheldTexts: data.withheldTexts && withheldOf(data.withheldTexts),
    }),
    places: [place],
  };
  return { task, ...lineage, line: record.line.line };
}

function statusOf({ data, note }: TaskRecord): Status {
  const certainty = data.statusCertainty ?? "recorded";
  const word = STATUS_WORDS.find((known) => known === data.status);
  if (word !== undefined) {
    return {
      word,
      certainty,
      basis: data.statusBasis ?? "the ledger records it",
      ...present({ reason: data.statusReason }),
    };
  }
  if (data.status === undefined) return { word: "unknown", certainty: "derived", basis: "its record gives no status" };
  note("unknown-status");
  const reason = data.statusReason === undefined ? data.status : `${data.status}: ${data.statusReason}`;
  return {
    word: "unknown",
    certainty,
    basis: data.statusBasis ?? "the ledger's word for it is not one of the format's",
    reason,
  };
}

/** A text, parts under `parts`, or any other JSON. */
function resultOf({ data, value }: TaskRecord): TaskResult | undefined {
  const recorded = member(value, "result");
  const row = data.resultRow && { taskId: data.resultRow.taskId, itemId: data.resultRow.itemId };
  if (recorded === undefined || recorded === null) return row && { parts: [], row };
  return { parts: resultParts(recorded), ...present({ row }) };
}

function resultParts(recorded: unknown): readonly Part[] {
  if (typeof recorded === "string") return readParts(recorded, PLAIN);
  if (isJsonObject(recorded) && Object.keys(recorded).length === 1 && Array.isArray(recorded.parts))
    return readParts(recorded.parts, PLAIN);
  return [{ type: "json", value: recorded }];
}

/** A result stands without its row where that row is not in the record. */
export function withoutLostResult(
  facts: TaskFacts,
  lands: Lands,
  note: (code: ProblemCode, of: TaskFacts) => void,
): TaskFacts {
  const { result } = facts.task;
  if (result?.row === undefined || lands(result.row)) return facts;
  note("result-row-not-found", facts);
  return { ...facts, task: { ...facts.task, result: { parts: result.parts } } };
}

function withheldOf(texts: NonNullable<TaskRecord["data"]["withheldTexts"]>): NonNullable<Task["withheldTexts"]> {
  const of = (one: { rule?: string | undefined; reason?: string | undefined } | undefined): Restriction | undefined =>
    one && present({ rule: one.rule, reason: one.reason });
  return present({ title: of(texts.title), goal: of(texts.goal), result: of(texts.result) });
}

/** A place without measures of what stands there. */
export function blankPlace({ file, line }: Place): Place {
  return { file, ...present({ line }), rewritten: true };
}
