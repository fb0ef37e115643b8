import type { Place, RecordId } from "./place.ts";
import type { RowRef, TaskId } from "./task.ts";

/** A file of the workspace, as the account lists it. */
export interface SourceFile {
  readonly path: string;
  /** What it is in the words of its format: `message`, `summary`, `step request`, … */
  readonly kind: string;
  /** The one Task that it belongs to, where it does. */
  readonly taskId?: TaskId;
  /** Records read from it; 0 for a file that holds none, such as a log. */
  readonly records: number;
}

/** What became of a record that no row shows. Records that rows name need no note. */
export interface RecordNote {
  readonly record: RecordId;
  readonly file: string;
  readonly disposition: /** Its text stands in a placeholder: a gap's summary, a stored mailbox message. */
    | { readonly type: "shown"; readonly at: RowRef }
    | { readonly type: "withheld" }
    | { readonly type: "repeated"; readonly of: RecordId }
    /** Its facts stand on a row, or in the head of a Task. */
    | { readonly type: "joined"; readonly to: RowRef | TaskId }
    /** Nothing of it is for reading; `kind` is counted. */
    | { readonly type: "no row"; readonly kind: string };
}

/** Bad data, stated. Code, place and our own words: no parser's message and no value enters one. */
export interface Diagnostic {
  /** Stable, kebab-case. */
  readonly code: string;
  /** `error`: a record could not be read or joined. */
  readonly severity: "error" | "warning" | "note";
  /** One sentence: what is wrong and what the report does about it. */
  readonly says: string;
  readonly place?: Place;
  readonly taskId?: TaskId;
}
