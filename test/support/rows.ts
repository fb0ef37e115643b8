import type {
  Gap,
  MessageRow,
  Row,
  StoredMessage,
  Task,
  ToolCallRow,
  ToolResultRow,
  WorkspaceIndex,
} from "../../src/model/index.ts";
import { createGraph, type Survey, type SurveyContext, survey } from "../../src/projection/index.ts";

/** Rows for tests, with only what matters said. `n` is the sequence and makes the ids. */
export function message(n: number, more: Partial<MessageRow> = {}): MessageRow {
  return { ...head(n), type: "message", role: "assistant", parts: [{ type: "text", text: `message ${n}` }], ...more };
}

export function input(n: number, more: Partial<MessageRow> = {}): MessageRow {
  return message(n, { role: "user", input: { kind: "context", sender: { id: "user" } }, ...more });
}

export function call(n: number, toolCallId: string, more: Partial<ToolCallRow> = {}): ToolCallRow {
  const input = { command: "ls" };
  return { ...head(n), type: "tool-call", toolCallId, name: "bash", kind: "shell", input, fields: input, ...more };
}

export function result(n: number, toolCallId: string, more: Partial<ToolResultRow> = {}): ToolResultRow {
  return {
    ...head(n),
    type: "tool-result",
    toolCallId,
    output: [{ type: "text", text: `out ${n}` }],
    isError: false,
    ...more,
  };
}

function head(n: number) {
  const file = `messages/${String(n).padStart(3, "0")}`;
  return {
    sequence: n,
    turnIndex: 0,
    itemId: `${file}#1`,
    label: String(n).padStart(3, "0"),
    record: file,
    place: { file },
  };
}

export function gap(before: number | null, more: Partial<Gap> = {}): Gap {
  return {
    id: `«gap before ${before}»`,
    before: before === null ? null : message(before).itemId,
    kind: "compacted",
    unit: ["entry", "entries"],
    from: "002",
    to: "004",
    count: 3,
    summaries: [],
    pairing: "not recorded",
    ...more,
  };
}

export function task(id: string, more: Partial<Task> = {}): Task {
  return {
    id,
    rootId: id,
    title: `Title of ${id}`,
    status: { word: "succeeded", basis: "it answered", certainty: "derived" },
    record: "present",
    attached: true,
    places: [],
    ...more,
  };
}

export function index(tasks: readonly Task[], more: Partial<WorkspaceIndex> = {}): WorkspaceIndex {
  return {
    format: "test",
    tasks,
    edges: [],
    gaps: new Map(),
    stored: new Map(),
    files: [],
    notes: [],
    diagnostics: [],
    ...more,
  };
}

export async function* stream(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

/** Surveys rows; every item weighs 100 bytes and 10 elements unless told otherwise, and failed tools have a headline. */
export function surveyRows(
  rows: readonly Row[],
  more: Partial<SurveyContext> & {
    readonly of?: Task;
    readonly gaps?: readonly Gap[];
    readonly stored?: readonly StoredMessage[];
  } = {},
): Promise<Survey> {
  const { of: subject = task("a"), ...context } = more;
  return survey(subject, stream(rows), {
    gaps: [],
    stored: [],
    delegations: () => [],
    raw: async (place) => ({ text: "raw", bytes: 3, place }),
    weigh: (item) => ({
      bytes: 100,
      elements: 10,
      headline:
        item.type === "tool" && item.failed
          ? { kind: "Shell", about: "ls", outcome: { words: "failed", tone: "bad" } }
          : undefined,
    }),
    digest: (text) => text,
    ...context,
  });
}

/** The facts of one Task with these rows. */
export async function factsOf(rows: readonly Row[], more: { readonly of?: Task; readonly gaps?: readonly Gap[] } = {}) {
  const subject = more.of ?? task("a");
  const gaps = more.gaps ?? [];
  const surveyed = await surveyRows(rows, { of: subject, gaps });
  const graph = createGraph(
    index([subject], { gaps: new Map([[subject.id, gaps]]) }),
    new Map([[subject.id, surveyed]]),
  );
  const facts = graph.facts(subject.id);
  if (!facts) throw new Error("the Task is not in its graph");
  return facts;
}
