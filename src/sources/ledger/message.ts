import type { Diagnostic, ItemId, Place, Restriction, StoredMessage, TaskId } from "../../model/index.ts";
import { member, present } from "../support/values.ts";
import { type Input, inputOf, readInput } from "./input.ts";
import { type Reading, readParts } from "./parts.ts";
import type { Blobs } from "./payloads.ts";
import type { Problem } from "./problems.ts";
import { rawBytes, rawSpan } from "./raw.ts";
import type { FileRecord } from "./records.ts";
import { mailboxRecord } from "./schema.ts";

export type MailRecord = FileRecord<typeof mailboxRecord>;

export interface MessageContext {
  readonly blobs: Blobs;
  isTask(id: TaskId): boolean;
  note(problem: Problem, place: Diagnostic["place"]): void;
}

/** A message that was stored and never shown to the model. */
export function storedMessage(
  record: MailRecord,
  itemId: ItemId,
  restricted: Restriction | undefined,
  { blobs, isTask, note }: MessageContext,
): StoredMessage {
  const { data, value, place, id } = record;
  const input = inputRecorded(record, (problem) => note(problem, place));
  if (restricted) {
    const { file, line } = place;
    const blank: Place = { file, ...present({ line }), rewritten: true };
    return { itemId, record: id, place: blank, input: { kind: input.kind }, parts: [], restricted };
  }
  const remarks = [...(data.remarks ?? [])];
  const reading: Reading = {
    blobs,
    linked: true,
    note: (problem) => note(problem, place),
    remark: (says) => remarks.push(says),
    raw: () => "",
  };
  const parts = member(value, "parts");
  return {
    itemId,
    record: id,
    place: placeOf(record, blobs),
    input: inputOf(input, isTask),
    parts: readParts(Array.isArray(parts) ? parts : member(value, "text"), reading),
    ...(remarks.length > 0 && { remarks }),
  };
}

function inputRecorded({ data, value }: MailRecord, note: (problem: Problem) => void): Input {
  const { id, sender, storedAt } = data;
  return (
    readInput(member(value, "source"), note) ??
    present({ kind: "mailbox" as const, id, sender: sender === undefined ? undefined : { id: sender }, storedAt })
  );
}

/** Where its raw payload stands: its `raw`, unless the record says more than that. */
function placeOf({ data, value, place, line }: MailRecord, blobs: Blobs): Place {
  const more = Object.keys(value).some((name) => !Object.hasOwn(mailboxRecord.shape, name));
  if (more || data.raw === undefined || rawBytes(data.raw, blobs) === undefined) return place;
  const span = rawSpan(line.bytes);
  return span === undefined ? place : { ...place, start: line.start + span.start, end: line.start + span.end };
}
