import type { RecordNote, StoredMessage, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { present } from "../support/values.ts";
import { accessOf } from "./access.ts";
import { type MailRecord, type MessageContext, storedMessage } from "./message.ts";
import { uniqueNames } from "./names.ts";
import { readingBlobs } from "./payloads.ts";
import { type Found, readRecords } from "./records.ts";
import type { Mail } from "./rows.ts";
import type { Ledger } from "./scan.ts";
import { mailboxRecord } from "./schema.ts";

export interface Mailboxes {
  readonly stored: ReadonlyMap<TaskId, readonly StoredMessage[]>;
  /** What is known of a message that a row shows. */
  mailOf(taskId: TaskId, id: string): Mail | undefined;
  /** Some message is marked as withheld. */
  readonly restricts: boolean;
  readonly notes: readonly RecordNote[];
  /** Records read, by file. */
  readonly records: ReadonlyMap<string, number>;
}

/** What a mailbox is read against. */
export interface MailContext {
  readonly ledgers: ReadonlyMap<TaskId, Ledger>;
  isTask(id: TaskId): boolean;
  /** A Task withheld whole: nothing of its mail is shown. */
  isWithheld(id: TaskId): boolean;
}

/** Reads the mailboxes, given by file and Task. A message that no row's source names was never shown to the model. */
export function readMailboxes(found: Found, files: ReadonlyMap<string, TaskId>, context: MailContext): Mailboxes {
  const { ledgers, isTask, isWithheld } = context;
  const stored = new Map<TaskId, StoredMessage[]>();
  const shown = new Map<TaskId, Map<string, Mail>>();
  const namers = new Map<TaskId, (name: string) => string>();
  const seen = new Set<string>();
  const notes: RecordNote[] = [];
  const records = new Map<string, number>();
  const messages: MessageContext = {
    blobs: readingBlobs(found.tree),
    isTask,
    note: (problem, place) => found.diagnostics.push({ ...problem, ...present({ place }) }),
  };
  for (const [file, owner] of files) {
    const read = readRecords(found, file, mailboxRecord, (record) => {
      if (record.data.id === undefined) return "it does not say which message it is";
      notes.push({ record: record.id, file, disposition: dispose(record, record.data.id, receiverOf(record, owner)) });
      return undefined;
    });
    records.set(file, read.records);
  }
  const restricts = notes.some(({ disposition }) => disposition.type === "withheld");
  return { stored, restricts, notes, records, mailOf: (taskId, id) => shown.get(taskId)?.get(id) };

  /** The Task that the message names, if it is one, else the one whose mailbox it stands in. */
  function receiverOf({ data, note }: MailRecord, owner: TaskId): TaskId {
    if (data.taskId === undefined || data.taskId === owner) return owner;
    note("message-of-another-task");
    return isTask(data.taskId) ? data.taskId : owner;
  }

  function dispose(record: MailRecord, id: string, taskId: TaskId): RecordNote["disposition"] {
    const { restricted, unknown } = accessOf(record.value);
    if (unknown) record.note("unknown-access-mark");
    if (isWithheld(taskId)) return { type: "withheld" };
    const key = JSON.stringify([taskId, id]);
    const again = seen.has(key);
    seen.add(key);
    if (again) record.note("duplicate-message-id");
    const row = ledgers.get(taskId)?.incorporated.get(id);
    if (row !== undefined && !again) {
      const { sender, storedAt } = record.data;
      const mail = restricted ? { restricted } : present({ sender, storedAt });
      const own = shown.get(taskId) ?? new Map<string, Mail>();
      shown.set(taskId, own.set(id, mail));
      return restricted ? { type: "withheld" } : { type: "joined", to: { taskId, itemId: row } };
    }
    const message = storedMessage(record, nameIn(taskId, record.data.itemId ?? `mail ${id}`), restricted, messages);
    append(stored, taskId, message);
    return restricted ? { type: "withheld" } : { type: "shown", at: { taskId, itemId: message.itemId } };
  }

  /** No row of the Task has the same name. */
  function nameIn(taskId: TaskId, name: string): string {
    const namer = namers.get(taskId) ?? uniqueNames(ledgers.get(taskId)?.rows.map((row) => row.itemId));
    namers.set(taskId, namer);
    return namer(name);
  }
}
