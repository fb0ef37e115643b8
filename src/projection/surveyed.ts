import type { Gap, ItemId, Place, Restriction, RowType, StoredMessage, Timing } from "../model/index.ts";
import type { Check } from "./checks.ts";
import type { DelegationView, FileTouch, Item, ListChange, NoResult, Outcome, RawPayload, Room } from "./items.ts";
import type { RecordTally } from "./record-tally.ts";
import type { ExactItem, TaskCounts } from "./view.ts";
/** What stays of one row, gap or stored message once its text is let go. */
export interface Entry {
  readonly itemId: ItemId;
  readonly label: string;
  readonly type: RowType | "gap" | "stored";
  readonly turnIndex: number;
  /** What it adds to its page. For a joined result: what it adds to the card of its call. */
  readonly cost: Room;
  /** What it adds to its page of the exact view; nothing where there is none. */
  readonly exactCost: Room;
  /** The call whose card this result joins. */
  readonly joins?: ItemId;
  /** Nothing of the reasoning is disclosed, or the row is an orphan, unread, …: what `absences.ts` speaks of. */
  readonly mark?: "withheld reasoning" | "orphan result" | "raw";
  readonly restricted?: Restriction;
  readonly cleared?: true;
  readonly model?: string;
  /** A message that was given to the model. */
  readonly input?: true;
  /** Of a call: the kind of tool, as its card is titled. */
  readonly tool?: string;
}

/** A call, message or task that went wrong, before pages are known. */
export interface SurveyedFailure {
  readonly itemId: ItemId;
  readonly label: string;
  readonly kind: string;
  readonly about: string;
  readonly outcome: Outcome;
}

/** A call that read or changed a file. */
export interface SurveyedTouch extends FileTouch {
  readonly itemId: ItemId;
  readonly label: string;
  /** Whether it came to pass: a failed call may have done nothing, one without a result all of it. */
  readonly came: "done" | "failed" | "no result recorded";
}

/** A call that looks like a test, build or lint run. */
export interface SurveyedCheck extends Check {
  readonly itemId: ItemId;
  readonly label: string;
  /** The beginning of the command, on one line. */
  readonly command: string;
}

/** Where a step's request stands, for its "as sent to the model" page. */
export interface SurveyedRequest {
  readonly step: string;
  readonly place: Place;
  readonly turnIndex: number;
  readonly timing?: Timing;
}

/** The index of one Task's ledger: a few hundred bytes a row, no transcript text. */
export interface Survey {
  readonly taskId: string;
  /** In ledger order, gaps in their places, stored messages last. */
  readonly entries: readonly Entry[];
  /** Why each unanswered call has no result. */
  readonly noResult: ReadonlyMap<ItemId, NoResult>;
  readonly counts: TaskCounts;
  readonly failures: readonly SurveyedFailure[];
  /** The latest time that a row names with its zone, in milliseconds since 1970. */
  readonly lastAt?: number;
  readonly requests: readonly SurveyedRequest[];
  /** Digest of a row's text → the row, and tool-call ids → rows: what a request is compared with. */
  readonly texts: ReadonlyMap<string, ItemId>;
  readonly calls: ReadonlyMap<string, ItemId>;
  readonly results: ReadonlyMap<string, ItemId>;
  /** In the order in which results came. */
  readonly touches: readonly SurveyedTouch[];
  /** Touches of calls that touch more files than are kept. */
  readonly touchesCut: number;
  /** Absolute paths that calls name as their working folder. */
  readonly folders: ReadonlySet<string>;
  /** In the order in which results came. */
  readonly checks: readonly SurveyedCheck[];
  /** How each list of things to do differs from the one before it, by its call. */
  readonly listChanges: ReadonlyMap<ItemId, ListChange>;
  /** Records that rows name: per file, how many are shown and how many are raw. */
  readonly records: RecordTally;
}

/** What an item costs its page, and what a list of failures says of it. */
export interface Weight extends Room {
  readonly headline: Omit<SurveyedFailure, "itemId" | "label"> | undefined;
  /** Files that the kind of the call tells of. */
  readonly touches?: readonly FileTouch[];
}

/** How a survey learns what it cannot know itself. */
export interface SurveyContext {
  readonly gaps: readonly Gap[];
  readonly stored: readonly StoredMessage[];
  delegations(call: ItemId): readonly DelegationView[];
  raw(place: Place): Promise<RawPayload | undefined>;
  /** Absent where no exact view is made. */
  weighExact?(item: ExactItem): Room;
  weigh(item: Item): Weight;
  /** A short digest of text, equal only for equal text. */
  digest(text: string): string;
}
