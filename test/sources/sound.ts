import { expect } from "vitest";
import type { OpenWorkspace, Row } from "../../src/model/index.ts";
import { rowsOf } from "./records.ts";

/**
 * Of a format whose files hold many records: every record has rows or exactly one note; ids are unique; order holds; a
 * second reading gives the same; every edge lands.
 */
export async function expectSoundRecords(workspace: OpenWorkspace): Promise<void> {
  const { index } = workspace;
  const named = new Map<string, Set<string>>();
  const items = new Map<string, Set<string>>();
  for (const task of index.tasks) {
    const rows = await rowsOf(workspace, task.id);
    expect(await rowsOf(workspace, task.id)).toEqual(rows);
    expectOrder(rows);
    const ids = rows.map((row) => row.itemId);
    expect(new Set(ids).size).toBe(ids.length);
    items.set(task.id, new Set(ids));
    for (const row of rows) {
      const records = named.get(row.place.file) ?? new Set();
      named.set(row.place.file, records.add(row.record));
      const { start, end } = row.place;
      if (start === undefined || end === undefined) throw new Error("a row's place has no range");
      expect((await workspace.bytes(row.place)).length).toBe(end - start);
    }
  }
  const notes = index.notes.map((note) => note.record);
  expect(new Set(notes).size).toBe(notes.length);
  for (const file of index.files) {
    const shown = named.get(file.path) ?? new Set();
    const noted = index.notes.filter((note) => note.file === file.path);
    expect(noted.filter((note) => shown.has(note.record))).toEqual([]);
    expect([file.path, shown.size + noted.length]).toEqual([file.path, file.records]);
  }
  const listed = new Set(index.files.map((file) => file.path));
  expect([...named.keys(), ...index.notes.map((note) => note.file)].filter((path) => !listed.has(path))).toEqual([]);
  expect(index.files.map((file) => file.path)).toEqual(index.files.map((file) => file.path).toSorted());
  for (const edge of index.edges) {
    if (edge.call !== undefined) expect(items.get(edge.parentTaskId)).toContain(edge.call);
    for (const back of edge.returns) expect(items.get(back.taskId)).toContain(back.itemId);
  }
  expectTree(workspace);
}

function expectTree({ index }: OpenWorkspace): void {
  const seen = new Set<string>();
  for (const task of index.tasks) {
    expect(task.title.trim()).not.toBe("");
    expect(task.title).not.toMatch(/\n/);
    const cut = index.diagnostics.some(({ code }) => code === "parent-cycle");
    if (task.parentId !== undefined && !cut) expect(seen).toContain(task.parentId);
    seen.add(task.id);
  }
  expect(seen.size).toBe(index.tasks.length);
  for (const edge of index.edges) {
    expect(seen).toContain(edge.parentTaskId);
    expect(seen).toContain(edge.childTaskId);
  }
}

function expectOrder(rows: readonly Row[]): void {
  for (const [at, row] of rows.entries()) {
    const previous = rows[at - 1];
    if (previous === undefined) continue;
    expect(row.sequence).toBeGreaterThan(previous.sequence);
    expect(row.turnIndex).toBeGreaterThanOrEqual(previous.turnIndex);
  }
}
