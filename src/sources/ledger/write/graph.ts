import type { DelegationEdge, Gap, StoredMessage, Task, TaskResult, WorkspaceIndex } from "../../../model/index.ts";
import { isJsonObject } from "../../support/values.ts";
import { each, nothingElse, writeAccess, writeParts } from "./parts.ts";
import { type Writing, writeInput } from "./row.ts";
import type { Store } from "./store.ts";

export function writeHead(index: WorkspaceIndex): object {
  return { format: "taskfolio-ledger", version: 1, title: index.title, generator: "taskfolio" };
}

/**
 * A Task; of one that is withheld whole, only what may be told of it. `transcript` is the name of its file, where that
 * needs telling.
 */
export function writeTask(task: Task, transcript: string | undefined): object {
  const { id, rootId, parentId, title, record, attached, restricted, places: _, status, ...others } = task;
  const graph = { id, rootId, parentId, title };
  const { word, basis, certainty, reason, ...more } = status;
  nothingElse(more);
  const state = { status: word, statusBasis: basis, statusCertainty: certainty };
  const standing = {
    record: record === "absent" ? "absent" : undefined,
    attached: attached ? undefined : false,
    ...writeAccess(restricted),
  };
  if (restricted) return { ...graph, ...state, ...standing };
  const { goal, agent, model, result, createdAt, startedAt, endedAt, helper, origin, usage, withheldTexts, ...rest } =
    others;
  nothingElse(rest);
  return {
    ...graph,
    ...state,
    statusReason: reason,
    goal,
    agent,
    model,
    result: result && writeResult(result),
    resultRow: result?.row,
    createdAt,
    startedAt,
    endedAt,
    ...standing,
    helper,
    source: origin,
    usage,
    withheldTexts,
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
  const { parentTaskId, childTaskId, kind, established, call, basis, returns, ...rest } = edge;
  nothingElse(rest);
  return {
    parentTaskId,
    toolCallId,
    childTaskId,
    kind,
    established,
    call,
    basis,
    returns: returns.map(({ itemId, taskId, epitaph, waiting, ...more }) => {
      nothingElse(more);
      const receiver = taskId === parentTaskId ? undefined : taskId;
      return { itemId, taskId: receiver, epitaph, waiting: waiting ? true : undefined };
    }),
  };
}

export async function writeGap(taskId: string, gap: Gap, store: Store): Promise<object> {
  const { before, kind, id, from, to, count, pairing, unit: words, summaries, restricted, ...rest } = gap;
  nothingElse(rest);
  const [unit, units] = words;
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
    summaries: await each(summaries, ({ text }) => store.text(text)),
    pairing,
    ...writeAccess(restricted),
  };
}

/** `id` is one that no row's source has: what the message itself is called stands in its source. */
export async function writeMessage(
  taskId: string,
  message: StoredMessage,
  id: string,
  writing: Writing,
): Promise<object> {
  const { itemId, input, restricted, remarks, parts, place, record: _, ...rest } = message;
  nothingElse(rest);
  if (restricted) return { id, taskId, itemId, source: { kind: input.kind }, ...writeAccess(restricted) };
  return {
    id,
    taskId,
    sender: input.sender?.id,
    storedAt: input.storedAt,
    ...(await writeParts(parts, writing.store)),
    itemId,
    source: writeInput(input, writing),
    remarks,
    raw: await writing.store.raw(await writing.workspace.bytes(place)),
  };
}
