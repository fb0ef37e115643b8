import { join } from "node:path";
import type { OpenWorkspace, Row } from "../../src/model/index.ts";
import { ledger, ledgerExporter } from "../../src/sources/ledger/index.ts";
import { tempFolder, writeTree } from "./temp.ts";

/** Files of an export, by path, in the order in which they were written. */
export type ExportedFiles = Readonly<Record<string, Uint8Array>>;

export async function exportLedger(
  workspace: OpenWorkspace,
): Promise<{ files: ExportedFiles; losses: readonly string[] }> {
  const files: Record<string, Uint8Array> = {};
  const losses = await ledgerExporter.write(workspace, async ({ path, bytes }) => {
    if (Object.hasOwn(files, path)) throw new Error(`${path} was written twice`);
    files[path] = bytes;
  });
  return { files, losses };
}

/** Opens files as a ledger workspace, in a folder that is gone when the test is over. */
export function openFiles(files: Readonly<Record<string, string | Uint8Array>>): Promise<OpenWorkspace> {
  return ledger.open({ path: writeTree(tempFolder(), files) });
}

/** JSON Lines of these records; a string is a line as it is. */
export function lines(...records: readonly unknown[]): string {
  return records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
}

/** A workspace of one running Task `t` with these rows. */
export function openRows(...rows: readonly unknown[]): Promise<OpenWorkspace> {
  return openFiles({
    "workspace.json": HEAD,
    "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
    "transcripts/t.jsonl": lines(...rows),
  });
}

export const HEAD = `{"format":"taskfolio-ledger","version":1}\n`;

/** A row's record with only what matters said. `n` is the sequence and makes the id. */
export function rowRecord(n: number, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    sequence: n,
    turnIndex: 0,
    itemId: `r${n}`,
    type: "message",
    content: { role: "assistant", text: `row ${n}` },
    ...more,
  };
}

/** All that a workspace says, apart from where it was read and what its reading met with. */
export async function modelOf(workspace: OpenWorkspace): Promise<unknown> {
  const { title, tasks, edges, gaps, stored } = workspace.index;
  const ledgers: unknown[] = [];
  for (const task of tasks) {
    const rows: unknown[] = [];
    for await (const row of workspace.rows(task.id)) rows.push(await rowModel(row, workspace));
    ledgers.push([task.id, rows]);
  }
  const byTask = <T>(lists: ReadonlyMap<string, readonly T[]>) =>
    tasks.map(({ id }) => [id, (lists.get(id) ?? []).map(withoutPlaces)]);
  return { title, tasks: tasks.map(withoutPlaces), edges, gaps: byTask(gaps), stored: byTask(stored), ledgers };
}

/** A row with the bytes of its raw payload and the request that it names. */
async function rowModel(row: Row, workspace: OpenWorkspace): Promise<unknown> {
  const raw = row.restricted ? undefined : Buffer.from(await workspace.bytes(row.place)).toString("latin1");
  const place = row.call?.request;
  const request = place && (await workspace.request(place));
  return { row: withoutPlaces(row), raw, request };
}

const PLACES = new Set(["place", "places", "record", "completedFrom", "request"]);

/** `record` names a source record on rows; on a Task it is one of two words, and kept. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  const isTask = "rootId" in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PLACES.has(name) || (isTask && name === "record"))
      .map(([name, inner]) => [name, name === "input" && "toolCallId" in value ? inner : withoutPlaces(inner)]),
  );
}

export const fixtures = join(import.meta.dirname, "../../fixtures");
