import type { InputSource, ModelCall, OpenWorkspace, Row, TaskId } from "../../../model/index.ts";
import { jsonText } from "../../support/json-text.ts";
import { readTool } from "../dialect.ts";
import { textOf } from "../payloads.ts";
import { each, writeAccess, writeParts, writeTiming } from "./parts.ts";
import type { Store } from "./store.ts";

/** What records are written with. */
export interface Writing {
  readonly workspace: OpenWorkspace;
  readonly store: Store;
  isTask(id: TaskId): boolean;
}

/** A row as a record; members that are `undefined` are not written. */
export async function writeRow(row: Row, writing: Writing): Promise<object> {
  const { workspace, store } = writing;
  const graph = {
    sequence: row.sequence,
    turnIndex: row.turnIndex,
    itemId: row.itemId,
    type: row.type,
    toolCallId: row.type === "tool-call" || row.type === "tool-result" ? row.toolCallId : undefined,
    label: row.label === String(row.sequence) ? undefined : row.label,
    runId: row.runId,
    inheritedFrom: row.inheritedFrom,
  };
  // Nothing else of a withheld row leaves, whatever it still holds.
  if (row.restricted) return { ...graph, ...writeAccess(row.restricted), ...keptOf(row) };
  const bytes = await workspace.bytes(row.place);
  return {
    ...graph,
    content: await writeContent(row, bytes, store),
    createdAt: row.createdAt,
    usage: row.usage,
    model: row.model,
    timing: row.type === "tool-result" ? writeTiming(row.timing) : undefined,
    call: row.call && (await writeCall(row.call, writing)),
    source: row.type === "message" && row.input ? writeInput(row.input, writing) : undefined,
    cleared: row.cleared,
    remarks: row.remarks,
    raw: await store.raw(bytes),
  };
}

/** Of a withheld row: what kind of thing it is. */
function keptOf(row: Row): object {
  switch (row.type) {
    case "message":
      return { content: { role: row.role }, source: row.input && { kind: row.input.kind } };
    case "tool-call": {
      const kind = row.kind === readTool(row.name, undefined).kind ? undefined : row.kind;
      return { content: { name: row.name, kind } };
    }
    case "notice":
      return { content: { code: row.code } };
    default:
      return { content: {} };
  }
}

async function writeContent(row: Row, bytes: Uint8Array, store: Store): Promise<object> {
  switch (row.type) {
    case "message":
      return { role: row.role, ...(await writeParts(row.parts, store)) };
    case "reasoning":
      return {
        text: row.text === undefined ? undefined : await store.text(row.text),
        withheld: row.withheld === "unspecified" ? "provider" : row.withheld,
      };
    case "tool-call":
      return writeToolCall(row, store);
    case "tool-result":
      return writeResult(row, store);
    case "compaction": {
      const texts = await each(row.summaries, ({ text }) => store.text(text));
      return { ...(texts.length === 1 ? { summary: texts[0] } : { summaries: texts }), says: row.says };
    }
    case "notice": {
      const quotes = await each(row.quotes, async ({ title, text }) => ({ title, text: await store.text(text) }));
      return { code: row.code, severity: row.severity, says: row.says, quotes };
    }
    case "raw": {
      const repeats = textOf(bytes) === row.text;
      return { text: repeats ? undefined : await store.text(row.text), says: row.says };
    }
  }
}

async function writeToolCall(row: Extract<Row, { type: "tool-call" }>, store: Store): Promise<object> {
  const own = readTool(row.name, row.input);
  const same = jsonText(own.fields) === jsonText(row.fields);
  return {
    name: row.name,
    input: row.input === undefined ? undefined : await store.value(row.input),
    kind: own.kind === row.kind ? undefined : row.kind,
    // Fields that the input itself gives are not written twice.
    fields: same ? undefined : await store.value(row.fields),
    providerSide: row.providerSide,
  };
}

async function writeResult(row: Extract<Row, { type: "tool-result" }>, store: Store): Promise<object> {
  const { streams, sections } = row;
  const output = await writeParts(row.output, store);
  return {
    output: "text" in output ? output.text : output.parts,
    isError: row.isError,
    exitCode: row.exitCode,
    streams: streams && {
      stdout: await store.text(streams.stdout),
      stderr: streams.stderr === undefined ? undefined : await store.text(streams.stderr),
    },
    sections:
      sections &&
      (await each(sections, async ({ name, outcome, exitCode, text, timing }) => {
        return { name, outcome, exitCode, text: await store.text(text), timing: writeTiming(timing) };
      })),
  };
}

async function writeCall(call: ModelCall, { workspace, store }: Writing): Promise<object> {
  const { step, timing, attempts, finish, request: place, restricted } = call;
  const request = place && (await workspace.request(place));
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
  const { kind, id, sender, storedAt, ending, extra } = input;
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
