import type {
  DelegationEdge,
  Diagnostic,
  Gap,
  InputSource,
  RecordNote,
  Row,
  SourceFile,
  StoredMessage,
  Summary,
  Task,
} from "../../model/index.ts";
import type { Naming } from "./names.ts";

/** The same thing with every id and path as the whole calls it. */

export function renameTask(task: Task, naming: Naming): Task {
  const { result, parentId } = task;
  return {
    ...task,
    id: naming.task(task.id),
    rootId: naming.task(task.rootId),
    ...(parentId === undefined ? {} : { parentId: naming.task(parentId) }),
    ...(result === undefined
      ? {}
      : { result: { ...result, ...(result.row === undefined ? {} : { row: naming.ref(result.row) }) } }),
    places: task.places.map(naming.place),
  };
}

export function renameEdge(edge: DelegationEdge, naming: Naming): DelegationEdge {
  return {
    ...edge,
    parentTaskId: naming.task(edge.parentTaskId),
    childTaskId: naming.task(edge.childTaskId),
    returns: edge.returns.map((found) => ({ ...found, taskId: naming.task(found.taskId) })),
  };
}

export function renameGap(gap: Gap, naming: Naming): Gap {
  return { ...gap, summaries: gap.summaries.map((summary) => renameSummary(summary, naming)) };
}

export function renameStored(message: StoredMessage, naming: Naming): StoredMessage {
  return {
    ...message,
    record: naming.record(message.record),
    place: naming.place(message.place),
    input: renameInput(message.input, naming),
  };
}

export function renameFile(file: SourceFile, naming: Naming): SourceFile {
  const { taskId } = file;
  return { ...file, path: naming.path(file.path), ...(taskId === undefined ? {} : { taskId: naming.task(taskId) }) };
}

export function renameNote(note: RecordNote, naming: Naming): RecordNote {
  return {
    record: naming.record(note.record),
    file: naming.path(note.file),
    disposition: renameDisposition(note.disposition, naming),
  };
}

export function renameDiagnostic(diagnostic: Diagnostic, naming: Naming): Diagnostic {
  const { place, taskId } = diagnostic;
  return {
    ...diagnostic,
    ...(place === undefined ? {} : { place: naming.place(place) }),
    ...(taskId === undefined ? {} : { taskId: naming.task(taskId) }),
  };
}

export function renameRow(row: Row, naming: Naming): Row {
  const { call, inheritedFrom } = row;
  const common = {
    record: naming.record(row.record),
    place: naming.place(row.place),
    ...(call?.request === undefined ? {} : { call: { ...call, request: naming.place(call.request) } }),
    ...(inheritedFrom === undefined ? {} : { inheritedFrom: naming.ref(inheritedFrom) }),
  };
  switch (row.type) {
    case "message":
      return { ...row, ...common, ...(row.input === undefined ? {} : { input: renameInput(row.input, naming) }) };
    case "tool-result": {
      const { completedFrom } = row;
      return {
        ...row,
        ...common,
        ...(completedFrom === undefined ? {} : { completedFrom: naming.place(completedFrom) }),
      };
    }
    case "compaction":
      return { ...row, ...common, summaries: row.summaries.map((summary) => renameSummary(summary, naming)) };
    default:
      return { ...row, ...common };
  }
}

function renameDisposition(disposition: RecordNote["disposition"], naming: Naming): RecordNote["disposition"] {
  switch (disposition.type) {
    case "shown":
      return { type: "shown", at: naming.ref(disposition.at) };
    case "repeated":
      return { type: "repeated", of: naming.record(disposition.of) };
    case "joined": {
      const { to } = disposition;
      return { type: "joined", to: typeof to === "string" ? naming.task(to) : naming.ref(to) };
    }
    default:
      return disposition;
  }
}

function renameInput(input: InputSource, naming: Naming): InputSource {
  const { sender } = input;
  return sender?.taskId === undefined ? input : { ...input, sender: { ...sender, taskId: naming.task(sender.taskId) } };
}

function renameSummary(summary: Summary, naming: Naming): Summary {
  return { ...summary, record: naming.record(summary.record), place: naming.place(summary.place) };
}
