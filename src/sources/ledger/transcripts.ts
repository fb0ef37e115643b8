import type { Diagnostic, Gap, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import type { Layout } from "./layout.ts";
import { type ProblemCode, problem } from "./problems.ts";
import { type Ledger, scanLedger } from "./scan.ts";
import type { TaskFacts } from "./tasks.ts";

export interface Transcripts {
  readonly ledgers: ReadonlyMap<TaskId, Ledger>;
  /** Tasks whose transcript should be here and is not. */
  readonly lacking: readonly TaskId[];
  /** The Tasks, corrected by what of them is here. */
  readonly tasks: readonly TaskFacts[];
}

/** Scans the transcript of each Task, but for those that are withheld whole: of them nothing is opened. */
export function scanTranscripts(
  tree: FileTree,
  tasks: readonly TaskFacts[],
  layout: Layout,
  diagnostics: Diagnostic[],
  note: (code: ProblemCode, of: TaskFacts) => void,
): Transcripts {
  const ledgers = new Map<TaskId, Ledger>();
  const lacking: TaskId[] = [];
  const corrected = tasks.map((facts) => {
    const { task } = facts;
    const path = layout.transcripts.get(task.id);
    if (task.restricted) return facts;
    const ledger = path === undefined ? undefined : scan(path, task.id);
    if (ledger === undefined) return withoutTranscript(facts);
    ledgers.set(task.id, ledger);
    if (task.record === "present") return facts;
    note("transcript-of-absent-task", facts);
    return { ...facts, task: { ...task, record: "present" as const } };
  });
  return { ledgers, lacking, tasks: corrected };

  function scan(path: string, taskId: TaskId): Ledger | undefined {
    const stands = tree.kinds.get(path);
    if (stands === undefined) return undefined;
    const ledger = stands === "file" ? scanLedger(tree, path, taskId) : undefined;
    const code = stands === "file" ? "unreadable-file" : "not-a-file";
    if (ledger === undefined) diagnostics.push({ ...problem(code), place: { file: path }, taskId });
    for (const found of ledger?.diagnostics ?? []) diagnostics.push(found);
    return ledger;
  }

  function withoutTranscript(facts: TaskFacts): TaskFacts {
    const { task } = facts;
    if (task.record === "absent") return facts;
    const begun = task.startedAt !== undefined || !(task.status.word === "scheduled" || task.status.word === "queued");
    note(begun ? "no-transcript" : "transcript-not-begun", facts);
    if (begun) lacking.push(task.id);
    return facts;
  }
}

/** A transcript that is not here is a gap as large as the ledger. */
export const NO_TRANSCRIPT: Gap = {
  id: "«transcript»",
  before: null,
  kind: "missing",
  unit: ["transcript", "transcripts"],
  count: 1,
  summaries: [],
  pairing: "not recorded",
};
