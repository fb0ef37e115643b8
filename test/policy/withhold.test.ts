import { describe, expect, it } from "vitest";
import type { DelegationEdge, OpenWorkspace, Row, Task } from "../../src/model/index.ts";
import { decide, findLeaks, parsePolicy, withhold } from "../../src/policy/index.ts";
import { call, gap, input, message, result, task } from "../support/rows.ts";
import { everythingSeen, rowsOf, workspaceOf } from "../support/workspace.ts";

const CANARY = "canary-7f3a";
const said = (text: string) => ({ parts: [{ type: "text", text } as const] });
const rules = (match: string, more = "") =>
  `rules:\n  - {id: private, reason: "not for others", match: {${match}}${more}}`;

async function seen(workspace: OpenWorkspace, policy: string) {
  const decisions = await decide(workspace, parsePolicy(policy));
  return { view: withhold(workspace, decisions, JSON.stringify), decisions };
}

/** What is left to see, and which rows are placeholders. */
async function look(workspace: OpenWorkspace, policy: string) {
  const { view, decisions } = await seen(workspace, policy);
  const placeholders: string[] = [];
  for (const { id } of view.index.tasks)
    for (const row of await rowsOf(view, id)) if (row.restricted) placeholders.push(`${id}/${row.label}`);
  return { text: await everythingSeen(view), placeholders, view, decisions };
}

const one = (rows: readonly Row[], of: Partial<Task> = {}, more = {}) =>
  workspaceOf([{ task: task("a", of), rows }], more);

describe("a rule on", () => {
  it("a row type withholds its rows and nothing else", async () => {
    const reasoning = { ...message(2), type: "reasoning", text: CANARY } as Row;
    const { text, placeholders } = await look(one([input(1), reasoning, message(3)]), rules("type: reasoning"));
    expect(placeholders).toEqual(["a/002"]);
    expect(text).not.toContain(CANARY);
    expect(text).toContain("message 3");
  });

  it("a tool withholds input and result, wherever the result lies", async () => {
    const secretInput = { command: CANARY };
    const rows = [
      result(1, "x", { output: [{ type: "text", text: CANARY }], streams: { stdout: CANARY } }),
      call(2, "x", { input: secretInput, fields: secretInput }),
      message(3),
    ];
    const { text, placeholders } = await look(one(rows), rules("tool: bash"));
    expect(placeholders).toEqual(["a/001", "a/002"]);
    expect(text).not.toContain(CANARY);
  });

  it("a tool with type tool-result withholds the result only", async () => {
    const rows = [call(1, "x"), result(2, "x", { output: [{ type: "text", text: CANARY }] })];
    const { text, placeholders } = await look(one(rows), rules("tool: bash, type: tool-result"));
    expect(placeholders).toEqual(["a/002"]);
    expect(text).not.toContain(CANARY);
    expect(text).toContain('"command":"ls"');
  });

  it("a path withholds the calls that name it and their results", async () => {
    const cat = { command: "cd conf && cat ./.env" };
    const rows = [
      call(1, "x", { input: cat, fields: cat }),
      result(2, "x", { output: [{ type: "text", text: CANARY }] }),
      call(3, "y"),
      result(4, "y"),
    ];
    const { text, placeholders } = await look(one(rows), rules('path: "**/.env"'));
    expect(placeholders).toEqual(["a/001", "a/002"]);
    expect(text).not.toContain(CANARY);
  });

  it("a sender withholds what it sent", async () => {
    const rows = [input(1, { ...said(CANARY), input: { kind: "mailbox", sender: { id: "boss" } } }), input(2)];
    const { placeholders } = await look(one(rows), rules("sender: boss"));
    expect(placeholders).toEqual(["a/001"]);
  });

  it("a source file withholds the rows that stand in it", async () => {
    const { placeholders } = await look(one([input(1), message(2)]), rules("source: messages/001"));
    expect(placeholders).toEqual(["a/001"]);
  });

  it("several keys means all of them; a list means any", async () => {
    const rows = [call(1, "x"), call(2, "y", { name: "other" }), call(3, "z", { name: "third" })];
    expect((await look(one(rows), rules("tool: [bash, other], kind: shell"))).placeholders).toEqual(["a/001", "a/002"]);
    expect((await look(one(rows), rules("tool: bash, kind: nothing"))).placeholders).toEqual([]);
  });
});

describe("what is withheld leaves nothing that could be measured", () => {
  it("neither bytes nor ranges nor times of the row, nor bytes of its record's other rows", async () => {
    const record = { record: "f", place: { file: "f", start: 5, end: 99 } };
    const secret = {
      ...message(1),
      ...record,
      type: "reasoning",
      text: CANARY,
      usage: { output_tokens: 77_777 },
      createdAt: "2027-01-01T00:00:00Z",
    } as Row;
    const beside = { ...message(2), ...record, place: { file: "f", start: 100, end: 120 } } as Row;
    const { view, text } = await look(one([secret, beside]), rules("type: reasoning"));
    const [blank, other] = await rowsOf(view, "a");
    expect(blank).not.toHaveProperty("usage");
    expect(blank).not.toHaveProperty("createdAt");
    expect(blank?.place).toEqual({ file: "f", rewritten: true });
    expect(other?.place).toEqual({ file: "f", rewritten: true });
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain("77777");
  });

  it("not the request that holds copies of it, and says that the request is withheld", async () => {
    const request = { system: [CANARY], tools: [], messages: [], settings: {} };
    const reply = message(2, { call: { step: "001", request: { file: "steps/001/request.json" } } });
    const { view, text } = await look(one([input(1, said(CANARY)), reply], {}, { request }), rules("sender: user"));
    expect(text).not.toContain(CANARY);
    expect((await rowsOf(view, "a"))[1]?.call).toMatchObject({ step: "001", restricted: { rule: "private" } });
  });

  it("not the summaries that were made of it, unless the rule says so", async () => {
    const summary = { text: CANARY, record: "s", place: { file: "s" } };
    const gaps = new Map([["a", [gap(5, { summaries: [summary] })]]]);
    const workspace = one([input(1), message(5)], {}, { gaps });
    const { view } = await look(workspace, rules("sender: user"));
    expect(view.index.gaps.get("a")?.[0]).toMatchObject({ summaries: [], restricted: { rule: "private" } });
    const spared = await look(workspace, rules("sender: user", ", summaries: true"));
    expect(spared.view.index.gaps.get("a")?.[0]?.summaries).toHaveLength(1);
  });

  it("not what a notice quotes in a Task of which anything is withheld", async () => {
    const notice = {
      ...message(2),
      type: "notice",
      code: "live-tail",
      severity: "note",
      says: "s",
      quotes: [{ title: "t", text: CANARY }],
    } as Row;
    const { text } = await look(one([input(1), notice]), rules("sender: user"));
    expect(text).not.toContain(CANARY);
  });
});

describe("withholding follows a record into", () => {
  const edge = (more: Partial<DelegationEdge> = {}): DelegationEdge => ({
    parentTaskId: "p",
    childTaskId: "c",
    kind: "created",
    established: "declared",
    basis: "the record names it",
    call: call(1, "x").itemId,
    returns: [{ taskId: "p", itemId: input(3).itemId, waiting: false }],
    ...more,
  });
  const goal = `find the ${CANARY}`;
  const answer = `the answer is ${CANARY}`;
  const family = (more: Partial<Task> = {}) =>
    workspaceOf(
      [
        {
          task: task("p"),
          rows: [
            call(1, "x", { kind: "delegate", name: "dispatch", input: { goal }, fields: { goal } }),
            result(2, "x"),
            input(3, { ...said(answer), role: "agent", input: { kind: "mailbox", sender: { id: "c", taskId: "c" } } }),
          ],
        },
        {
          task: task("c", {
            parentId: "p",
            title: goal,
            goal,
            result: { parts: said(answer).parts, row: { taskId: "c", itemId: message(12).itemId } },
            ...more,
          }),
          rows: [input(11, said(goal)), message(12, said(answer))],
        },
      ],
      { edges: [edge()] },
    );

  it("the call that gave a child its goal, the child's goal and title, the mail that returned its result", async () => {
    const { text, placeholders } = await look(family(), rules("task: c"));
    expect(text).not.toContain(CANARY);
    expect(placeholders).toEqual(["p/001", "p/003"]);
  });

  it("the child's goal, title and first message, from the call that gave it", async () => {
    const { text } = await look(family({ result: { parts: [] } }), rules("tool: dispatch"));
    expect(text).not.toContain(goal);
  });

  it("the call and the goal, from the child's first message", async () => {
    const { placeholders, view } = await look(family(), rules("task: c, sender: user"));
    expect(placeholders).toEqual(["p/001", "c/011"]);
    expect(view.index.tasks[1]).toMatchObject({
      title: "c",
      withheldTexts: { goal: { rule: "private" }, title: { rule: "private" } },
    });
  });

  it("the child's last answer and result, from the mail that returned it", async () => {
    const { text } = await look(family(), rules("sender: c"));
    expect(text).not.toContain(answer);
  });

  it("inherited copies, and from them not back into the original", async () => {
    const copy = message(21, { ...said(CANARY), inheritedFrom: { taskId: "a", itemId: message(1).itemId } });
    const workspace = workspaceOf([
      { task: task("a"), rows: [message(1, said(CANARY))] },
      { task: task("b"), rows: [copy] },
    ]);
    expect((await look(workspace, rules("task: a, type: message"))).placeholders).toEqual(["a/001", "b/021"]);
    expect((await look(workspace, rules("task: b, type: message"))).placeholders).toEqual(["b/021"]);
  });

  it("mail that a withheld call sent", async () => {
    const fields = { to: "b", text: CANARY };
    const workspace = workspaceOf([
      { task: task("a"), rows: [call(1, "x", { kind: "send", name: "message", input: fields, fields })] },
      {
        task: task("b"),
        rows: [input(11, { ...said(CANARY), role: "agent", input: { kind: "mailbox", sender: { id: "a" } } })],
      },
    ]);
    expect((await look(workspace, rules("tool: message"))).text).not.toContain(CANARY);
  });
});

describe("a Task withheld whole", () => {
  const workspace = workspaceOf(
    [
      { task: task("p"), rows: [message(1)] },
      {
        task: task("secret", {
          parentId: "p",
          title: "Quarterly numbers",
          agent: CANARY,
          createdAt: CANARY,
          status: { word: "failed", basis: "it says so", certainty: "recorded", reason: CANARY },
        }),
        rows: [input(11, said(CANARY)), message(12, { model: CANARY })],
      },
    ],
    { diagnostics: [{ code: "x", severity: "error", says: CANARY, taskId: "secret" }] },
  );

  it("leaves id, lineage, status, rule and reason, and neither rows nor counts nor files", async () => {
    const { view, text } = await look(workspace, rules("task: secret"));
    expect(view.index.tasks[1]).toEqual({
      id: "secret",
      rootId: "secret",
      parentId: "p",
      title: "Quarterly numbers",
      status: { word: "failed", basis: "it says so", certainty: "recorded" },
      record: "present",
      attached: true,
      restricted: { rule: "private", reason: "not for others" },
      places: [],
    });
    expect(text).not.toContain(CANARY);
    expect(view.index.files.map((file) => file.path)).toEqual(["messages/001"]);
  });

  it("loses its title too where the rule says so", async () => {
    const { view } = await look(workspace, rules("task: secret", ", title: true"));
    expect(view.index.tasks[1]?.title).toBe("secret");
  });

  it("takes its descendants with it where the rule says so", async () => {
    const tree = workspaceOf(
      ["r", "s", "t"].map((id, i) => ({
        task: task(id, i === 0 ? {} : { parentId: ["r", "r", "s"][i] ?? "r" }),
        rows: [],
      })),
    );
    const { decisions } = await seen(tree, rules("task: s, subtree: true"));
    expect([...decisions.tasks.keys()]).toEqual(["s", "t"]);
  });
});

describe("an allow-list", () => {
  const allow = (match: string) =>
    `default: withhold\nrules:\n  - {id: shown, reason: agreed, show: true, match: {${match}}}`;

  it("shows what a rule lets through and withholds the rest by default", async () => {
    const { placeholders, text } = await look(one([input(1), call(2, "x"), message(3)]), allow("type: message"));
    expect(placeholders).toEqual(["a/002"]);
    expect(text).toContain("message 3");
  });

  it("shows a goal only where a row that is shown says the same", async () => {
    const rows = [input(1, said(CANARY))];
    expect((await look(one(rows, { goal: CANARY }), allow("type: message"))).view.index.tasks[0]?.goal).toBe(CANARY);
    expect((await look(one(rows, { goal: CANARY }), allow("type: raw"))).text).not.toContain(CANARY);
  });

  it("lets a withholding rule beat one that shows", async () => {
    const policy = `${allow("type: message")}\n  - {id: private, reason: no, match: {sender: user}}`;
    expect((await look(one([input(1), message(2)]), policy)).placeholders).toEqual(["a/001"]);
  });
});

describe("what a policy's author must know", () => {
  it("lists what each rule means, and names Tasks that are not there", async () => {
    const { decisions } = await seen(one([input(1), message(2)]), rules("task: [a, gone], type: message"));
    expect(decisions.matched.get("private")?.map(({ row }) => row?.label)).toEqual(["001", "002"]);
    expect(decisions.unknownTasks.get("private")).toEqual(["gone"]);
  });

  it("points at rows that quote a withheld line of 24 characters or more", async () => {
    const line = "the deploy key is stored under the mat";
    const workspace = one([
      input(1, said(`first\n${line}\n`)),
      message(2, said(`He wrote: "${line}", as I read.`)),
      message(3, said("the deploy key")),
    ]);
    const { view, decisions } = await seen(workspace, rules("sender: user"));
    expect(await findLeaks(workspace, view, decisions)).toEqual([
      { taskId: "a", row: { taskId: "a", itemId: message(2).itemId } },
    ]);
  });

  it("keeps the source's own marks without any rule", async () => {
    const marked = message(2, { restricted: { reason: "by the source" }, ...said(CANARY) });
    expect((await look(one([marked]), "rules: []")).text).not.toContain(CANARY);
  });
});
