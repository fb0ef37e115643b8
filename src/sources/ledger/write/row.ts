import type { InputSource, ModelCall, OpenWorkspace, Row, TaskId } from "../../../model/index.ts";
import { jsonText } from "../../support/json-text.ts";
import type { Body } from "../content.ts";
import { readTool } from "../dialect.ts";
import { writeContent } from "./content.ts";
import { nothingElse, writeAccess, writeTiming } from "./parts.ts";
import type { Store } from "./store.ts";

/** What records are written with. */
export interface Writing {
  readonly workspace: OpenWorkspace;
  readonly store: Store;
  isTask(id: TaskId): boolean;
  /** Told of what the format cannot hold. */
  lose(loss: Loss): void;
}

/** A completed output's file, or a request that cannot be read. */
export type Loss = "completion" | "request";

/** A row as a record; members that are `undefined` are not written. */
export async function writeRow(row: Row, writing: Writing): Promise<object> {
  const { sequence, turnIndex, itemId, label, runId, inheritedFrom, restricted, ...others } = row;
  const { record: _, place, createdAt, model, usage, call, cleared, remarks, ...body } = others;
  const { type } = body;
  const graph = {
    sequence,
    turnIndex,
    itemId,
    type,
    toolCallId: body.type === "tool-call" || body.type === "tool-result" ? body.toolCallId : undefined,
    label: label === String(sequence) ? undefined : label,
    runId,
    inheritedFrom,
  };
  // Nothing else of a withheld row leaves, whatever it still holds.
  if (restricted) return { ...graph, ...writeAccess(restricted), ...keptOf(body) };
  if (body.type === "tool-result" && body.completedFrom) writing.lose("completion");
  const bytes = await writing.workspace.bytes(place);
  return {
    ...graph,
    content: await writeContent(body, bytes, writing.store),
    createdAt,
    usage,
    model,
    timing: body.type === "tool-result" ? writeTiming(body.timing) : undefined,
    call: call && (await writeCall(call, writing)),
    source: body.type === "message" && body.input ? writeInput(body.input, writing) : undefined,
    cleared,
    remarks,
    raw: await writing.store.raw(bytes),
  };
}

/** Of a withheld row: what kind of thing it is. */
function keptOf(body: Body): object {
  switch (body.type) {
    case "message":
      return { content: { role: body.role }, source: body.input && { kind: body.input.kind } };
    case "tool-call": {
      const kind = body.kind === readTool(body.name, undefined).kind ? undefined : body.kind;
      return { content: { name: body.name, kind } };
    }
    case "notice":
      return { content: { code: body.code } };
    default:
      return { content: {} };
  }
}

async function writeCall(call: ModelCall, { workspace, store, lose }: Writing): Promise<object> {
  const { step, timing, attempts, finish, request: place, restricted, ...rest } = call;
  nothingElse(rest);
  const request = place && (await workspace.request(place));
  if (place && !request) lose("request");
  return {
    step,
    timing: writeTiming(timing),
    attempts,
    finish,
    request: request && (await store.bytes(Buffer.from(jsonText(request)))),
    ...writeAccess(restricted),
  };
}

export function writeInput(input: InputSource, { isTask }: Pick<Writing, "isTask">): object {
  const { kind, id, sender, storedAt, ending, extra, ...rest } = input;
  nothingElse(rest);
  const likely = sender !== undefined && isTask(sender.id) ? sender.id : undefined;
  return {
    kind,
    id,
    sender: sender?.id,
    // Told only where the sender's id does not tell it.
    senderTask: sender?.taskId === likely ? undefined : (sender?.taskId ?? null),
    senderName: sender?.name,
    storedAt,
    ending: ending && { epitaph: ending.epitaph, terminalRef: ending.terminalRef },
    extra,
  };
}
