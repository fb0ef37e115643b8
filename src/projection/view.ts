import type {
  Diagnostic,
  Gap,
  ItemId,
  ModelCall,
  Row,
  SentRequest,
  Status,
  StoredMessage,
  Timing,
  Usage,
} from "../model/index.ts";
import type {
  Absence,
  AbsenceKind,
  Account,
  EdgeView,
  Failure,
  ReportFacts,
  ResultView,
  TaskFacts,
  TreeNode,
} from "./facts-view.ts";
import type { Item, LabelledRow, RawPayload } from "./items.ts";
import type { CheckRuns, FileFacts, FilesPageView } from "./list-view.ts";
import type { StripView } from "./strip-view.ts";

/** What pages are told: what any page may say, lists, and one view for each type of page. */
export type * from "./facts-view.ts";
export type * from "./list-view.ts";
export type { LabelledRow };

export interface OverviewView {
  readonly report: ReportFacts;
  /** Roots in order; the first is the report's subject. This holds at most 20. */
  readonly roots: readonly { readonly facts: TaskFacts; readonly result?: ResultView }[];
  readonly rootCount: number;
  /** Tasks by status word, in STATUS_WORDS order, zeros left out. */
  readonly byStatus: readonly { readonly word: Status["word"]; readonly count: number }[];
  readonly totals: {
    readonly rows: number;
    readonly toolCalls: number;
    readonly failedCalls: number;
    readonly gaps: number;
    readonly absentTasks: number;
  };
  /** Failed Tasks first, then failed calls; at most 50. */
  readonly failures: readonly Failure[];
  readonly failureCount: number;
  /** Test, build and lint runs by Task, in tree order; at most 60. `checkCount` counts all. */
  readonly checks: readonly CheckRuns[];
  readonly checkCount: number;
  /** Files that calls changed or may have changed, in that order; at most 100. `fileTotals` counts all, those only read too. */
  readonly files: readonly FileFacts[];
  readonly fileTotals: FilesPageView["total"];
  /** Roots, two levels and everything failed, in tree order; at most 250. */
  readonly tree: readonly TaskFacts[];
  readonly treeHidden: number;
  /** Where times are recorded. */
  readonly timeline?: TimelineView;
  /** Absences summed by kind over all Tasks. */
  readonly lacks: readonly { readonly kind: AbsenceKind; readonly places: number; readonly tasks: number }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly account: Account;
}

/** When one Task ran, as parts of the whole span from 0 to 1. */
export interface TimelineBar {
  readonly facts: TaskFacts;
  readonly from: number;
  /** Up to here the record shows the Task at work. */
  readonly to: number;
  /** `recorded`: it ended there. `none`: the record has no end for it; its last row stands there. */
  readonly end: "recorded" | "none";
}

export interface TimelineView {
  /** In tree order. */
  readonly bars: readonly TimelineBar[];
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Tasks with recorded times that are not drawn, and those without. */
  readonly notDrawn: number;
  readonly untimed: number;
}

/** One model interaction on a page. */
export interface TurnView {
  readonly index: number;
  /** `true`: the turn began on an earlier page. */
  readonly continued: boolean;
  /** The first time that a row of it names, as recorded. */
  readonly startedAt?: string;
  /** How long after the turn before it, where that is an hour or more and no gap lies between; milliseconds. */
  readonly pauseMs?: number;
  readonly model?: string;
  readonly usage?: Usage;
  readonly call?: ModelCall;
  /** Speaks for the turn in the page's turn list, e.g. `the request`, `3 tools, 1 failed`, `delegates`. */
  readonly note: string;
  /** What the turn was told or, where nobody told it anything, of what the model said. */
  readonly said?: { readonly by: "input" | "model"; readonly text: string };
  readonly items: readonly Item[];
}

export interface TaskPageView {
  readonly report: ReportFacts;
  readonly facts: TaskFacts;
  readonly page: number;
  readonly pages: number;
  /** Root first, without the Task itself; at most the first and last five, `undefined` where some are left out. */
  readonly ancestors: readonly (TaskFacts | undefined)[];
  readonly tree: readonly TreeNode[];
  /** How the parent got this Task: the created edge. */
  readonly parentEdge?: EdgeView;
  readonly childEdges: readonly EdgeView[];
  readonly childEdgesHidden: number;
  readonly result?: ResultView;
  /** What the Task still waits for: children without a return, since which row. */
  readonly waiting: readonly EdgeView[];
  readonly turns: readonly TurnView[];
  /** Stand after the last row. */
  readonly stored: readonly StoredMessage[];
  readonly diagnostics: readonly Diagnostic[];
  /** On the first page only; at most 50. */
  readonly failures: readonly Failure[];
  readonly failureCount: number;
  /** On the first page only. */
  readonly checks: readonly CheckRuns[];
  /** On the first page the whole ledger, on others the page's own rows; absent where there are none. */
  readonly strip?: StripView;
  /** For each failure of the Task those before and after it in the ledger. */
  readonly neighbours?: ReadonlyMap<ItemId, FailureNeighbours>;
}

export interface FailureNeighbours {
  readonly previous?: LabelledRow;
  readonly next?: LabelledRow;
}

/** Any page that lists Tasks: the whole tree, by status, A to Z. */
export interface TaskListView {
  readonly report: ReportFacts;
  readonly list: "tasks" | "by-status" | "a-z";
  readonly page: number;
  readonly pages: number;
  /** In order. `heading` opens a new group: a status word, a letter. */
  readonly entries: readonly { readonly heading?: string; readonly facts: TaskFacts }[];
  readonly total: number;
}

/** The page that searches where script runs, and leads to the lists where it does not. */
export interface SearchView {
  readonly report: ReportFacts;
  readonly rows: number;
  readonly byStatus: OverviewView["byStatus"];
  /** The most used kinds of tool; `kindCount` counts all. */
  readonly kinds: readonly { readonly kind: string; readonly calls: number; readonly failed: number }[];
  readonly kindCount: number;
}

export interface GapsView {
  readonly report: ReportFacts;
  readonly page: number;
  readonly pages: number;
  /** By kind, then Task in tree order. */
  readonly absences: readonly { readonly absence: Absence; readonly facts: TaskFacts }[];
  readonly total: number;
  /** On the first page only. */
  readonly diagnostics: readonly Diagnostic[];
  readonly account: Account;
}

export interface AboutView {
  readonly report: ReportFacts;
  /** What in the workspace told its format, in our own words. */
  readonly because: string;
  readonly account: Account;
  readonly lacks: OverviewView["lacks"];
}

/** One step's request, told against the rows that the ledger holds. */
export interface RequestView {
  readonly report: ReportFacts;
  readonly facts: TaskFacts;
  readonly step: string;
  readonly turnIndex: number;
  readonly timing?: Timing;
  readonly request: SentRequest | undefined;
  /** The request's bytes as recorded, when they are not a readable request. */
  readonly unreadable?: string;
  /** For each system text and message item, the row that holds the same text. */
  readonly systemRows: readonly (LabelledRow | undefined)[];
  readonly itemRows: readonly (readonly (LabelledRow | undefined)[])[];
}

/** One row by itself, as the exact view tells it. */
export type ExactItem =
  | {
      readonly type: "row";
      readonly row: Row;
      /** Of a call, the row that answers it; of a result, the call that it answers. */
      readonly partner?: LabelledRow;
      /** Calls and results have theirs in their card. */
      readonly raw?: RawPayload;
    }
  | { readonly type: "gap"; readonly gap: Gap }
  | { readonly type: "stored"; readonly message: StoredMessage; readonly raw?: RawPayload };

/** Every row by itself, in sequence. */
export interface ExactPageView {
  readonly report: ReportFacts;
  readonly facts: TaskFacts;
  readonly page: number;
  readonly pages: number;
  readonly ancestors: TaskPageView["ancestors"];
  readonly tree: TaskPageView["tree"];
  readonly items: readonly ExactItem[];
}
