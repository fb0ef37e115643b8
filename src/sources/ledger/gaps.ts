import type { Gap, ItemId, RecordNote, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { member, present } from "../support/values.ts";
import { accessOf } from "./access.ts";
import { uniqueNames } from "./names.ts";
import { type Reading, readText } from "./parts.ts";
import { readingBlobs } from "./payloads.ts";
import { type FileRecord, type Found, readRecords } from "./records.ts";
import type { Ledger } from "./scan.ts";
import { gapRecord } from "./schema.ts";

export const GAPS = "gaps.jsonl";

export interface RecordedGaps {
  readonly gaps: ReadonlyMap<TaskId, readonly Gap[]>;
  readonly notes: readonly RecordNote[];
  readonly records: number;
}

/** Gaps as `gaps.jsonl` lists them, each Task's in the order of its ledger. */
export function readGaps(
  found: Found,
  ledgers: ReadonlyMap<TaskId, Ledger>,
  isTask: (id: TaskId) => boolean,
): RecordedGaps {
  const gaps = new Map<TaskId, { readonly gap: Gap; readonly at: number }[]>();
  const notes: RecordNote[] = [];
  const places = new Map<TaskId, TaskPlaces>();
  const blobs = readingBlobs(found.tree);
  const { records } = readRecords(found, GAPS, gapRecord, (record) => {
    const { taskId } = record.data;
    if (taskId === undefined) return "it does not say which Task it is of";
    if (!isTask(taskId)) {
      record.note("gap-of-absent-task");
      return "its Task is not in the Task graph";
    }
    const own = places.get(taskId) ?? placesOf(ledgers.get(taskId));
    places.set(taskId, own);
    const { gap, at } = gapOf(record, own);
    append(gaps, taskId, { gap, at });
    if (record.faulty) return "it is ill-formed; the gap has what of it could be read";
    const disposition = gap.restricted
      ? { type: "withheld" as const }
      : { type: "shown" as const, at: { taskId, itemId: gap.id } };
    notes.push({ record: record.id, file: GAPS, disposition });
    return undefined;
  });
  const ordered = [...gaps].map(
    ([taskId, list]) => [taskId, list.sort((a, b) => a.at - b.at).map(({ gap }) => gap)] as const,
  );
  return { gaps: new Map(ordered), notes, records };

  function gapOf(
    { data, value, id, place, note }: FileRecord<typeof gapRecord>,
    own: TaskPlaces,
  ): { gap: Gap; at: number } {
    const { restricted, unknown } = accessOf(value);
    if (unknown) note("unknown-access-mark");
    const at = data.before === null || data.before === undefined ? undefined : own.rows.get(data.before);
    if (at === undefined && member(value, "before") !== null) note("gap-place-not-found");
    const before = at === undefined ? null : (data.before ?? null);
    const one = data.unit ?? "row";
    const from = data.from === undefined ? undefined : String(data.from);
    const to = data.to === undefined ? undefined : String(data.to);
    const reading: Reading = {
      blobs,
      linked: true,
      note: (problem) => found.diagnostics.push({ ...problem, place }),
      remark: () => undefined,
      raw: () => "",
    };
    const summaries = restricted
      ? []
      : (data.summaries ?? []).map((text) => ({ text: readText(text, reading), record: id, place }));
    const gap = {
      id: own.unique(data.id ?? gapId(from, to, before)),
      before,
      kind: data.kind ?? ("missing" as const),
      unit: [one, data.units ?? `${one}s`] as const,
      ...present({ from, to, count: data.count, restricted }),
      summaries,
      // A gap that names its own summaries says that they replaced it.
      pairing: data.pairing ?? (summaries.length > 0 ? ("recorded" as const) : ("not recorded" as const)),
    };
    return { gap, at: at ?? Number.POSITIVE_INFINITY };
  }
}

interface TaskPlaces {
  readonly rows: ReadonlyMap<ItemId, number>;
  readonly unique: (name: string) => string;
}

function placesOf(ledger: Ledger | undefined): TaskPlaces {
  const rows = new Map((ledger?.rows ?? []).map((row, at) => [row.itemId, at]));
  return { rows, unique: uniqueNames(rows.keys()) };
}

/** `«3–5»`, `«3»`, or the row that it stands before. */
export function gapId(from: string | undefined, to: string | undefined, before: ItemId | null): ItemId {
  if (from === undefined) return before === null ? "«gap at the end»" : `«gap before ${before}»`;
  return to === undefined || to === from ? `«${from}»` : `«${from}–${to}»`;
}
