import { expect } from "vitest";
import type { OpenWorkspace, Row, TaskId } from "../../src/model/index.ts";

export async function rowsOf(workspace: OpenWorkspace, taskId: TaskId): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of workspace.rows(taskId)) rows.push(row);
  return rows;
}

/** Every record has rows or exactly one note; ids are unique; order holds; a second reading gives the same. */
export async function expectSoundRecord(workspace: OpenWorkspace): Promise<void> {
  const { index } = workspace;
  const named = new Set<string>();
  const places = new Set<string>();
  for (const task of index.tasks) {
    const rows = await rowsOf(workspace, task.id);
    expect(await rowsOf(workspace, task.id)).toEqual(rows);
    expectOrder(rows);
    const ids = [
      ...rows.map((row) => row.itemId),
      ...(index.gaps.get(task.id) ?? []).map((gap) => gap.id),
      ...(index.stored.get(task.id) ?? []).map((message) => message.itemId),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const gap of index.gaps.get(task.id) ?? []) expect(ids).toContain(gap.before);
    for (const row of rows) named.add(row.record);
    for (const id of ids) places.add(`${task.id} ${id}`);
    for (const row of rows) expect((await workspace.bytes(row.place)).length).toBeGreaterThanOrEqual(0);
  }
  expect(refsOf(workspace).filter((ref) => !places.has(ref))).toEqual([]);
  const noted = index.notes.map((note) => note.record);
  expect(new Set(noted).size).toBe(noted.length);
  const unbalanced = index.files
    .filter((file) => file.records > 0 && named.has(file.path) === noted.includes(file.path))
    .map((file) => file.path);
  expect(unbalanced).toEqual([]);
  const files = new Set(index.files.filter((file) => file.records > 0).map((file) => file.path));
  expect([...named, ...noted].filter((record) => !files.has(record))).toEqual([]);
  expect(index.files.map((file) => file.path)).toEqual(index.files.map((file) => file.path).toSorted());
}

/** Every row, gap or waiting message that the index points at. */
function refsOf({ index }: OpenWorkspace): readonly string[] {
  const ref = (taskId: TaskId, itemId: string) => `${taskId} ${itemId}`;
  const notes = index.notes.flatMap(({ disposition }) => {
    if (disposition.type === "shown") return [ref(disposition.at.taskId, disposition.at.itemId)];
    if (disposition.type !== "joined" || typeof disposition.to === "string") return [];
    return [ref(disposition.to.taskId, disposition.to.itemId)];
  });
  const edges = index.edges.flatMap((edge) => [
    ...(edge.call === undefined ? [] : [ref(edge.parentTaskId, edge.call)]),
    ...edge.returns.map((found) => ref(found.taskId, found.itemId)),
  ]);
  const results = index.tasks.flatMap(({ result }) =>
    result?.row === undefined ? [] : [ref(result.row.taskId, result.row.itemId)],
  );
  return [...notes, ...edges, ...results];
}

function expectOrder(rows: readonly Row[]): void {
  for (const [at, row] of rows.entries()) {
    const previous = rows[at - 1];
    if (previous === undefined) continue;
    expect(row.sequence).toBeGreaterThan(previous.sequence);
    expect(row.turnIndex).toBeGreaterThanOrEqual(previous.turnIndex);
  }
}
