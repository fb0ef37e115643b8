import type {
  DelegationEdge,
  Diagnostic,
  Gap,
  ItemId,
  ModelCall,
  Row,
  RowRef,
  SentRequest,
  Status,
  StoredMessage,
  Task,
  TaskId,
  Timing,
  Usage,
} from "../model/index.ts";
import type { Check } from "./checks.ts";
import type { DelegationView, FileTouch, Item, LabelledRow, Outcome, RawPayload } from "./items.ts";
import type { StripView } from "./strip-view.ts";

export type { LabelledRow };

/** Sums over the rows of one Task. Inherited rows are left out. */
export interface TaskCounts {
  readonly rows: number;
  readonly turns: number;
  readonly messages: number;
  readonly reasoning: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly gaps: number;
  readonly inheritedRows: number;
  /** Counter sums over the replies that report them. */
  readonly usage: Usage;
  /** `true`: some reply reports no usage or rows are gone, so the sums are a lower bound. */
  readonly usageAtLeast: boolean;
  /** Models that replied, in order of first appearance. */
  readonly models: readonly string[];
}

/** The kinds of design.md section 4 that a place in this report can have. */
export type AbsenceKind =
  | "compacted"
  | "missing"
  | "restricted"
  | "cleared from context"
  | "unreadable by design"
  | "no result recorded"
  | "result without call"
  | "not in this workspace"
  | "unattached"
  | "unreadable"
  | "stored, not incorporated";

/** One kind of absence in one Task, with every place. */
export interface Absence {
  readonly kind: AbsenceKind;
  readonly taskId: TaskId;
  /** Why, in our own words; the same for all places. */
  readonly says: string;
  /** Rows or placeholders, in ledger order, with their gutter labels; empty when the absence is of the Task itself. */
  readonly at: readonly { readonly ref: RowRef; readonly label: string }[];
}

/** What any page may say of one Task. */
export interface TaskFacts {
  readonly task: Task;
  /** 0 for a root. An unattached Task stands under the one that it was found in, if any. */
  readonly depth: number;
  /** Its children with a place in the tree, in order. */
  readonly children: readonly TaskId[];
  /** `not here`: the source names a parent that has no Task here. */
  readonly parent: "none" | "here" | "not here";
  readonly counts: TaskCounts;
  readonly durationMs?: number;
  readonly absences: readonly Absence[];
  /** One sentence: what this record lacks, or that it is complete as copied. */
  readonly lacks: string;
}

/** A node of a tree as navigation shows it. */
export interface TreeNode {
  readonly taskId: TaskId;
  readonly title: string;
  readonly status: Status;
  readonly record: Task["record"];
  readonly current: boolean;
  readonly helper: boolean;
  readonly children: readonly TreeNode[];
  /** Nodes left out right before, inside or after this one: the whole tree holds them. */
  readonly hidden?: { readonly before?: number; readonly inside?: number; readonly after?: number };
}

/** A place that went wrong, for "failures first". */
export interface Failure {
  readonly taskId: TaskId;
  /** Absent when the Task itself failed. */
  readonly at?: { readonly ref: RowRef; readonly label: string };
  /** e.g. `Shell`, `the Task failed`. */
  readonly kind: string;
  /** e.g. the command. Untrusted. */
  readonly about: string;
  readonly outcome: Outcome;
}

/** Per source file: what became of its records. The dispositions sum to `records`. */
export interface AccountLine {
  readonly path: string;
  readonly kind: string;
  readonly records: number;
  readonly shown: number;
  /** Some rows of the record are shown, others withheld. */
  readonly shownInPart: number;
  readonly withheld: number;
  readonly raw: number;
  readonly repeated: number;
  readonly joined: number;
  readonly noRow: number;
}

/** The account of the whole build, by kind of file, and the two laws. */
export interface Account {
  /** Summed over files of one kind, sorted by kind. */
  readonly kinds: readonly (Omit<AccountLine, "path"> & { readonly files: number })[];
  readonly records: number;
  /** Files whose dispositions do not sum to the records read. */
  readonly unbalanced: readonly AccountLine[];
  /** Rows and placeholders that records name. */
  readonly named: number;
  /** Ids counted in the written pages; absent until they are written. */
  readonly counted?: number;
  /** Ids named but not found, or found but not named, as `task · item`. */
  readonly astray: readonly string[];
  readonly balanced: boolean;
}

/** What stands between the record and the reader, as every report states it. */
export interface Masking {
  /** `false`: secrets were not looked for. */
  readonly redaction: boolean;
  readonly rulesOff: readonly string[];
  /** Home paths and login names are masked. */
  readonly home: boolean;
  /** Raw payloads, raw files and the exact view are left out. */
  readonly lean: boolean;
  readonly counts: readonly { readonly rule: string; readonly secrets: number; readonly places: number }[];
  readonly policy?: {
    readonly name?: string;
    readonly rules: readonly { readonly id: string; readonly reason: string }[];
  };
}

/** Words that every page of a report shares. */
export interface ReportFacts {
  readonly title: string;
  /** The format that the workspace was read as. */
  readonly format: string;
  readonly tasks: number;
  /** e.g. `taskfolio 0.1.0`. */
  readonly generator: string;
  readonly masking: Masking;
}

export interface OverviewView {
  readonly report: ReportFacts;
  /** Roots in order; the first is the report's subject. At most 300 Tasks stand in `tree`, this holds at most 20. */
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
  /** Roots, two levels and everything failed, in tree order; at most 300. */
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

export interface ResultView {
  /** Markdown of the result's text, joined. */
  readonly text: string;
  readonly row?: { readonly ref: RowRef; readonly label: string };
}

/** One model interaction on a page. */
export interface TurnView {
  readonly index: number;
  /** `true`: the turn began on an earlier page. */
  readonly continued: boolean;
  readonly model?: string;
  readonly usage?: Usage;
  readonly call?: ModelCall;
  /** Speaks for the turn in the page's turn list, e.g. `the request`, `3 tools, 1 failed`, `delegates`. */
  readonly note: string;
  readonly items: readonly Item[];
}

/** A child or parent as the Task head lists it. */
export interface EdgeView {
  readonly edge: DelegationEdge;
  readonly facts: TaskFacts | undefined;
  /** The calling row's label, when a row is known. */
  readonly callLabel?: string;
  readonly returns: DelegationView["returns"];
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

/** One touch of a file, as its page tells it. */
export interface FileTouchView extends Pick<FileTouch, "action" | "added" | "removed"> {
  readonly ref: RowRef;
  readonly label: string;
  /** Whether it came to pass: a failed call may have done nothing, one without a result all of it. */
  readonly came: "done" | "failed" | "no result recorded";
  /** The other name of a renamed file. */
  readonly other?: { readonly from: string } | { readonly to: string };
}

/** What one Task did to a file, in the order of its ledger. */
export interface FileGroup {
  readonly taskId: TaskId;
  readonly title: string;
  readonly touches: readonly FileTouchView[];
}

/** A file that tool calls touched, over all Tasks. */
export interface FileFacts {
  /** The name that all forms of its path share. Untrusted. */
  readonly path: string;
  readonly standing: "changed" | "may have been changed" | "only read";
  /** Its path as calls name it; `formCount` counts all. */
  readonly forms: readonly string[];
  readonly formCount: number;
  readonly reads: number;
  /** Calls that changed it, or that have no result and would have. */
  readonly changes: number;
  /** Shell commands that visibly write it. */
  readonly mayWrites: number;
  /** Changes that failed. */
  readonly failed: number;
  /** Lines, over the changes of which they are known. */
  readonly added: number;
  readonly removed: number;
  /** In the order of the Task tree. */
  readonly groups: readonly FileGroup[];
}

export interface FilesPageView {
  readonly report: ReportFacts;
  readonly page: number;
  readonly pages: number;
  readonly entries: readonly FileFacts[];
  /** Over all pages. */
  readonly total: readonly { readonly standing: FileFacts["standing"]; readonly files: number }[];
  /** Files that single calls touched beyond those that are kept of each. */
  readonly cut: number;
}

export interface FilePageView {
  readonly report: ReportFacts;
  readonly page: number;
  readonly pages: number;
  readonly file: FileFacts;
  readonly groups: readonly { readonly facts: TaskFacts; readonly touches: readonly FileTouchView[] }[];
}

/** The checks of one kind in one Task: the last one, and those before it, the newest first. */
export interface CheckRuns {
  readonly taskId: TaskId;
  readonly kind: Check["kind"];
  readonly last: CheckRun;
  /** At most a few. */
  readonly before: readonly CheckRun[];
  readonly count: number;
  /** How many of all ended badly. */
  readonly bad: number;
}

export interface CheckRun extends Pick<Check, "runner" | "command" | "outcome"> {
  readonly ref: RowRef;
  readonly label: string;
}

/** Calls by kind of tool. */
export interface ToolListView {
  readonly report: ReportFacts;
  readonly page: number;
  readonly pages: number;
  readonly groups: readonly ToolListGroup[];
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

/** The calls of one kind of tool in one Task. */
export interface ToolListEntry {
  readonly facts: TaskFacts;
  readonly calls: number;
  readonly failed: number;
  /** The first calls, those that failed before others. */
  readonly rows: readonly (LabelledRow & { readonly failed: boolean })[];
}

/** All calls of one kind of tool. */
export interface ToolListGroup {
  /** What their cards are titled with. Untrusted. */
  readonly kind: string;
  readonly calls: number;
  readonly failed: number;
  readonly tasks: readonly ToolListEntry[];
}
