import type {
  Account,
  Gap,
  Item,
  MessageRow,
  NoticeRow,
  ReasoningRow,
  ReportFacts,
  Task,
  TaskFacts,
  TaskPageView,
  ToolCallRow,
  ToolItem,
  ToolResultRow,
} from "../../../src/projection/index.ts";

/** Views by hand, each as small as a page allows; `over` replaces what a test is about. */

export const REPORT: ReportFacts = {
  title: "Date importer",
  format: "litany",
  tasks: 3,
  generator: "taskfolio 0.0.0",
  masking: { redaction: true, rulesOff: [], home: false, lean: false, counts: [] },
};

export const PLACE = { file: "agents/a/messages/005-model.json" };

export function task(over: Partial<Task> = {}): Task {
  return {
    id: "root",
    rootId: "root",
    title: "Fix the date importer",
    status: { word: "succeeded", basis: "its last turn answered and nothing waits for it", certainty: "derived" },
    record: "present",
    attached: true,
    places: [PLACE],
    ...over,
  };
}

export function facts(
  over: Partial<Omit<TaskFacts, "task" | "counts">> & { task?: Task; counts?: Partial<TaskFacts["counts"]> } = {},
): TaskFacts {
  return {
    depth: 0,
    children: [],
    parent: "none",
    absences: [],
    lacks: "This record is complete as copied.",
    ...over,
    task: over.task ?? task(),
    counts: {
      rows: 0,
      turns: 0,
      messages: 0,
      reasoning: 0,
      toolCalls: 0,
      failedCalls: 0,
      gaps: 0,
      inheritedRows: 0,
      usage: {},
      usageAtLeast: false,
      models: [],
      ...over.counts,
    },
  };
}

export function taskView(items: readonly Item[] = [], over: Partial<TaskPageView> = {}): TaskPageView {
  return {
    report: REPORT,
    facts: facts(),
    page: 1,
    pages: 1,
    ancestors: [],
    tree: [],
    childEdges: [],
    childEdgesHidden: 0,
    waiting: [],
    turns: items.length === 0 ? [] : [{ index: 0, continued: false, note: "the request", items }],
    stored: [],
    diagnostics: [],
    failures: [],
    failureCount: 0,
    checks: [],
    ...over,
  };
}

const ROW = { sequence: 1, turnIndex: 0, record: "r", place: PLACE };

export function message(over: Partial<MessageRow> = {}): Item {
  const row: MessageRow = {
    ...ROW,
    type: "message",
    itemId: "001#0",
    label: "001",
    role: "assistant",
    parts: [{ type: "text", text: "Done." }],
    ...over,
  };
  return { type: "message", row };
}

export function reasoning(over: Partial<ReasoningRow> = {}): Item {
  return { type: "reasoning", row: { ...ROW, type: "reasoning", itemId: "002#0", label: "002.1", ...over } };
}

export function notice(over: Partial<NoticeRow> = {}): Item {
  const row: NoticeRow = {
    ...ROW,
    type: "notice",
    itemId: "003#0",
    label: "step 003",
    code: "failed-step",
    severity: "failure",
    says: "A call of the model failed.",
    quotes: [],
    ...over,
  };
  return { type: "notice", row };
}

export function gap(over: Partial<Gap> = {}): Item {
  return {
    type: "gap",
    gap: {
      id: "«002–004»",
      before: "005#0",
      kind: "compacted",
      unit: ["entry", "entries"],
      from: "002",
      to: "004",
      count: 3,
      summaries: [],
      pairing: "recorded",
      ...over,
    },
  };
}

export function call(over: Partial<ToolCallRow> = {}): ToolCallRow {
  return {
    ...ROW,
    type: "tool-call",
    itemId: "005#1",
    label: "005.2",
    toolCallId: "call-1",
    name: "probe",
    kind: "probe",
    input: { at: 1 },
    fields: {},
    ...over,
  };
}

export function result(over: Partial<ToolResultRow> = {}): ToolResultRow {
  return {
    ...ROW,
    type: "tool-result",
    itemId: "006#0",
    label: "006",
    toolCallId: "call-1",
    output: [{ type: "text", text: "found" }],
    isError: false,
    ...over,
  };
}

export function tool(over: Partial<ToolItem> = {}): ToolItem {
  return { type: "tool", call: call(), failed: false, delegations: [], raw: {}, ...over };
}

export function account(over: Partial<Account> = {}): Account {
  return {
    kinds: [
      {
        kind: "message",
        files: 2,
        records: 3,
        shown: 2,
        shownInPart: 0,
        withheld: 0,
        raw: 0,
        repeated: 1,
        joined: 0,
        noRow: 0,
      },
    ],
    records: 3,
    unbalanced: [],
    named: 5,
    counted: 5,
    astray: [],
    balanced: true,
    ...over,
  };
}

export function orphan(of: ToolResultRow): ToolItem {
  return { type: "tool", result: of, failed: false, delegations: [], raw: {} };
}
