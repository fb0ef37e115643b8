import { expect } from "vitest";
import type { OpenWorkspace, Row } from "../../../src/model/index.ts";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { openFiles, openRows } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";

export async function openFolder(path: string): Promise<OpenWorkspace> {
  const workspace = await ledger.open({ path });
  await expectSound(workspace);
  return workspace;
}

export async function openSound(files: Readonly<Record<string, string | Uint8Array>>): Promise<OpenWorkspace> {
  const workspace = await openFiles(files);
  await expectSound(workspace);
  return workspace;
}

/** The rows of a workspace whose one Task has these records. */
export async function read(...records: readonly unknown[]): Promise<readonly Row[]> {
  const workspace = await openRows(...records);
  await expectSound(workspace);
  return rowsOf(workspace, "t");
}

/** The one row of this record, and the codes of what was wrong with it. */
export async function readOne(record: unknown): Promise<{ readonly row: Row; readonly codes: readonly string[] }> {
  const workspace = await openRows(record);
  await expectSound(workspace);
  const [row] = await rowsOf(workspace, "t");
  if (row === undefined) throw new Error("the record gave no row");
  return { row, codes: codesOf(workspace) };
}

export function codesOf({ index }: OpenWorkspace): readonly string[] {
  return index.diagnostics.map(({ code }) => code);
}

/** Each record has rows or exactly one note; ids are unique; order holds; references land; a second reading is the same. */
export async function expectSound(workspace: OpenWorkspace): Promise<void> {
  const { index } = workspace;
  const named = new Map<string, Set<string>>();
  const landable = new Set<string>();
  const withheld = new Set(index.tasks.filter((task) => task.restricted).map((task) => task.id));
  for (const { id } of index.tasks) {
    const rows = await rowsOf(workspace, id);
    expect(await rowsOf(workspace, id)).toEqual(rows);
    for (const [at, row] of rows.entries()) {
      const previous = rows[at - 1];
      if (previous !== undefined) expect(row.sequence).toBeGreaterThan(previous.sequence);
      if (previous !== undefined) expect(row.turnIndex).toBeGreaterThanOrEqual(previous.turnIndex);
      expect((await workspace.bytes(row.place)).length).toBeGreaterThanOrEqual(0);
      const records = named.get(row.place.file) ?? new Set();
      named.set(row.place.file, records.add(row.record));
    }
    const gaps = index.gaps.get(id) ?? [];
    const ids = [...rows, ...(index.stored.get(id) ?? [])].map((one) => one.itemId);
    const all = [...ids, ...gaps.map((gap) => gap.id)];
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) landable.add(JSON.stringify([id, one]));
    const order = gaps.map((gap) => (gap.before === null ? rows.length : ids.indexOf(gap.before)));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  const lands = (taskId: string, itemId: string) =>
    withheld.has(taskId) || landable.has(JSON.stringify([taskId, itemId]));
  for (const { parentTaskId, call, returns } of index.edges) {
    if (call !== undefined) expect(lands(parentTaskId, call)).toBe(true);
    for (const back of returns) expect(lands(back.taskId, back.itemId)).toBe(true);
  }
  for (const { result } of index.tasks) {
    if (result?.row) expect(lands(result.row.taskId, result.row.itemId)).toBe(true);
  }
  expect(new Set(index.notes.map((note) => note.record)).size).toBe(index.notes.length);
  for (const { path, records } of index.files) {
    const shown = named.get(path) ?? new Set();
    const noted = index.notes.filter((note) => note.file === path);
    expect(noted.filter((note) => shown.has(note.record))).toEqual([]);
    expect([path, shown.size + noted.length]).toEqual([path, records]);
  }
  const listed = new Set(index.files.map((file) => file.path));
  expect([...named.keys(), ...index.notes.map((note) => note.file)].filter((path) => !listed.has(path))).toEqual([]);
  expectTree(workspace);
}

function expectTree({ index }: OpenWorkspace): void {
  const seen = new Set<string>();
  const known = new Set(index.tasks.map((task) => task.id));
  for (const task of index.tasks) {
    expect(task.title.trim()).not.toBe("");
    expect(task.title).not.toMatch(/[\n\r]/);
    if (task.parentId !== undefined && task.attached && known.has(task.parentId)) expect(seen).toContain(task.parentId);
    seen.add(task.id);
  }
  expect(seen.size).toBe(index.tasks.length);
  for (const edge of index.edges)
    expect([...seen]).toEqual(expect.arrayContaining([edge.parentTaskId, edge.childTaskId]));
}
