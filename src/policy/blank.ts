import type { Place, Restriction, Row, StoredMessage, Task } from "../model/index.ts";

/** A row of which only identity, kind and place are left, and why. */
export function blankRow(row: Row, restricted: Restriction): Row {
  const head = {
    sequence: row.sequence,
    turnIndex: row.turnIndex,
    itemId: row.itemId,
    label: row.label,
    record: row.record,
    place: blankPlace(row.place),
    restricted,
    ...(row.inheritedFrom && { inheritedFrom: row.inheritedFrom }),
    ...(row.runId !== undefined && { runId: row.runId }),
  };
  switch (row.type) {
    case "message":
      return {
        ...head,
        type: "message",
        role: row.role,
        parts: [],
        ...(row.input && { input: { kind: row.input.kind } }),
      };
    case "reasoning":
      return { ...head, type: "reasoning" };
    case "tool-call":
      return {
        ...head,
        type: "tool-call",
        toolCallId: row.toolCallId,
        name: row.name,
        kind: row.kind,
        input: undefined,
        fields: {},
      };
    case "tool-result":
      return { ...head, type: "tool-result", toolCallId: row.toolCallId, output: [], isError: false };
    case "compaction":
      return { ...head, type: "compaction", summaries: [], says: "The summaries are withheld." };
    case "notice":
      return {
        ...head,
        type: "notice",
        code: row.code,
        severity: "note",
        says: "A notice of the run is withheld.",
        quotes: [],
      };
    case "raw":
      return { ...head, type: "raw", text: "", says: "A record that could not be read is withheld." };
  }
}

/** A place without measures of what stands there. */
export function blankPlace({ file, line }: Place): Place {
  return { file, ...(line !== undefined && { line }), rewritten: true };
}

export function blankStored(message: StoredMessage, restricted: Restriction): StoredMessage {
  const { itemId, record, place, input } = message;
  return { itemId, record, place: blankPlace(place), input: { kind: input.kind }, parts: [], restricted };
}

/** A Task withheld whole: identity, lineage, status, rule and reason. */
export function blankTask(task: Task, restricted: Restriction, title: string): Task {
  const { id, rootId, parentId, record, attached } = task;
  const { word, basis, certainty } = task.status;
  return {
    id,
    rootId,
    ...(parentId !== undefined && { parentId }),
    title,
    status: { word, basis, certainty },
    record,
    attached,
    restricted,
    places: [],
  };
}
