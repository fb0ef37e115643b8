import type { Gap, ItemId, StoredMessage, Task, TaskId, WorkspaceIndex } from "../../../model/index.ts";
import type { Exporter } from "../../source.ts";
import { jsonText } from "../../support/json-text.ts";
import { uniqueNames } from "../names.ts";
import { writeEdge, writeGap, writeHead, writeMessage, writeTask } from "./graph.ts";
import { nameFiles } from "./names.ts";
import { type Loss, type Writing, writeRow } from "./row.ts";
import { createStore } from "./store.ts";

/** Any workspace as a ledger workspace. The same workspace gives the same bytes. */
export const ledgerExporter: Exporter = {
  id: "ledger",
  async write(workspace, sink) {
    const { index } = workspace;
    const known = new Set(index.tasks.map((task) => task.id));
    const lost = new Set<Loss>();
    const isTask = (id: TaskId) => known.has(id);
    const writing: Writing = { workspace, store: createStore(sink), isTask, lose: (loss) => lost.add(loss) };
    const files = nameFiles(index.tasks);
    const calls = wantedCalls(index);
    const put = (path: string, lines: readonly Uint8Array[]) => sink({ path, bytes: Buffer.concat(lines) });

    await put("workspace.json", [lineOf(writeHead(index))]);
    for (const task of index.tasks) {
      const sources = new Set<string>();
      if (isWritten(task)) {
        const lines: Uint8Array[] = [];
        for await (const row of workspace.rows(task.id)) {
          lines.push(lineOf(await writeRow(row, writing)));
          if (row.type === "tool-call") calls.found(task.id, row.itemId, row.toolCallId);
          if (row.type === "message" && row.input?.id !== undefined) sources.add(row.input.id);
        }
        await put(`transcripts/${files.name(task.id)}.jsonl`, lines);
      }
      const messages = storedOf(task, index);
      if (messages.length > 0) {
        const lines: Uint8Array[] = [];
        const unique = uniqueNames(sources);
        for (const message of messages) {
          const id = unique(message.input.id ?? message.itemId);
          lines.push(lineOf(await writeMessage(task.id, message, id, writing)));
        }
        await put(`mailbox/${files.name(task.id)}.jsonl`, lines);
      }
    }
    const told = (id: TaskId) => (files.told(id) === undefined ? undefined : `${files.told(id)}.jsonl`);
    await put(
      "tasks.jsonl",
      index.tasks.map((task) => lineOf(writeTask(task, told(task.id)))),
    );
    const edges = index.edges.map((edge) => lineOf(writeEdge(edge, calls.toolCallId(edge.parentTaskId, edge.call))));
    if (edges.length > 0) await put("delegations.jsonl", edges);
    const gaps: Uint8Array[] = [];
    for (const task of index.tasks) {
      for (const gap of gapsOf(task, index)) gaps.push(lineOf(await writeGap(task.id, gap, writing.store)));
    }
    // Written even when it is empty: it says that holes in a sequence mean nothing.
    await put("gaps.jsonl", gaps);
    return sentences(index, lost);
  },
};

function lineOf(record: object): Buffer {
  return Buffer.from(`${jsonText(record)}\n`);
}

function isWritten(task: Task): boolean {
  return task.record === "present" && task.restricted === undefined;
}

function storedOf(task: Task, index: WorkspaceIndex): readonly StoredMessage[] {
  return task.restricted ? [] : (index.stored.get(task.id) ?? []);
}

function gapsOf(task: Task, index: WorkspaceIndex): readonly Gap[] {
  return task.restricted ? [] : (index.gaps.get(task.id) ?? []);
}

/** The tool-call ids of the calling rows that edges name; learned while the rows are written. */
function wantedCalls(index: WorkspaceIndex) {
  const wanted = new Map<TaskId, Map<ItemId, string | undefined>>();
  for (const { parentTaskId, call } of index.edges) {
    if (call === undefined) continue;
    const own = wanted.get(parentTaskId) ?? new Map<ItemId, string | undefined>();
    wanted.set(parentTaskId, own.set(call, undefined));
  }
  return {
    found(taskId: TaskId, itemId: ItemId, toolCallId: string): void {
      const own = wanted.get(taskId);
      if (own?.has(itemId)) own.set(itemId, toolCallId);
    },
    toolCallId: (taskId: TaskId, call: ItemId | undefined) =>
      call === undefined ? undefined : wanted.get(taskId)?.get(call),
  };
}

const SENTENCES: Readonly<Record<Loss, string>> = {
  completion: "A ledger does not say from which file a cut output was completed; the output is whole.",
  request: "A ledger does not hold requests that cannot be read.",
};

function sentences({ diagnostics }: WorkspaceIndex, lost: ReadonlySet<Loss>): readonly string[] {
  const found = diagnostics.length;
  const reading = `A ledger holds no diagnostics: ${found} ${found === 1 ? "was" : "were"} found in the source's own files.`;
  return [...(found > 0 ? [reading] : []), ...[...lost].sort().map((loss) => SENTENCES[loss])];
}
