import type { Place, RecordId, RowRef, TaskId, WorkspaceIndex } from "../../model/index.ts";
import type { Part } from "./parts.ts";

/** What the ids and paths of one part are called in the whole. */
export interface Naming {
  task(id: TaskId): TaskId;
  ref(ref: RowRef): RowRef;
  place(place: Place): Place;
  record(record: RecordId): RecordId;
  path(path: string): string;
  /** The part's own id of a Task of the whole; `undefined` when it is none of this part. */
  own(id: TaskId): TaskId | undefined;
  /** The part's own place. */
  ownPlace(place: Place): Place;
  /** Tasks that had to be called otherwise. */
  readonly renamed: readonly TaskId[];
}

/** An id stays what it is unless an earlier part has it; then the part's folder, or its format, stands before it. */
export function nameParts(
  parts: readonly { readonly part: Part; readonly index: WorkspaceIndex }[],
): readonly Naming[] {
  const taken = new Set<TaskId>();
  return parts.map(({ part, index }) => {
    const names = new Map<TaskId, TaskId>();
    const renamed: TaskId[] = [];
    const name = (id: TaskId): TaskId => {
      if (!taken.has(id)) return id;
      const prefix = part.folder === "" ? part.source.id : part.folder;
      let free = `${prefix}/${id}`;
      for (let number = 2; taken.has(free); number += 1) free = `${prefix}~${number}/${id}`;
      return free;
    };
    // Ids that only edges and lineage speak of are not those of another part's Tasks either.
    for (const id of idsIn(index)) names.set(id, name(id));
    for (const { id } of index.tasks) {
      const called = names.get(id) ?? id;
      if (called !== id) renamed.push(called);
    }
    for (const called of names.values()) taken.add(called);
    const owns = new Map(index.tasks.map(({ id }) => [names.get(id) ?? id, id]));
    const task = (id: TaskId) => names.get(id) ?? id;
    const path = (own: string) => (part.folder === "" ? own : `${part.folder}/${own}`);
    return {
      task,
      path,
      record: path,
      ref: ({ taskId, itemId }) => ({ taskId: task(taskId), itemId }),
      place: (place) => ({ ...place, file: path(place.file) }),
      own: (id) => owns.get(id),
      ownPlace: (place) => (part.folder === "" ? place : { ...place, file: place.file.slice(part.folder.length + 1) }),
      renamed,
    };
  });
}

function idsIn(index: WorkspaceIndex): ReadonlySet<TaskId> {
  const ids = new Set<TaskId>();
  for (const { id, rootId, parentId } of index.tasks) {
    ids.add(id).add(rootId);
    if (parentId !== undefined) ids.add(parentId);
  }
  for (const { parentTaskId, childTaskId, returns } of index.edges) {
    ids.add(parentTaskId).add(childTaskId);
    for (const { taskId } of returns) ids.add(taskId);
  }
  return ids;
}
