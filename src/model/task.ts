import type { Part } from "./content.ts";
import type { ItemId, Place } from "./place.ts";
import type { Restriction } from "./restriction.ts";

/** The source's own name for a Task. Opaque: never parsed outside the source that made it. */
export type TaskId = string;

/** How sure a stated fact is: written down as such, concluded from what is written, or the likelier of two readings. */
export type Certainty = "recorded" | "derived" | "guess";

/** Every word a Task's status can be. `unknown` is an answer, not a default. */
export const STATUS_WORDS = [
  "scheduled",
  "queued",
  "running",
  "succeeded",
  "failed",
  "canceled",
  "timed_out",
  "unknown",
] as const;
export type StatusWord = (typeof STATUS_WORDS)[number];

/** The status of one Task. It says nothing about the Task's parent or children. */
export interface Status {
  readonly word: StatusWord;
  /** What in the record says so: our own sentence fragment, e.g. "its last turn answered and nothing waits for it". */
  readonly basis: string;
  readonly certainty: Certainty;
  /** The record's own words for it, such as an unknown epitaph or an error message. Untrusted. */
  readonly reason?: string;
}

/** What a Task returned to its caller or origin. */
export interface TaskResult {
  readonly parts: readonly Part[];
  /** The row that holds it: the Task's own last answer, or the deposit in the Task that received it. */
  readonly row?: RowRef;
}

/** A row of any Task. */
export interface RowRef {
  readonly taskId: TaskId;
  readonly itemId: ItemId;
}

/** A durable owner of an objective. */
export interface Task {
  readonly id: TaskId;
  /** Equals `id` for a root. */
  readonly rootId: TaskId;
  /** The parent that the source names, whether or not that parent has a record here. Absent for a root. */
  readonly parentId?: TaskId;
  /** One line, never empty: the best name that the record offers. */
  readonly title: string;
  /** What the Task was asked to do, verbatim. */
  readonly goal?: string;
  /** The display name of the agent that worked on it. */
  readonly agent?: string;
  /** The model that the source names for the Task as a whole; rows may name their own. */
  readonly model?: string;
  readonly status: Status;
  readonly result?: TaskResult;
  /** As recorded (ISO 8601 where the source is well formed). Order never depends on them. */
  readonly createdAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** `absent`: known only because another Task or a file mentions it; nothing of its transcript is here. */
  readonly record: "present" | "absent";
  /** `false`: no readable parent link, so it stands under "unattached". */
  readonly attached: boolean;
  /** A Task that the engine started for its own upkeep, such as a compactor: what tells so. */
  readonly helper?: string;
  /** What started a root: an issue, a pull request, a message. */
  readonly origin?: { readonly kind: string; readonly url?: string; readonly title?: string };
  /** Totals that the source reports for the Task itself, under the provider's own counter names. */
  readonly usage?: Usage;
  /** Its own texts that are withheld: a withheld title is replaced by the id, goal and result are absent. */
  readonly withheldTexts?: Readonly<Partial<Record<"title" | "goal" | "result", Restriction>>>;
  /** Withheld whole: only id, lineage and status are told; there are no rows. */
  readonly restricted?: Restriction;
  /** Where the facts above were read. */
  readonly places: readonly Place[];
}

/** Non-negative integers under the provider's own counter names. An absent counter is not zero. */
export type Usage = Readonly<Record<string, number>>;

/** A parent's tool call → the child Task that it created or waited on → the rows where it returned. */
export interface DelegationEdge {
  readonly parentTaskId: TaskId;
  readonly childTaskId: TaskId;
  readonly kind: "created" | "waited";
  /** `declared`: the record names the child. `matched`: concluded from equal content. `unlinked`: no call names the child. */
  readonly established: "declared" | "matched" | "unlinked";
  /** What established it, in our own words. */
  readonly basis: string;
  /** The calling row in the parent; absent when unlinked. */
  readonly call?: ItemId;
  /** Rows, oldest first, where the child reported back; the newest is the current one. */
  readonly returns: readonly EdgeReturn[];
}

export interface EdgeReturn {
  /** The Task whose ledger or mailbox received it: usually the parent. */
  readonly taskId: TaskId;
  readonly itemId: ItemId;
  /** The child's ending as the record words it, verbatim. */
  readonly epitaph?: string;
  /** `true`: it waits in the mailbox; the receiver's model has not seen it. */
  readonly waiting: boolean;
}
