import type { Diagnostic, Gap, RecordNote, TaskId, WorkspaceIndex } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { present } from "../support/values.ts";
import { collectDamaged, type Damaged, damagedTask } from "./damaged.ts";
import { DELEGATIONS, readEdges, withoutLostMail } from "./edges.ts";
import { GAPS, readGaps } from "./gaps.ts";
import { readTitle } from "./head.ts";
import { findHoles } from "./holes.ts";
import { listFiles, type ReadFile } from "./inventory.ts";
import { layOut } from "./layout.ts";
import { resolveLineage } from "./lineage.ts";
import { landing, rowLookup } from "./lookup.ts";
import { type Mailboxes, readMailboxes } from "./mailbox.ts";
import { absentTask, strayTask } from "./mentioned.ts";
import { uniqueNames } from "./names.ts";
import { type ProblemCode, problem } from "./problems.ts";
import type { Found } from "./records.ts";
import type { Ledger } from "./scan.ts";
import { readTasks, TASKS, type TaskFacts, withoutLostResult } from "./tasks.ts";
import { NO_TRANSCRIPT, scanTranscripts } from "./transcripts.ts";

/** The index of a ledger workspace, with what rows are read from. */
export interface LedgerWorkspace {
  readonly tree: FileTree;
  readonly index: WorkspaceIndex;
  readonly ledgers: ReadonlyMap<TaskId, Ledger>;
  readonly mailOf: Mailboxes["mailOf"];
  readonly damaged: { readonly taskId: TaskId; readonly list: readonly Damaged[] };
}

/** The index pass. No transcript text is kept, but for summaries of what a compaction removed. */
export function scanWorkspace(tree: FileTree): LedgerWorkspace {
  const diagnostics: Diagnostic[] = [];
  const found: Found = { tree, damaged: collectDamaged(), diagnostics };
  const noteTask = (code: ProblemCode, { task, line }: TaskFacts) => {
    const place = line > 0 ? { file: TASKS, line } : task.places[0];
    diagnostics.push({ ...problem(code), ...present({ place }), taskId: task.id });
  };
  for (const file of tree.unreadable) diagnostics.push({ ...problem("unreadable-folder"), place: { file } });
  for (const file of tree.reports) diagnostics.push({ ...problem("report-ignored"), place: { file } });
  const title = readTitle(tree, diagnostics);
  if (!tree.kinds.has(TASKS)) diagnostics.push(problem("task-graph-missing"));

  // Who there is, and which files are whose.
  const recorded = readTasks(found);
  const layout = layOut(tree, recorded.tasks, noteTask);
  const strays = [...layout.strays].map(([id, file]) => strayTask(id, file, "present"));
  const mailOnly = [...layout.mailOnly].map(([id, file]) => strayTask(id, file, "absent"));
  for (const facts of strays) noteTask("transcript-without-task", facts);
  for (const facts of mailOnly) noteTask("mailbox-without-task", facts);
  const known = [...recorded.tasks, ...strays, ...mailOnly];
  const withheld = new Set(known.filter(({ task }) => task.restricted).map(({ task }) => task.id));

  // What happened in each, and between them.
  const { ledgers, lacking, tasks } = scanTranscripts(tree, known, layout, diagnostics, noteTask);
  const ids = new Set(known.map(({ task }) => task.id));
  const rows = rowLookup(ledgers, withheld);
  const edges = readEdges(found, ledgers, rows, (id) => ids.has(id));
  const absent = [...edges.absent].map(([id, parentId]) => absentTask(id, parentId));
  for (const { task } of absent) ids.add(task.id);
  const isTask = (id: TaskId) => ids.has(id);

  // What is not there, and what waits.
  const listed = tree.kinds.has(GAPS) ? readGaps(found, ledgers, isTask) : undefined;
  const gaps = gapsOf(listed?.gaps, ledgers, lacking);
  for (const id of withheld) gaps.delete(id);
  const boxes = new Map([...layout.mailboxes].filter(([, owner]) => !withheld.has(owner)));
  const mail = readMailboxes(found, boxes, { ledgers, isTask, isWithheld: (id) => withheld.has(id) });

  const damaged = { taskId: uniqueNames(ids)("«damaged records»"), list: found.damaged.list };
  const lands = landing(rows, mail.stored);
  const judged = tasks.map((facts) => withoutLostResult(facts, lands, noteTask));
  const resolved = resolveLineage([...judged, ...absent], noteTask);
  const index: WorkspaceIndex = {
    format: "ledger",
    ...present({ title }),
    tasks: damaged.list.length === 0 ? resolved : [...resolved, damagedTask(damaged.taskId, damaged.list)],
    edges: withoutLostMail(edges, lands, found),
    gaps,
    stored: mail.stored,
    files: listFiles(tree, filesRead(), withheldFiles()),
    notes: notesOf([...recorded.notes, ...edges.notes, ...(listed?.notes ?? []), ...mail.notes], withheld),
    diagnostics,
    ...(restricts() && { restricts: true as const }),
  };
  return { tree, index, ledgers, mailOf: mail.mailOf, damaged };

  function restricts(): boolean {
    const rows = [...ledgers.values()].some((ledger) => ledger.rows.some((row) => row.restricted));
    const listedGaps = [...gaps.values()].some((list) => list.some((gap) => gap.restricted));
    return withheld.size > 0 || rows || listedGaps || mail.restricts;
  }

  function filesRead(): ReadonlyMap<string, ReadFile> {
    const files = new Map<string, ReadFile>([
      [TASKS, { kind: "Task graph", records: recorded.records }],
      [DELEGATIONS, { kind: "delegation edges", records: edges.records }],
      [GAPS, { kind: "gaps", records: listed?.records ?? 0 }],
    ]);
    for (const [taskId, { path, rows }] of ledgers)
      files.set(path, { kind: "transcript", taskId, records: rows.length });
    for (const [path, taskId] of boxes)
      files.set(path, { kind: "mailbox", taskId, records: mail.records.get(path) ?? 0 });
    return files;
  }

  function withheldFiles(): ReadonlySet<string> {
    const transcripts = [...layout.transcripts].filter(([id]) => withheld.has(id)).map(([, path]) => path);
    const mailboxes = [...layout.mailboxes].filter(([, id]) => withheld.has(id)).map(([path]) => path);
    return new Set([...transcripts, ...mailboxes]);
  }
}

function gapsOf(
  listed: ReadonlyMap<TaskId, readonly Gap[]> | undefined,
  ledgers: ReadonlyMap<TaskId, Ledger>,
  lacking: readonly TaskId[],
): Map<TaskId, readonly Gap[]> {
  const gaps = new Map(listed);
  if (listed === undefined) {
    for (const [id, ledger] of ledgers) {
      const holes = findHoles(ledger);
      if (holes.length > 0) gaps.set(id, holes);
    }
  }
  for (const id of lacking) gaps.set(id, [...(gaps.get(id) ?? []), NO_TRANSCRIPT]);
  return gaps;
}

/** What speaks of a Task that is withheld whole is withheld with it, but for its place in the graph. */
function notesOf(notes: readonly RecordNote[], withheld: ReadonlySet<TaskId>): readonly RecordNote[] {
  return notes.map((note) => {
    const { disposition } = note;
    const hidden = disposition.type === "shown" && withheld.has(disposition.at.taskId);
    return hidden ? { ...note, disposition: { type: "withheld" } } : note;
  });
}
