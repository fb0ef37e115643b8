import type {
  AboutView,
  CheckRun,
  CheckRuns,
  DelegationView,
  FileFacts,
  FilePageView,
  FilesPageView,
  FileTouchView,
  GapsView,
  OverviewView,
  RequestView,
  Task,
  TaskFacts,
  TaskListView,
  TaskPageView,
  TreeNode,
} from "../../../src/projection/index.ts";
import {
  account,
  call,
  facts,
  gap,
  message,
  notice,
  orphan,
  PLACE,
  REPORT,
  reasoning,
  result,
  task,
  taskView,
  tool,
} from "./views.ts";

/** One small report by hand that has one of everything a page can show. */

const status = (word: Task["status"]["word"], basis: string) => ({ word, basis, certainty: "derived" as const });

export const ROOT = task({
  id: "20270101T090000Z-0a1b2c3d",
  title: "Fix the date importer regression",
  goal: "Dates from the partner feed are off since release 7. Fix the importer, and **do not break** the feeds that work.\n\n- keep the old feeds\n- add a test",
  agent: "CopperLantern",
  createdAt: "2027-01-01T09:00:00Z",
  startedAt: "2027-01-01T10:00:02.250+01:00",
  endedAt: "2027-01-01T09:09:40Z",
});

export const CHILD = task({
  id: "20270101T090000Z-0a1b2c3d-20270101T090300Z-1b2c3d4e",
  rootId: ROOT.id,
  parentId: ROOT.id,
  title: "Check the 2019 integration",
  goal: "Which formats does the 2019 integration still send? Return evidence.",
  agent: "IronLedger",
});

export const LOST = task({
  id: "20270101T090000Z-0a1b2c3d-20270101T090500Z-2c3d4e5f",
  rootId: ROOT.id,
  parentId: ROOT.id,
  title: "Draft the changelog",
  record: "absent",
  status: status("unknown", "nothing of it is in this workspace"),
});

export const FAILED = task({
  id: "20270101T090000Z-0a1b2c3d-20270101T090600Z-0c3d4e5f",
  rootId: ROOT.id,
  parentId: ROOT.id,
  title: "Bisect the release branch",
  status: { word: "failed", basis: "its last step failed", certainty: "recorded", reason: "budget exhausted" },
});

const places = (...labels: string[]) => labels.map((label) => ({ ref: { taskId: ROOT.id, itemId: label }, label }));

export const ROOT_FACTS: TaskFacts = facts({
  task: ROOT,
  children: [CHILD.id, FAILED.id, LOST.id],
  durationMs: 580_000,
  counts: {
    rows: 14,
    turns: 4,
    messages: 6,
    reasoning: 2,
    toolCalls: 5,
    failedCalls: 1,
    gaps: 2,
    inheritedRows: 1,
    usage: { input_tokens: 9412, output_tokens: 1204, cache_read_tokens: 500 },
    usageAtLeast: true,
    models: ["some-model-1.2"],
  },
  absences: [
    {
      kind: "compacted",
      taskId: ROOT.id,
      says: "Entries 002–004 are not in this record: a compaction removed them.",
      at: places("002–004"),
    },
    {
      kind: "no result recorded",
      taskId: ROOT.id,
      says: "The Task ended before a result was recorded.",
      at: places("012.1", "012.2"),
    },
  ],
  lacks: "This record lacks entries 002–004 (compacted) and one tool result. All else is as copied.",
});
export const CHILD_FACTS = facts({
  task: CHILD,
  depth: 1,
  parent: "here",
  durationMs: 78_000,
  counts: { rows: 6, turns: 3, toolCalls: 2, usage: { output_tokens: 611 } },
});
export const FAILED_FACTS = facts({
  task: FAILED,
  depth: 1,
  parent: "here",
  counts: { rows: 3, turns: 2, toolCalls: 3, failedCalls: 1 },
});
export const LOST_FACTS = facts({
  task: LOST,
  depth: 1,
  parent: "here",
  lacks: "Nothing of this Task's record is in this workspace.",
  absences: [
    {
      kind: "not in this workspace",
      taskId: LOST.id,
      says: "The workspace mentions this Task but holds no record of it.",
      at: [],
    },
  ],
});
const ALL = [ROOT_FACTS, CHILD_FACTS, FAILED_FACTS, LOST_FACTS];

export const DELEGATION: DelegationView = {
  edge: {
    parentTaskId: ROOT.id,
    childTaskId: CHILD.id,
    kind: "created",
    established: "declared",
    basis: "the call's result names the child",
    call: "011#0",
    returns: [{ taskId: ROOT.id, itemId: "013#0", epitaph: "final-response", waiting: false }],
  },
  child: CHILD,
  returns: [{ taskId: ROOT.id, itemId: "013#0", label: "013", epitaph: "final-response", waiting: false }],
};

const node = (facts: TaskFacts, current: boolean, children: readonly TreeNode[] = []): TreeNode => ({
  taskId: facts.task.id,
  title: facts.task.title,
  status: facts.task.status,
  record: facts.task.record,
  current,
  helper: false,
  children,
});
const tree = (current: string): readonly TreeNode[] => [
  {
    ...node(ROOT_FACTS, current === ROOT.id, [
      node(CHILD_FACTS, current === CHILD.id),
      node(FAILED_FACTS, false),
      node(LOST_FACTS, false),
    ]),
    hidden: { inside: 12 },
  },
];

const raw = (text: string) => ({ text, bytes: text.length, place: { ...PLACE, start: 120, end: 120 + text.length } });
const at = (itemId: string, label: string, turnIndex: number) => ({ itemId, label, turnIndex });

export const TASK_VIEW: TaskPageView = taskView([], {
  report: { ...REPORT, tasks: 4 },
  facts: ROOT_FACTS,
  tree: tree(ROOT.id),
  childEdges: [
    { edge: DELEGATION.edge, facts: CHILD_FACTS, callLabel: "011.1", returns: DELEGATION.returns },
    {
      edge: {
        parentTaskId: ROOT.id,
        childTaskId: LOST.id,
        kind: "created",
        established: "unlinked",
        basis: "only its id tells whose child it is",
        returns: [],
      },
      facts: LOST_FACTS,
      returns: [],
    },
  ],
  childEdgesHidden: 3,
  result: {
    text: "The compatibility branch stays: the 2019 integration still sends day-first dates.\n\nA focused test covers it; `npm test` passes.",
    row: { ref: { taskId: ROOT.id, itemId: "014#0" }, label: "014" },
  },
  failures: [
    {
      taskId: ROOT.id,
      at: { ref: { taskId: ROOT.id, itemId: "005#3" }, label: "005.4" },
      kind: "Shell",
      about: "npm test -- import/compat",
      outcome: { words: "failed, exit 1", tone: "bad" },
    },
  ],
  failureCount: 4,
  diagnostics: [
    {
      code: "torn-json",
      severity: "error",
      says: "This file is cut in the middle; it is shown as bytes.",
      place: { file: "agents/a/messages/009-model.json" },
    },
  ],
  turns: [
    {
      index: 0,
      continued: false,
      note: "the request",
      items: [
        message({
          ...at("000#0", "000", 0),
          role: "system",
          parts: [{ type: "text", text: "You repair importers.\n".repeat(60) }],
          input: { kind: "system" },
        }),
        message({
          ...at("001#0", "001", 0),
          role: "user",
          parts: [
            {
              type: "text",
              text: "Dates from the partner feed are off since release 7. Fix the importer, and do not break the feeds that work.",
            },
          ],
          input: { kind: "context", sender: { id: "user" } },
        }),
        gap({
          summaries: [
            {
              text: "The importer was read; two formats exist. Remaining: verify and revise.",
              record: "s",
              place: { file: "agents/a/summary/004.md" },
            },
          ],
          pairing: "not recorded",
        }),
      ],
    },
    {
      index: 2,
      continued: false,
      note: "5 tools, 1 failed",
      model: "some-model-1.2",
      usage: { input_tokens: 812, output_tokens: 64, cache_read_tokens: 500 },
      call: {
        step: "004",
        timing: { durationMs: 3200, startedAt: "2027-01-01T09:01:00Z" },
        attempts: 2,
        finish: "tool_use",
        request: { file: "steps/a/004/request.json" },
      },
      items: [
        reasoning({
          ...at("005#0", "005.1", 2),
          text: "The parser drops the offset when the year comes last, so day-first dates shift by the zone. The old branch hides that, and nobody has looked at it since.",
        }),
        reasoning({ ...at("005#9", "005.9", 2), withheld: "signature only" }),
        message({
          ...at("005#1", "005.2", 2),
          parts: [
            {
              type: "text",
              text: "The branch in `parse.ts` looks unused, but I want to see the failing test first.\n\n```ts\nif (legacy.test(text)) return fromDayFirst(text);\n```",
            },
          ],
        }),
        tool({
          call: call({
            ...at("005#2", "005.3", 2),
            name: "read_file",
            kind: "read",
            input: { path: "src/import/parse.ts" },
          }),
          result: result({
            ...at("006#0", "006", 2),
            output: [
              {
                type: "text",
                text: "export function parseDay(text: string): Day {\n  // 2019 feeds put the day first\n}\n",
              },
            ],
          }),
          raw: {
            call: raw('{"type":"tool_use","id":"call_a1","name":"read_file","input":{"path":"src/import/parse.ts"}}'),
            result: raw('{"tool_use_id":"call_a1"}'),
          },
        }),
        tool({
          call: call({
            ...at("005#3", "005.4", 2),
            name: "bash",
            kind: "shell",
            input: { command: "npm test -- import/compat" },
          }),
          result: result({
            ...at("007#0", "007", 2),
            exitCode: 1,
            isError: true,
            timing: { durationMs: 3200 },
            output: [
              {
                type: "text",
                text: " FAIL  test/import/compat.test.ts\n   keeps the day of a day-first date (4 ms)\n     expected 2019-03-07, received 2019-07-03\n 11 others\n",
              },
            ],
          }),
          failed: true,
          raw: { call: raw("{}") },
        }),
        orphan(result({ ...at("008#0", "008", 2), toolCallId: "call-gone" })),
      ],
    },
    {
      index: 3,
      continued: false,
      note: "mail, delegates",
      model: "some-model-1.2",
      items: [
        gap({ id: "«009–010»", kind: "missing", from: "009", to: "010", count: 2, pairing: "not recorded" }),
        message({
          ...at("010#0", "010", 3),
          role: "user",
          parts: [{ type: "text", text: "The legacy integration must remain supported." }],
          input: {
            kind: "mailbox",
            id: "user-001",
            sender: { id: "user" },
            storedAt: "2027-01-01T09:03:10Z",
            extra: [["Priority", "high"]],
          },
          inheritedFrom: { taskId: CHILD.id, itemId: "010#0" },
        }),
        tool({
          call: call({
            ...at("011#0", "011.1", 3),
            name: "dispatch",
            kind: "delegate",
            input: { goal: "Which formats?" },
          }),
          result: result({ ...at("012#0", "012", 3) }),
          delegations: [DELEGATION],
        }),
        tool({ call: call({ ...at("011#1", "011.2", 3), name: "bash" }), noResult: "task ended first" }),
        message({
          ...at("013#0", "013", 3),
          role: "agent",
          parts: [{ type: "text", text: "The 2019 files still use day-first dates; see fixtures/2019." }],
          input: {
            kind: "mailbox",
            sender: { id: CHILD.id, taskId: CHILD.id, name: "IronLedger" },
            storedAt: "2027-01-01T09:04:10Z",
            ending: { epitaph: "final-response", terminalRef: "agents/x/messages/006" },
          },
        }),
        notice({ ...at("n1", "step 007", 3), quotes: [{ title: "stderr", text: "connection reset by peer\n" }] }),
        notice({
          ...at("n2", "step 008", 3),
          code: "live-tail",
          severity: "note",
          says: "The reply was in progress, or interrupted, when the copy was made.",
          quotes: [{ title: "As far as it came", text: "I would now" }],
        }),
        message({
          ...at("014#0", "014", 3),
          parts: [
            {
              type: "text",
              text: "Done. The branch stays and is covered:\n\n- the focused test passes,\n- the full suite passes (412 tests).",
            },
          ],
          runId: "b",
        }),
        {
          type: "raw",
          row: {
            ...at("015#0", "015", 3),
            sequence: 1,
            record: "r",
            place: { file: "agents/a/messages/015-model.json" },
            type: "raw",
            text: '{"content":[{"ty',
            says: "This file is no JSON.",
          },
        },
        message({
          ...at("016#0", "016", 3),
          role: "user",
          parts: [],
          input: { kind: "mailbox", sender: { id: "user" } },
        }),
        {
          type: "compaction",
          row: {
            ...at("017#0", "017", 3),
            sequence: 1,
            record: "r",
            place: PLACE,
            type: "compaction",
            says: "The record does not say what it removed.",
            summaries: [{ text: "All was read.", record: "s", place: PLACE }],
          },
        },
      ],
    },
  ],
  stored: [
    {
      itemId: "inbox/user-002",
      record: "m",
      place: { file: "inbox/a/user-002.md" },
      input: { kind: "mailbox", id: "user-002", sender: { id: "user" }, storedAt: "2027-01-01T09:20:00Z" },
      parts: [{ type: "text", text: "One more thing: the changelog." }],
    },
  ],
});

export const CHILD_VIEW: TaskPageView = taskView([message({ itemId: "001#0" })], {
  facts: CHILD_FACTS,
  page: 3,
  pages: 7,
  ancestors: [ROOT_FACTS],
  tree: tree(CHILD.id),
  parentEdge: { edge: DELEGATION.edge, facts: ROOT_FACTS, callLabel: "011.1", returns: DELEGATION.returns },
});

export const LOST_VIEW: TaskPageView = taskView([], {
  facts: LOST_FACTS,
  ancestors: [ROOT_FACTS],
  tree: tree(LOST.id),
});

const ACCOUNT = account();

const run = (label: string, words: string, tone: CheckRun["outcome"]["tone"]): CheckRun => ({
  ref: { taskId: ROOT.id, itemId: `${label}#1` },
  label,
  runner: "npm test",
  command: "cd app && npm test -- dates",
  outcome: { words, tone },
});

const CHECKS: readonly CheckRuns[] = [
  {
    taskId: ROOT.id,
    kind: "test",
    last: run("021.2", "exit 0", "good"),
    before: [run("014.1", "failed, exit 1", "bad"), run("009.1", "failed, exit 1", "bad")],
    count: 9,
    bad: 4,
  },
  {
    taskId: ROOT.id,
    kind: "lint",
    last: run("022", "started in the background", "busy"),
    before: [],
    count: 1,
    bad: 0,
  },
];

const touch = (label: string, more: Partial<FileTouchView>): FileTouchView => ({
  ref: { taskId: ROOT.id, itemId: `${label}#1` },
  label,
  action: "edited",
  came: "done",
  ...more,
});

const FILE_FACTS: FileFacts = {
  path: "src/date.ts",
  standing: "changed",
  forms: ["/repo/src/date.ts", "src/date.ts"],
  formCount: 40,
  reads: 3,
  changes: 2,
  mayWrites: 1,
  failed: 1,
  added: 8,
  removed: 3,
  groups: [
    {
      taskId: ROOT.id,
      title: ROOT.title,
      touches: [
        touch("005.1", { action: "read" }),
        touch("006", { added: 8, removed: 3 }),
        touch("007", { came: "failed" }),
        touch("008", { action: "renamed", other: { from: "src/old.ts" } }),
        touch("009", { action: "may have written", came: "no result recorded" }),
      ],
    },
    { taskId: LOST.id, title: LOST.title, touches: [touch("003", { action: "created", added: 1 })] },
  ],
};

export const FILES: FilesPageView = {
  report: REPORT,
  page: 1,
  pages: 2,
  entries: [
    FILE_FACTS,
    {
      ...FILE_FACTS,
      path: "notes.txt",
      standing: "may have been changed",
      changes: 0,
      failed: 0,
      added: 0,
      removed: 0,
    },
    { ...FILE_FACTS, path: "README.md", standing: "only read", changes: 0, mayWrites: 0, reads: 0 },
  ],
  total: [
    { standing: "changed", files: 200 },
    { standing: "only read", files: 170 },
  ],
  cut: 12,
};

export const FILE: FilePageView = {
  report: REPORT,
  page: 1,
  pages: 2,
  file: FILE_FACTS,
  groups: [
    { facts: ROOT_FACTS, touches: FILE_FACTS.groups[0]?.touches ?? [] },
    { facts: LOST_FACTS, touches: FILE_FACTS.groups[1]?.touches ?? [] },
  ],
};

export const OVERVIEW: OverviewView = {
  report: { ...REPORT, tasks: 4 },
  roots: [{ facts: ROOT_FACTS, result: TASK_VIEW.result ?? { text: "" } }],
  rootCount: 1,
  byStatus: [
    { word: "succeeded", count: 2 },
    { word: "failed", count: 1 },
    { word: "unknown", count: 1 },
  ],
  totals: { rows: 23, toolCalls: 10, failedCalls: 2, gaps: 2, absentTasks: 1 },
  failures: [
    {
      taskId: FAILED.id,
      kind: "the Task failed",
      about: "budget exhausted",
      outcome: { words: "failed", tone: "bad" },
    },
    ...TASK_VIEW.failures,
  ],
  failureCount: 2,
  checks: CHECKS,
  checkCount: 70,
  files: FILES.entries.slice(0, 2),
  fileTotals: FILES.total,
  tree: ALL,
  treeHidden: 0,
  lacks: [
    { kind: "not in this workspace", places: 1, tasks: 1 },
    { kind: "compacted", places: 1, tasks: 1 },
    { kind: "no result recorded", places: 2, tasks: 1 },
  ],
  diagnostics: TASK_VIEW.diagnostics,
  account: ACCOUNT,
};

export const LISTS: readonly TaskListView[] = [
  { report: REPORT, list: "tasks", page: 1, pages: 2, entries: ALL.map((each) => ({ facts: each })), total: 4 },
  {
    report: REPORT,
    list: "by-status",
    page: 1,
    pages: 1,
    entries: ALL.map((each) => ({ heading: each.task.status.word, facts: each })),
    total: 4,
  },
  {
    report: REPORT,
    list: "a-z",
    page: 1,
    pages: 1,
    entries: ALL.map((each) => ({ heading: each.task.title.slice(0, 1), facts: each })),
    total: 4,
  },
];

export const GAPS: GapsView = {
  report: REPORT,
  page: 1,
  pages: 1,
  absences: ALL.flatMap((each) => each.absences.map((absence) => ({ absence, facts: each }))),
  total: 3,
  diagnostics: TASK_VIEW.diagnostics,
  account: ACCOUNT,
};

export const ABOUT: AboutView = {
  report: REPORT,
  because: "there are agents/*/messages/ folders.",
  account: ACCOUNT,
  lacks: OVERVIEW.lacks,
};

export const REQUEST: RequestView = {
  report: REPORT,
  facts: ROOT_FACTS,
  step: "004",
  turnIndex: 2,
  timing: { durationMs: 3200 },
  request: {
    model: "some-model-1.2",
    system: ["You repair importers.", "Today is a Friday."],
    tools: [{ name: "bash", description: "Runs a command." }, { name: "read_file" }],
    messages: [
      { role: "user", items: [{ type: "part", part: { type: "text", text: "Fix it." } }] },
      {
        role: "assistant",
        items: [
          { type: "reasoning", text: "Hm." },
          { type: "tool-call", toolCallId: "call_a1", name: "bash", input: { command: "ls" } },
        ],
      },
      { role: "user", items: [{ type: "tool-result", toolCallId: "call_a1", text: "src" }] },
    ],
    settings: { max_tokens: 4000 },
  },
  systemRows: [{ ref: { taskId: ROOT.id, itemId: "000#0" }, label: "000" }, undefined],
  itemRows: [[{ ref: { taskId: ROOT.id, itemId: "001#0" }, label: "001" }], [undefined, undefined], [undefined]],
};
