import type { DelegationEdge, Gap, StoredMessage, Task, TaskResult, WorkspaceIndex } from "../../../model/index.ts";
import { isJsonObject } from "../../support/values.ts";
import { each, writeAccess, writeParts } from "./parts.ts";
import { type Writing, writeInput } from "./row.ts";
import type { Store } from "./store.ts";

export function writeHead(index: WorkspaceIndex): object {
  return { format: "taskfolio-ledger", version: 1, title: index.title, generator: "taskfolio" };
}

/** A Task; of one that is withheld whole, only what may be told of it. `transcript` is the name of its file, if that needs telling. */
export function writeTask(task: Task, transcript: string | undefined): object {
  const { word, basis, certainty, reason } = task.status;
  const graph = { id: task.id, rootId: task.rootId, parentId: task.parentId, title: task.title };
  const status = { status: word, statusBasis: basis, statusCertainty: certainty };
  const standing = {
    record: task.record === "absent" ? "absent" : undefined,
    attached: task.attached ? undefined : false,
    ...writeAccess(task.restricted),
  };
  if (task.restricted) return { ...graph, ...status, ...standing };
  return {
    ...graph,
    ...status,
    statusReason: reason,
    goal: task.goal,
    agent: task.agent,
    model: task.model,
    result: task.result && writeResult(task.result),
    resultRow: task.result?.row,
    createdAt: task.createdAt,
    startedAt: task.startedAt,
    endedAt: task.endedAt,
    ...standing,
    helper: task.helper,
    source: task.origin,
    usage: task.usage,
    withheldTexts: task.withheldTexts,
    transcript,
  };
}

/** Its text, or its value, where no reader could take that for something else; else its parts. */
function writeResult({ parts }: TaskResult): unknown {
  const [first] = parts;
  if (parts.length === 1 && first?.type === "text" && first.text !== "") return first.text;
  const plain = first?.type === "json" && typeof first.value !== "string" && first.value !== null;
  return parts.length === 1 && plain && !isJsonObject(first.value) ? first.value : { parts };
}

/** `toolCallId` is that of the calling row, for readers that know calls by it. */
export function writeEdge(edge: DelegationEdge, toolCallId: string | undefined): object {
  const { parentTaskId, childTaskId, kind, established, call, basis, returns } = edge;
  return {
    parentTaskId,
    toolCallId,
    childTaskId,
    kind,
    established,
    call,
    basis,
    returns: returns.map(({ itemId, taskId, epitaph, waiting }) => ({
      itemId,
      taskId: taskId === parentTaskId ? undefined : taskId,
      epitaph,
      waiting: waiting ? true : undefined,
    })),
  };
}

export async function writeGap(taskId: string, gap: Gap, store: Store): Promise<object> {
  const { before, kind, id, from, to, count, pairing } = gap;
  const [unit, units] = gap.unit;
  return {
    taskId,
    before,
    kind,
    unit,
    units: units === `${unit}s` ? undefined : units,
    id,
    from,
    to,
    count,
    summaries: await each(gap.summaries, ({ text }) => store.text(text)),
    pairing,
    ...writeAccess(gap.restricted),
  };
}

/** `id` is one that no row's source has: what the message itself is called stands in its source. */
export async function writeMessage(
  taskId: string,
  message: StoredMessage,
  id: string,
  writing: Writing,
): Promise<object> {
  const { itemId, input, restricted, remarks } = message;
  if (restricted) return { id, taskId, itemId, source: { kind: input.kind }, ...writeAccess(restricted) };
  return {
    id,
    taskId,
    sender: input.sender?.id,
    storedAt: input.storedAt,
    ...(await writeParts(message.parts, writing.store)),
    itemId,
    source: writeInput(input, writing),
    remarks,
    raw: await writing.store.raw(await writing.workspace.bytes(message.place)),
  };
}
