import type {
  CompactionRow,
  DelegationEdge,
  Gap,
  MessageRow,
  NoticeRow,
  Place,
  RawRow,
  ReasoningRow,
  RowRef,
  StoredMessage,
  Task,
  ToolCallRow,
  ToolResultRow,
} from "../model/index.ts";

/** How a thing came out: a few words for the reader, and how they should sound. */
export interface Outcome {
  readonly words: string;
  readonly tone: "good" | "bad" | "busy" | "quiet";
}

/** Recorded bytes as text, for the raw payload fold. Bytes that are not UTF-8 show as U+FFFD. */
export interface RawPayload {
  readonly text: string;
  /** Length of the recorded bytes. */
  readonly bytes: number;
  readonly place: Place;
}

/** Why a call has no result. Exactly one holds. */
export type NoResult =
  /** Nothing follows the call: it ran, or was cut off, when the copy was made. */
  | "running at copy time"
  /** The Task is over. */
  | "task ended first"
  /** Rows follow that a waiting call would not allow. */
  | "interrupted"
  /** A gap stands where the result would be. */
  | "in a gap"
  /** The provider ran it and recorded no result. */
  | "provider side";

/** A child Task as the card of its delegating call shows it. */
export interface DelegationView {
  readonly edge: DelegationEdge;
  readonly child: Task;
  readonly returns: readonly {
    readonly taskId: string;
    readonly itemId: string;
    /** The row's gutter label; absent when it waits in a mailbox. */
    readonly label?: string;
    readonly epitaph?: string;
    readonly waiting: boolean;
  }[];
}

/** What a call did to one file, as far as the record says. */
export interface FileTouch {
  /** As the call names it. */
  readonly path: string;
  readonly action: "read" | "created" | "written" | "edited" | "deleted" | "renamed" | "may have written";
  /** The path before a rename. */
  readonly from?: string;
  /** Lines; absent where they are not known. */
  readonly added?: number;
  readonly removed?: number;
}

/** How a list of things to do differs from the one before it in the same ledger. */
export interface ListChange {
  /** For each item: new, or the status that it had. Absent for an item that stands as it stood. */
  readonly items: readonly ({ readonly was: string } | "new" | undefined)[];
  /** Beginnings of the first items that are no longer there, and how many there are. */
  readonly gone: readonly string[];
  readonly goneCount: number;
}

/** One tool call joined with its result. At least one of the two is there. */
export interface ToolItem {
  readonly type: "tool";
  readonly call?: ToolCallRow;
  readonly result?: ToolResultRow;
  /** Present exactly when `call` is and `result` is not. */
  readonly noResult?: NoResult;
  /** The record calls it an error, or its exit code, or that of a part of it, is not 0. */
  readonly failed: boolean;
  /** Children that this call created or waited on, in the order of the result's sections. */
  readonly delegations: readonly DelegationView[];
  readonly raw: { readonly call?: RawPayload; readonly result?: RawPayload };
  /** Of a list of things to do that is not the first of its ledger. */
  readonly listChange?: ListChange;
  /** What its page has for the whole card, when that is less than the card limit: the card is shortened to fit. */
  readonly room?: Room;
}

/** Room on a page: UTF-8 bytes of HTML, and elements. */
export interface Room {
  readonly bytes: number;
  readonly elements: number;
}

/** Many calls in a row that only looked and went well, told in one line that opens. */
export interface Streak {
  readonly type: "streak";
  readonly items: readonly ToolItem[];
}

/** What stands in a Task page's transcript, one after another. */
export type Item =
  | ToolItem
  | Streak
  | { readonly type: "message"; readonly row: MessageRow }
  | { readonly type: "reasoning"; readonly row: ReasoningRow }
  | { readonly type: "compaction"; readonly row: CompactionRow }
  | { readonly type: "notice"; readonly row: NoticeRow }
  | { readonly type: "raw"; readonly row: RawRow }
  | { readonly type: "gap"; readonly gap: Gap }
  | { readonly type: "stored"; readonly message: StoredMessage };

/** A row, and what its gutter shows. */
export interface LabelledRow {
  readonly ref: RowRef;
  readonly label: string;
}
