import type { RecordNote, SourceFile, TaskId, WorkspaceIndex } from "../model/index.ts";
import type { Decisions } from "./decide.ts";

/**
 * The account's files and notes as they may be told. Of a Task withheld whole neither files nor records are counted: its
 * records count as not read, and files that hold nothing else are not named.
 */
export function withholdFiles(
  index: WorkspaceIndex,
  decisions: Decisions,
): { readonly files: readonly SourceFile[]; readonly notes: readonly RecordNote[] } {
  const whole = decisions.tasks;
  const blankNote = (note: RecordNote) => withholdNote(note, index, decisions);
  if (whole.size === 0) return { files: index.files, notes: index.notes.map(blankNote) };
  const silent = new Map([...decisions.wholeRecords].map(([file, records]) => [file, records.size]));
  const notes: RecordNote[] = [];
  for (const note of index.notes) {
    if (speaksOf(note, whole)) silent.set(note.file, (silent.get(note.file) ?? 0) + 1);
    else notes.push(blankNote(note));
  }
  const places = new Set(
    index.tasks.filter((task) => whole.has(task.id)).flatMap((task) => task.places.map((place) => place.file)),
  );
  const files = index.files.flatMap((file) => {
    const gone = silent.get(file.path) ?? 0;
    const records = file.records - gone;
    const itsOwn = (file.taskId !== undefined && whole.has(file.taskId)) || namesWhole(file.path, whole);
    const nothingElse = records === 0 && (gone > 0 || itsOwn || places.has(file.path));
    return nothingElse ? [] : [{ ...file, records }];
  });
  const told = new Set(files.map((file) => file.path));
  return { files, notes: notes.filter((note) => told.has(note.file)) };
}

/** A folder or file that carries the Task's id as its name. */
function namesWhole(path: string, whole: ReadonlyMap<TaskId, unknown>): boolean {
  return path.split("/").some((part) => whole.has(part) || whole.has(part.replace(/\.[a-z]+$/, "")));
}

function speaksOf({ disposition }: RecordNote, whole: ReadonlyMap<TaskId, unknown>): boolean {
  if (disposition.type === "shown") return whole.has(disposition.at.taskId);
  if (disposition.type !== "joined") return false;
  return whole.has(typeof disposition.to === "string" ? disposition.to : disposition.to.taskId);
}

/** The text of a note's record stood in a placeholder that is now blank. */
function withholdNote(note: RecordNote, { gaps }: WorkspaceIndex, decisions: Decisions): RecordNote {
  if (note.disposition.type !== "shown") return note;
  const { at } = note.disposition;
  const inGap = decisions.summaries.has(at.taskId) && gaps.get(at.taskId)?.some((gap) => gap.id === at.itemId) === true;
  return decisions.of(at) || inGap ? { ...note, disposition: { type: "withheld" } } : note;
}
