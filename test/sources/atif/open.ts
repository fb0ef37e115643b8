import type { OpenWorkspace, Row, Task } from "../../../src/model/index.ts";
import { atif } from "../../../src/sources/atif/index.ts";
import { tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { expectSoundRecords } from "../sound.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Opens a file or folder and holds it to what every record must be. */
export async function openPath(path: string): Promise<OpenWorkspace> {
  const workspace = await atif.open({ path });
  await expectSoundRecords(workspace);
  return workspace;
}

export function fixture(name: string): Promise<OpenWorkspace> {
  return openPath(fixturePath(name));
}

export function fixturePath(name: string): string {
  return new URL(`../../../fixtures/atif/${name}`, import.meta.url).pathname;
}

export function openFiles(files: Readonly<Record<string, unknown>>): Promise<OpenWorkspace> {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return openPath(tempTree(Object.fromEntries(texts)));
}

export function trajectory(session: string, steps: readonly unknown[], more: Fields = {}): Fields {
  return {
    schema_version: "ATIF-v1.5",
    session_id: session,
    agent: { name: "gardener", version: "1" },
    steps,
    ...more,
  };
}

export interface OneTask {
  readonly workspace: OpenWorkspace;
  readonly task: Task;
  readonly rows: readonly Row[];
}

export async function only(workspace: OpenWorkspace): Promise<OneTask> {
  const task = workspace.index.tasks.find((one) => one.record === "present");
  if (task === undefined) throw new Error("there is no trajectory");
  return { workspace, task, rows: await rowsOf(workspace, task.id) };
}

/** One trajectory of these steps, and its rows beyond the head's. */
export async function steps(list: readonly unknown[], more: Fields = {}): Promise<OneTask> {
  const one = await only(await openFiles({ "trajectory.json": trajectory("s", list, more) }));
  return { ...one, rows: one.rows.filter((row) => !row.label.endsWith("head")) };
}
