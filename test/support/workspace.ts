import type { OpenWorkspace, Place, Row, SentRequest, Task, WorkspaceIndex } from "../../src/model/index.ts";
import { index } from "./rows.ts";

/** A workspace in memory. The recorded bytes of a row are its JSON, those of its file where a place says no more. */
export function workspaceOf(
  tasks: readonly { readonly task: Task; readonly rows: readonly Row[] }[],
  more: Partial<WorkspaceIndex> & { readonly request?: SentRequest } = {},
): OpenWorkspace {
  const { request, ...facts } = more;
  const rows = new Map(tasks.map(({ task, rows }) => [task.id, rows]));
  const bytes = new Map<string, string>();
  for (const row of tasks.flatMap((one) => one.rows)) bytes.set(placeKey(row.place), JSON.stringify(row));
  const files = new Map<string, Set<string>>();
  for (const row of tasks.flatMap((one) => one.rows)) {
    files.set(row.place.file, (files.get(row.place.file) ?? new Set()).add(row.record));
  }
  return {
    index: index(
      tasks.map(({ task }) => task),
      { files: [...files].map(([path, records]) => ({ path, kind: "message", records: records.size })), ...facts },
    ),
    async *rows(taskId) {
      yield* rows.get(taskId) ?? [];
    },
    bytes: async (place) => Buffer.from(bytes.get(placeKey(place)) ?? "", "utf8"),
    request: async () => request,
    close: async () => undefined,
  };
}

function placeKey({ file, line, start }: Place): string {
  return `${file}:${line}:${start}`;
}

/** Every byte that a workspace would let be seen: index, rows, their raw bytes and requests. */
export async function everythingSeen(workspace: OpenWorkspace): Promise<string> {
  const { index } = workspace;
  const seen: string[] = [JSON.stringify({ ...index, gaps: [...index.gaps], stored: [...index.stored] })];
  for (const task of index.tasks) {
    for await (const row of workspace.rows(task.id)) {
      seen.push(JSON.stringify(row), Buffer.from(await workspace.bytes(row.place)).toString("utf8"));
      if (row.call?.request) seen.push(JSON.stringify(await workspace.request(row.call.request)));
    }
  }
  return seen.join("\n");
}

export async function rowsOf(workspace: OpenWorkspace, taskId: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of workspace.rows(taskId)) rows.push(row);
  return rows;
}
