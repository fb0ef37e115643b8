import type { ModelCall, Place, Row, Usage } from "../../model/index.ts";
import { decodeText } from "../support/text.ts";
import { countTurns } from "../support/turns.ts";
import { member, present } from "../support/values.ts";
import type { Context } from "./context.ts";
import { convert } from "./convert.ts";
import type { Draft } from "./draft.ts";
import { type Entry, readEntry, readObject } from "./entry.ts";
import type { Spot } from "./facts.ts";
import { itemIdOf, labelOf, placeOf, recordIdOf } from "./ids.ts";
import type { About, ReplyStart } from "./ledger.ts";
import { type RawRecord, readAt, type Transcript } from "./reader.ts";
import { elementsAt } from "./spans.ts";
import type { Speaker } from "./voices.ts";
import { readRunNotice } from "./workflows.ts";

/** What stays of a ledger once the index is made. */
export interface Plan {
  readonly segments: readonly Segment[];
  readonly speaker: Speaker;
}

export interface Segment {
  readonly file: Transcript;
  /** The Task's messages are repeated inside these records, which are its parent's. */
  readonly inside: boolean;
  readonly spots: readonly ShownSpot[];
}

export interface ShownSpot extends Spot {
  readonly about: About;
  /** A workflow's own record, told behind the row that began it. */
  readonly run?: string;
}

/** The second pass: reads a Task's records again, in order, and lets each go. */
export function* walkRows(root: string, plan: Plan): Generator<Row> {
  const turns = countTurns();
  const kinds = new Map<string, string>();
  let sequence = 0;
  for (const segment of plan.segments) {
    for (const record of readAt(root, segment.file.path, segment.spots)) {
      for (const { row, step } of rowsOf(record, segment, plan.speaker, kinds)) {
        if (row.type === "tool-call") kinds.set(row.toolCallId, row.kind);
        turns[step]();
        yield { ...row, sequence, turnIndex: turns.index };
        sequence += 1;
      }
      if (record.spot.run === undefined) continue;
      const notice = readRunNotice(root, record.spot.run);
      if (notice === undefined) continue;
      yield { ...notice, sequence, turnIndex: turns.index };
      sequence += 1;
    }
  }
}

/** A row that is not yet counted. */
export type Uncounted = Row extends infer R ? (R extends Row ? Omit<R, "sequence" | "turnIndex"> : never) : never;

interface Step {
  readonly row: Uncounted;
  readonly step: "reply" | "input" | "gap" | "other";
}

function rowsOf(
  record: RawRecord & { readonly spot: ShownSpot },
  segment: Segment,
  speaker: Speaker,
  kinds: ReadonlyMap<string, string>,
): readonly Step[] {
  const { spot, bytes } = record;
  const { about } = spot;
  const entry = entryOf(record, segment.inside);
  const head = entry.type === "raw" ? undefined : entry.head;
  const id = recordIdOf(segment.file, spot);
  const base = head?.uuid === undefined || head.uuid === "" ? id : head.uuid;
  const label = labelOf(segment.file, spot);
  const place = placeOf(segment.file, spot);
  const context: Context = {
    speaker,
    about,
    record: id,
    place,
    text: () => decodeText(bytes).text,
    kindOf: (callId) => kinds.get(callId),
  };
  const drafts = convert(entry, context);
  const places = placesOf(record, segment, drafts, entry);
  return drafts.map((draft, at) => {
    const remarks = [...(draft.remarks ?? []), ...remarksOf(record, at === 0)];
    const row: Uncounted = {
      ...draft,
      itemId: itemIdOf(base, at + 1, about.occurrence),
      label: drafts.length === 1 ? label : `${label}.${at + 1}`,
      record: id,
      place: places[at] ?? place,
      ...present({
        createdAt: head?.timestamp,
        runId: about.run,
        cleared: isCleared(about, at + 1),
        inheritedFrom: originOf(about, at + 1),
        remarks: remarks.length === 0 ? undefined : remarks,
      }),
      ...(at === 0 && about.reply !== undefined ? replyFacts(about.reply, label) : {}),
    };
    return { row, step: stepOf(entry, draft, at === 0 && about.reply !== undefined) };
  });
}

function stepOf(entry: Entry, draft: Draft, beginsReply: boolean): Step["step"] {
  if (beginsReply) return "reply";
  if (draft.type === "compaction") return entry.type === "micro-boundary" ? "other" : "gap";
  return draft.type === "message" && draft.input !== undefined ? "input" : "other";
}

function entryOf({ content, spot }: RawRecord, inside: boolean): Entry {
  if (content.type === "empty") return { type: "raw", code: "gone", says: "this record could not be read again" };
  const entry = readEntry(content, spot.ended);
  return inside && entry.type === "agent-progress" ? readObject(entry.inner) : entry;
}

/**
 * A record of several blocks gives each row its own bytes. Of a structured copy beside them only the whole record tells:
 * it is the place of the row that has the copy, else of the first.
 */
function placesOf(
  { bytes, spot }: RawRecord,
  { file, inside }: Segment,
  drafts: readonly Draft[],
  entry: Entry,
): readonly Place[] {
  if (drafts.length < 2) return [];
  const path = inside ? ["data", "message", "message", "content"] : ["message", "content"];
  const spans = elementsAt(bytes, path);
  if (spans?.length !== drafts.length) return [];
  const whole = placeOf(file, spot);
  const hasCopy = entry.type === "user" && member(entry.value, "toolUseResult") !== undefined;
  const withCopy = drafts.findIndex((draft) => draft.type === "tool-result" && draft.structured !== undefined);
  const wholeAt = hasCopy ? Math.max(0, withCopy) : -1;
  return spans.map(({ start, end }, at) =>
    at === wholeAt ? whole : { ...whole, start: spot.start + start, end: spot.start + end },
  );
}

function replyFacts(reply: ReplyStart, label: string): { readonly usage?: Usage; readonly call?: ModelCall } {
  const { usage, finish, key, retries } = reply;
  const attempts = retries > 0 ? retries + 1 : undefined;
  const tells = key !== undefined || finish !== undefined || attempts !== undefined;
  return { ...present({ usage }), ...(tells ? { call: present({ step: key ?? label, finish, attempts }) } : {}) };
}

function isCleared(about: About, block: number): true | undefined {
  return about.retracted === true || about.cleared?.includes(block) === true ? true : undefined;
}

function originOf({ inheritedFrom }: About, block: number) {
  if (inheritedFrom === undefined) return undefined;
  const { taskId, base, occurrence } = inheritedFrom;
  return { taskId, itemId: itemIdOf(base, block, occurrence) };
}

function remarksOf(
  { spot: { about }, exact, padded, content }: RawRecord & { readonly spot: ShownSpot },
  isFirst: boolean,
): readonly string[] {
  const branch = about.left === true ? ["it stands on a branch that the session left by a rewind or a fork"] : [];
  if (!isFirst) return branch;
  return [
    ...branch,
    ...(about.parentMissing === true ? ["the record that it follows is not in this file"] : []),
    ...(about.retracted === true ? ["it was taken back after the model refused"] : []),
    ...(exact ? [] : ["some of its bytes are not UTF-8; they show as U+FFFD"]),
    ...(padded && content.type !== "nul" ? ["NUL bytes around it were left out"] : []),
  ];
}
