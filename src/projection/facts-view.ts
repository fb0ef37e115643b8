import type { DelegationEdge, RowRef, Status, Task, TaskId, Usage } from "../model/index.ts";
import type { DelegationView, Outcome } from "./items.ts";

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
  /** Images are left out of this many rows; absent where they are shown. */
  readonly imagesLeftOut?: number;
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

export interface ResultView {
  /** Markdown of the result's text, joined. */
  readonly text: string;
  readonly row?: { readonly ref: RowRef; readonly label: string };
}

/** A child or parent as the Task head lists it. */
export interface EdgeView {
  readonly edge: DelegationEdge;
  readonly facts: TaskFacts | undefined;
  /** The calling row's label, when a row is known. */
  readonly callLabel?: string;
  readonly returns: DelegationView["returns"];
}
