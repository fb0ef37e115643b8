import type { Gap, StoredMessage } from "./absence.ts";
import type { Place } from "./place.ts";
import type { Diagnostic, RecordNote, SourceFile } from "./record.ts";
import type { SentRequest } from "./request.ts";
import type { Row } from "./row.ts";
import type { DelegationEdge, Task, TaskId } from "./task.ts";

/** What stays in memory of a workspace: facts and places, no transcript text. */
export interface WorkspaceIndex {
  /** The id of the format it was read as. */
  readonly format: string;
  /** What the workspace calls itself, where it does. Content: it is withheld and masked like any other. */
  readonly title?: string;
  /** Every Task, parents before their children, in a stable order. */
  readonly tasks: readonly Task[];
  readonly edges: readonly DelegationEdge[];
  /** By Task, in ledger order. */
  readonly gaps: ReadonlyMap<TaskId, readonly Gap[]>;
  /** By receiving Task, in mailbox order. */
  readonly stored: ReadonlyMap<TaskId, readonly StoredMessage[]>;
  /** Sorted by path. */
  readonly files: readonly SourceFile[];
  readonly notes: readonly RecordNote[];
  readonly diagnostics: readonly Diagnostic[];
  /** The source itself marks Tasks or rows as withheld. */
  readonly restricts?: true;
}

/** A workspace opened for reading. Nothing in it is ever written. */
export interface OpenWorkspace {
  readonly index: WorkspaceIndex;
  /** One Task's ledger in sequence. May be called again and gives the same; empty for a Task without a record. */
  rows(taskId: TaskId): AsyncIterable<Row>;
  /** The recorded bytes at a place that this workspace gave out. */
  bytes(place: Place): Promise<Uint8Array>;
  /** A request that a `ModelCall` named; `undefined` when its bytes are not a readable request. */
  request(place: Place): Promise<SentRequest | undefined>;
  close(): Promise<void>;
}
