import type { RowRef, TaskId } from "../model/index.ts";
import type { Check } from "./checks.ts";
import type { ReportFacts, TaskFacts } from "./facts-view.ts";
import type { FileTouch, LabelledRow } from "./items.ts";

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
