import type { Part } from "./content.ts";
import type { ItemId, Place, RecordId } from "./place.ts";
import type { Restriction } from "./restriction.ts";
import type { RowRef, TaskId, Usage } from "./task.ts";

/** The source's own id of a call. Opaque; may repeat in damaged transcripts. */
export type ToolCallId = string;

/** When something ran, as recorded. A part that the record does not give is absent, never zero. */
export interface Timing {
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly durationMs?: number;
}

/** One call of the model that produced a reply: facts of the step, not of any single row. */
export interface ModelCall {
  /** The step's own name in the source, e.g. `004`. */
  readonly step: string;
  readonly timing?: Timing;
  /** Tries it took, when more than one is recorded. */
  readonly attempts?: number;
  /** Why the provider stopped, verbatim. */
  readonly finish?: string;
  /** Where the request stands as it was sent; `OpenWorkspace.request` reads it. */
  readonly request?: Place;
  /** The request is withheld: it holds copies of what is withheld from the ledger. */
  readonly restricted?: Restriction;
}

/** What every row has, whatever its type. */
interface RowFacts {
  /** Orders and pages the ledger. Strictly increasing within a Task; it is not an identity. */
  readonly sequence: number;
  /** Rows of one model interaction share it. 0-based, non-decreasing. */
  readonly turnIndex: number;
  readonly itemId: ItemId;
  /** The source's own place, short enough for a gutter: `005.2`, `L118`. */
  readonly label: string;
  /** The record that this row shows, wholly or in part. */
  readonly record: RecordId;
  readonly place: Place;
  /** Recorded time of the row itself. */
  readonly createdAt?: string;
  readonly model?: string;
  /** Counters of the reply; stands on the first row of the reply only. */
  readonly usage?: Usage;
  /** Stands on the first row of a reply only. */
  readonly call?: ModelCall;
  /** A copy of another Task's row: left out of sums and edges. */
  readonly inheritedFrom?: RowRef;
  /** Where it changes there is a run boundary. */
  readonly runId?: string;
  /** Withheld: the fields that hold content are empty (`parts`, `output`, `text`, `input`, `fields`, `summaries`, …). */
  readonly restricted?: Restriction;
  /** The source says that from some point on the model no longer saw it. */
  readonly cleared?: true;
  /** What a reader should know of this row's reading, in our own words. */
  readonly remarks?: readonly string[];
}

/** Who put an input into a ledger. */
export interface Sender {
  /** As recorded, e.g. `user` or an agent id. */
  readonly id: string;
  /** The Task it is, when it is one that this workspace knows. */
  readonly taskId?: TaskId;
  /** Display name, when the record has one. */
  readonly name?: string;
}

/** Where a model-visible input came from. */
export interface InputSource {
  readonly kind: "context" | "mailbox" | "system" | "guidance" | "artifact";
  readonly id?: string;
  readonly sender?: Sender;
  /** When it was stored; delivery can be much later. */
  readonly storedAt?: string;
  /** The input reports that its sender ended. */
  readonly ending?: { readonly epitaph: string; readonly terminalRef?: string };
  /** Further head fields, verbatim, in recorded order. */
  readonly extra?: readonly (readonly [name: string, value: string])[];
}

/** Something said: to the model (`user`, `agent`, `system`) or by it (`assistant`). */
export interface MessageRow extends RowFacts {
  readonly type: "message";
  readonly role: "user" | "assistant" | "agent" | "system";
  /** Empty when the source holds a message without a body. */
  readonly parts: readonly Part[];
  /** Present on every input, absent on the model's own words. */
  readonly input?: InputSource;
}

export interface ReasoningRow extends RowFacts {
  readonly type: "reasoning";
  /**
   * `withheld`: the provider keeps it encrypted, redacted or signature-only; `unspecified` where the record does not say
   * how. It can hold a readable part as well.
   */
  readonly text?: string;
  readonly withheld?: "encrypted" | "redacted" | "signature only" | "unspecified";
}

export interface ToolCallRow extends RowFacts {
  readonly type: "tool-call";
  readonly toolCallId: ToolCallId;
  /** The tool's name as recorded. */
  readonly name: string;
  /** What sort of tool it is: a kind some card knows, or the tool's own name. */
  readonly kind: string;
  /** The input exactly as recorded; `undefined` when the record has none. */
  readonly input: unknown;
  /** The input under the field names that the kind's card documents; values unchecked. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Run by the provider, so no result of the client will ever come. */
  readonly providerSide?: true;
}

/** Part of a result that answers one of several calls made in one. */
export interface ResultSection {
  readonly name: string;
  /** The record's own word: `ok`, `failed`, `declined`, `skipped`, … */
  readonly outcome: string;
  readonly exitCode?: number;
  readonly text: string;
  readonly timing?: Timing;
}

export interface ToolResultRow extends RowFacts {
  readonly type: "tool-result";
  readonly toolCallId: ToolCallId;
  /** As recorded; see `streams` for what a shell's conventions say of it. */
  readonly output: readonly Part[];
  readonly isError: boolean;
  readonly exitCode?: number;
  /** Output split by stream where the source tells them apart. Together they hold all that `output` says beside framing. */
  readonly streams?: { readonly stdout: string; readonly stderr?: string };
  readonly sections?: readonly ResultSection[];
  /**
   * A structured copy of the result that the source keeps beside it, verbatim: Claude Code's `toolUseResult`. It may
   * repeat the input and hold whole files, so whatever withholds or masks the row must do the same to it.
   */
  readonly structured?: unknown;
  /** The recorded output was cut; what stands in `streams` was completed from this file of the same call. */
  readonly completedFrom?: Place;
  readonly timing?: Timing;
}

/** What a compaction wrote in place of what it removed. */
export interface Summary {
  readonly text: string;
  readonly record: RecordId;
  readonly place: Place;
}

/** A compaction record that stands in the ledger by itself. Where rows are gone, a `Gap` says so. */
export interface CompactionRow extends RowFacts {
  readonly type: "compaction";
  readonly summaries: readonly Summary[];
  /** What the record does and does not say of it, in our own words. */
  readonly says: string;
}

/** What the source says of the run: a failed step, a refusal, an unfinished reply. Never part of what the model saw. */
export interface NoticeRow extends RowFacts {
  readonly type: "notice";
  /** Stable, kebab-case; `live-tail` marks an unfinished reply. */
  readonly code: string;
  readonly severity: "failure" | "warning" | "note";
  /** In our own words. */
  readonly says: string;
  /** The record's own words, each under a title of ours. */
  readonly quotes: readonly { readonly title: string; readonly text: string }[];
}

/** Bytes that could not be read as what their place promises. `text` is the decoding with replacement characters. */
export interface RawRow extends RowFacts {
  readonly type: "raw";
  readonly text: string;
  /** Why it is raw, in our own words. */
  readonly says: string;
}

export type Row = MessageRow | ReasoningRow | ToolCallRow | ToolResultRow | CompactionRow | NoticeRow | RawRow;
export type RowType = Row["type"];
