import { describe, expect, it } from "vitest";
import { rowsOf } from "../records.ts";
import {
  answer,
  call,
  chain,
  codes,
  edgesTo,
  fixture,
  type Line,
  notes,
  openFiles,
  outline,
  reply,
  result,
  said,
  taskNamed,
  user,
  words,
} from "./open.ts";

const id = (last: string) => `7a1c0000-0000-4000-8000-0000000000${last}`;

/** An agent's own lines. */
function agent(agentId: string, prefix: string, lines: readonly Line[]): readonly Line[] {
  return chain(lines, prefix, { isSidechain: true, agentId });
}

/** A session that calls one agent. */
function caller(copy: unknown, content: unknown = [words("Found.")], more: object = {}): readonly Line[] {
  return chain([
    user("Go."),
    reply("m1", [
      call("t1", "Agent", { description: "Look", prompt: "Look there.", subagent_type: "Explore", ...more }),
    ]),
    user([result("t1", content)], copy === undefined ? {} : { toolUseResult: copy }),
    answer("m2", "Done."),
  ]);
}

describe("agents in the session's folder", () => {
  it("are children of the session, in the order of their calls, each with its own ledger", async () => {
    const workspace = await fixture("typical");
    const [session, zone, cache] = workspace.index.tasks;
    expect([session?.title, zone?.title, cache?.title]).toEqual([
      "High water is an hour late",
      "Check the time zone code",
      "Check the cache",
    ]);
    expect(zone).toMatchObject({
      id: `${id("01")}/b0000001`,
      parentId: id("01"),
      rootId: id("01"),
      attached: true,
      record: "present",
      agent: "Explore",
      goal: "Read src/zone.ts and say whether summer time is applied twice.",
      status: { word: "succeeded", certainty: "recorded" },
      usage: { totalTokens: 6300, totalToolUseCount: 1 },
    });
    expect(outline(await rowsOf(workspace, zone?.id ?? ""))).toEqual([
      "L1 message",
      "L2 tool-call",
      "L3 tool-result",
      "L4 message",
    ]);
  });

  it("are linked by what the call's result names, and return there", async () => {
    const workspace = await fixture("typical");
    expect(edgesTo(workspace, taskNamed(workspace, "Check the cache"))).toEqual([
      {
        parentTaskId: id("01"),
        childTaskId: `${id("01")}/b0000002`,
        kind: "created",
        established: "declared",
        call: "aaaa0001-0000-4000-8000-000000000007#1",
        returns: [
          { taskId: id("01"), itemId: "aaaa0001-0000-4000-8000-000000000008#1", epitaph: "completed", waiting: false },
        ],
      },
    ]);
  });

  it("are prompted by their caller, not by a person", async () => {
    const workspace = await fixture("typical");
    const [row] = await rowsOf(workspace, taskNamed(workspace, "Check the cache").id);
    expect(row).toMatchObject({
      role: "agent",
      input: { kind: "context", sender: { taskId: id("01"), name: "High water is an hour late" } },
    });
  });

  it("have descriptions whose facts join their Tasks", async () => {
    const workspace = await fixture("typical");
    const path = `${id("01")}/subagents/agent-b0000001.meta.json`;
    expect(notes(workspace)[path]).toEqual({ type: "joined", to: `${id("01")}/b0000001` });
  });

  it("nest at any depth, where only their descriptions name the calls", async () => {
    const workspace = await fixture("nested-agents");
    const parents = workspace.index.tasks.map(({ id: own, parentId }) => [own.slice(-8), parentId?.slice(-8)]);
    expect(parents).toEqual([
      ["00000007", undefined],
      ["f0000001", "00000007"],
      ["f0000002", "f0000001"],
      ["f0000003", "f0000002"],
      ["mpact-f9", "00000007"],
    ]);
    const deepest = workspace.index.tasks[3];
    expect(deepest?.rootId).toBe(id("07"));
    expect(deepest && edgesTo(workspace, deepest)).toMatchObject([
      { parentTaskId: `${id("07")}/f0000002`, established: "declared", call: "ffff0002-0000-4000-8000-000000000002#1" },
    ]);
    expect(deepest?.status).toMatchObject({
      word: "succeeded",
      certainty: "derived",
      basis: "its caller received its result",
    });
  });

  it("are told by their folder where their lines do not say that they are agents", async () => {
    const workspace = await openFiles({
      "s.jsonl": caller({ status: "completed", agentId: "a1" }),
      "s/subagents/agent-a1.jsonl": chain([user("Look there."), answer("m", "Seen.")], "x"),
    });
    expect(workspace.index.tasks.map(({ id: own, attached }) => [own, attached])).toEqual([
      ["s", true],
      ["s/a1", true],
    ]);
  });

  it("that a compaction started are helpers that no call links", async () => {
    const workspace = await fixture("nested-agents");
    const helper = workspace.index.tasks[4];
    expect(helper).toMatchObject({ attached: true, helper: "its name says that it compacts the session" });
    expect(helper && edgesTo(workspace, helper)).toMatchObject([{ established: "unlinked", returns: [] }]);
  });
});

describe("agents inline in the session's file", () => {
  it("are told apart by their chains and linked by equal prompts", async () => {
    const workspace = await fixture("inline-agents");
    const page = taskNamed(workspace, "Draft the page");
    expect(outline(await rowsOf(workspace, page.id))).toEqual([
      "L5 message",
      "L7 tool-call",
      "L10 tool-result",
      "L12 message",
    ]);
    expect(edgesTo(workspace, page)).toMatchObject([
      {
        established: "matched",
        call: "aaaa0002-0000-4000-8000-000000000002#1",
        returns: [{ itemId: "aaaa0002-0000-4000-8000-000000000005#1" }],
      },
    ]);
    const [session] = workspace.index.tasks;
    expect(outline(await rowsOf(workspace, session?.id ?? ""))).toEqual([
      "L2 message",
      "L3 tool-call",
      "L4 tool-call",
      "L14 tool-result",
      "L15 tool-result",
      "L16 message",
    ]);
  });

  it("whose beginning is not here stand unattached within their session", async () => {
    const workspace = await fixture("inline-agents");
    const stray = workspace.index.tasks.find(({ attached }) => !attached);
    expect(stray).toMatchObject({ parentId: id("02"), rootId: id("02"), title: "A sub-agent" });
    expect(stray && edgesTo(workspace, stray)).toEqual([]);
  });

  it("with the prompt of several calls are taken in order, and the edge says so", async () => {
    const twins = (prefix: string) =>
      chain([user("Look there."), answer(prefix, `From ${prefix}.`)], prefix, { isSidechain: true });
    const workspace = await openFiles({
      "s.jsonl": [
        ...chain([
          reply("m1", [call("t1", "Task", { prompt: "Look there." }), call("t2", "Task", { prompt: "Look there.\n" })]),
        ]),
        ...twins("p"),
        ...twins("q"),
      ],
    });
    expect(workspace.index.edges.map(({ call: made, basis }) => [made, basis])).toEqual([
      ["u1#1", "the agent's first message is the prompt of several calls; agents and calls were taken in order"],
      ["u1#2", "the agent's first message is the prompt of several calls; agents and calls were taken in order"],
    ]);
  });

  it("are told apart by their agent ids, where they have some", async () => {
    const lines = [
      { ...(user("First.") as object), isSidechain: true, agentId: "a1", uuid: "x1" },
      { ...(user("Second.") as object), isSidechain: true, agentId: "a2", uuid: "x2" },
      { ...(answer("m", "First again.") as object), isSidechain: true, agentId: "a1", uuid: "x3", parentUuid: "x2" },
    ];
    const workspace = await openFiles({ "s.jsonl": [...chain([user("Go.")]), ...lines] });
    const rows = await Promise.all(
      workspace.index.tasks.map(async (task) => (await rowsOf(workspace, task.id)).map(said)),
    );
    expect(rows).toEqual([["Go."], ["First.", "First again."], ["Second."]]);
  });
});

describe("flat agent files beside the session", () => {
  it("are linked by what the call's result names", async () => {
    const workspace = await fixture("flat-agents");
    expect(edgesTo(workspace, taskNamed(workspace, "Find the stations"))).toMatchObject([
      { established: "declared", parentTaskId: id("03") },
    ]);
  });

  it("that no call names stand unattached within the session that they name", async () => {
    const workspace = await fixture("flat-agents");
    expect(taskNamed(workspace, "Warmup")).toMatchObject({
      parentId: id("04"),
      attached: false,
      helper: "its only message is Claude Code's own warm-up",
    });
  });

  it("of a session that is not here keep it as an absent Task", async () => {
    const workspace = await fixture("flat-agents");
    expect(taskNamed(workspace, "Compare two stations.")).toMatchObject({ parentId: id("05"), attached: false });
    expect(taskNamed(workspace, `Session ${id("05")}`)).toMatchObject({
      record: "absent",
      status: { word: "unknown" },
    });
    expect(codes(workspace)).toEqual(["session-not-here note"]);
  });

  it("are read on their own, too", async () => {
    const workspace = await openFiles({ "agent-a1.jsonl": agent("a1", "x", [user("Look."), answer("m", "Seen.")]) });
    expect(workspace.index.tasks.map(({ id: own, record, attached }) => [own, record, attached])).toEqual([
      ["s", "absent", true],
      ["s/a1", "present", false],
    ]);
  });

  it("are told by their lines, whatever their name", async () => {
    const workspace = await openFiles({
      "s.jsonl": caller({ status: "completed", agentId: "a1" }),
      "notes.jsonl": agent("a1", "x", [user("Look there."), answer("m", "Seen.")]),
    });
    expect(workspace.index.tasks.map(({ id: own }) => own)).toEqual(["s", "s/a1"]);
    expect(workspace.index.files.map(({ path, kind }) => [path, kind])).toEqual([
      ["notes.jsonl", "sub-agent transcript"],
      ["s.jsonl", "session"],
    ]);
  });
});

describe("agents whose messages the parent repeats", () => {
  it("have rows that stand in the parent's records, which the parent does not show", async () => {
    const workspace = await fixture("inside-parent");
    const child = taskNamed(workspace, "Count stations");
    const rows = await rowsOf(workspace, child.id);
    expect(outline(rows)).toEqual(["L3 message", "L4.1 message", "L4.2 tool-call", "L5 tool-result"]);
    expect(rows.map(({ itemId }) => itemId.slice(-3))).toEqual(["1#1", "2#1", "2#2", "3#1"]);
    const callBytes = Buffer.from(await workspace.bytes(rows[2]?.place ?? { file: "" })).toString();
    expect(JSON.parse(callBytes)).toMatchObject({ type: "tool_use", id: "toolu_e1" });
    expect(rows[3]).toMatchObject({ streams: { stdout: "41" } });
    expect(outline(await rowsOf(workspace, child.parentId ?? ""))).toEqual([
      "L1 message",
      "L2 tool-call",
      "L7 tool-result",
      "L8 message",
    ]);
  });

  it("are linked by the call that the records name", async () => {
    const progress = (content: unknown, uuid: string, agentId?: string): Line => ({
      type: "progress",
      parentToolUseID: "t1",
      data: {
        type: "agent_progress",
        message: { type: "user", uuid, message: { role: "user", content } },
        ...(agentId === undefined ? {} : { agentId }),
      },
    });
    const lines = [
      reply("m1", [call("t1", "Task", { description: "Look", prompt: "P" })]),
      progress("One.", "x1"),
      progress("Two.", "x2"),
    ];
    const workspace = await openFiles({ "s.jsonl": chain(lines) });
    expect(workspace.index.tasks.map(({ id: own, title }) => [own, title])).toEqual([
      ["s", "Session s"],
      ["s/call-t1", "Look"],
    ]);
    expect(workspace.index.edges).toMatchObject([{ established: "declared", call: "u1#1", returns: [] }]);
  });

  it("give nothing twice where the agent's own file has the same", async () => {
    const progress = (inner: Line): Line => ({
      type: "progress",
      parentToolUseID: "t1",
      data: { type: "agent_progress", agentId: "a1", message: inner },
    });
    const own = agent("a1", "x", [user([words("Look there.")]), answer("m", "Seen.")]);
    const inner = own.map((line) => progress(line));
    const extra = progress({ type: "user", uuid: "x9", message: { role: "user", content: "Only here." } });
    const workspace = await openFiles({
      "s.jsonl": chain([...(caller({ status: "completed", agentId: "a1" }) as Line[]), ...inner, extra]),
      "agent-a1.jsonl": own,
    });
    expect((await rowsOf(workspace, "s/a1")).map(said)).toEqual(["Look there.", "Seen.", "Only here."]);
    expect(notes(workspace)).toEqual({
      "s.jsonl:5": { type: "repeated", of: "agent-a1.jsonl:1" },
      "s.jsonl:6": { type: "repeated", of: "agent-a1.jsonl:2" },
    });
  });
});

describe("background agents", () => {
  it("return with their report, not with the acknowledgement", async () => {
    const workspace = await fixture("background-agent");
    const child = taskNamed(workspace, "Measure");
    expect(edgesTo(workspace, child)).toMatchObject([
      {
        kind: "created",
        returns: [{ itemId: "aaaa0008-0000-4000-8000-000000000007#1", epitaph: "completed", waiting: false }],
      },
      // The poll found it at work, so nothing came back there.
      { kind: "waited", call: "aaaa0008-0000-4000-8000-000000000004#1", returns: [] },
    ]);
    expect(child.status).toMatchObject({ word: "succeeded", certainty: "recorded" });
  });

  it("whose transcript is not here have the report as their result", async () => {
    const note =
      "<task-notification>\n<task-id>a1</task-id>\n<status>failed</status>\n<result>No <result>luck</result> at all.</result>\n</task-notification>";
    const workspace = await openFiles({
      "s.jsonl": [
        ...caller({ isAsync: true, status: "async_launched", agentId: "a1" }),
        user(note, { uuid: "n", sessionId: "s" }),
      ],
    });
    const child = taskNamed(workspace, "Look");
    expect(child).toMatchObject({
      record: "absent",
      status: { word: "failed", certainty: "recorded", reason: "failed" },
      result: {
        parts: [{ type: "text", text: "No <result>luck</result> at all." }],
        row: { taskId: "s", itemId: "n#1" },
      },
    });
  });

  it("are told by the text of an acknowledgement that has no structured copy", async () => {
    const workspace = await openFiles({
      "s.jsonl": caller(undefined, "Async agent launched successfully. agentId: a1"),
    });
    const child = taskNamed(workspace, "Look");
    expect([child.id, child.result]).toEqual(["s/a1", undefined]);
    expect(edgesTo(workspace, child)).toMatchObject([{ established: "declared", returns: [] }]);
  });

  it("that a poll finds at their end return there", async () => {
    const polled =
      "<retrieval_status>success</retrieval_status>\n<task_id>a1</task_id>\n<status>completed</status>\n<output>x</output>";
    const lines = [
      reply("m1", [call("t1", "Agent", { prompt: "P" })]),
      user([result("t1", "ok")], { toolUseResult: { status: "async_launched", agentId: "a1" } }),
      reply("m2", [call("t2", "TaskOutput", { task_id: "a1" })]),
      user([result("t2", polled)]),
    ];
    const workspace = await openFiles({ "s.jsonl": chain(lines) });
    expect(workspace.index.edges).toMatchObject([
      { kind: "created", returns: [] },
      { kind: "waited", returns: [{ itemId: "u4#1", epitaph: "completed" }] },
    ]);
    expect(workspace.index.tasks[1]?.status.word).toBe("succeeded");
  });
});

describe("agents of a workflow", () => {
  it("stand below the call that began the run", async () => {
    const workspace = await fixture("workflow");
    expect(workspace.index.tasks.map(({ title, parentId }) => [title, parentId])).toEqual([
      ["Review the diff with a workflow.", undefined],
      ["look:zone", id("09")],
      ["look:cache", id("09")],
    ]);
    expect(workspace.index.edges).toMatchObject([
      { established: "declared", call: "aaaa0009-0000-4000-8000-000000000002#1", returns: [] },
      { established: "declared", call: "aaaa0009-0000-4000-8000-000000000002#1", returns: [] },
    ]);
  });

  it("have the status and totals of the workflow's record, and the result of its journal", async () => {
    const workspace = await fixture("workflow");
    expect(taskNamed(workspace, "look:zone")).toMatchObject({
      status: { word: "succeeded", certainty: "recorded" },
      usage: { tokens: 100, toolCalls: 2 },
      result: { parts: [{ type: "json", value: { finding: "Summer time is added twice." } }] },
    });
    expect(taskNamed(workspace, "look:cache").status).toMatchObject({ word: "failed", reason: "failed" });
  });

  it("leave the workflow's own record as a notice behind the row that began it", async () => {
    const workspace = await fixture("workflow");
    const rows = await rowsOf(workspace, id("09"));
    expect(outline(rows)).toEqual([
      "L1 message",
      "L2 tool-call",
      "L3 tool-result",
      "workflow notice",
      "L4 message",
      "L5 message",
      "L6 message",
    ]);
    expect(rows[3]).toMatchObject({ code: "workflow", record: `${id("09")}/workflows/wf_9.json` });
    expect(notes(workspace)[`${id("09")}/subagents/workflows/wf_9/journal.jsonl:3`]).toEqual({
      type: "joined",
      to: `${id("09")}/w0000001`,
    });
  });

  it("keep their places where the records beside them are damaged or name nobody", async () => {
    const folder = "s/subagents/workflows/wf_1";
    const workspace = await openFiles({
      "s.jsonl": chain([
        reply("m1", [call("t1", "Workflow", { script: "x" })]),
        user([result("t1", "ok")], { toolUseResult: { runId: "wf_1", status: "async_launched" } }),
      ]),
      [`${folder}/agent-a1.jsonl`]: agent("a1", "x", [user("Look."), answer("m", "Seen.")]),
      [`${folder}/agent-a1.meta.json`]: "{torn",
      [`${folder}/agent-a2.meta.json`]: "{}",
      [`${folder}/journal.jsonl`]: [{ type: "started", agentId: "a9" }, "torn"],
      "s/workflows/wf_1.json": "{torn",
      "s/workflows/wf_2.json": '{"runId":"wf_2"}',
    });
    expect(workspace.index.tasks.map(({ id: own }) => own)).toEqual(["s", "s/a1"]);
    expect(notes(workspace)).toEqual({
      [`${folder}/agent-a1.meta.json`]: { type: "joined", to: "s/a1" },
      [`${folder}/agent-a2.meta.json`]: { type: "no row", kind: "description of an agent that is not here" },
      [`${folder}/journal.jsonl:1`]: { type: "no row", kind: "journal of an agent that is not here" },
      [`${folder}/journal.jsonl:2`]: { type: "no row", kind: "journal of an agent that is not here" },
      "s/workflows/wf_1.json": { type: "no row", kind: "workflow record that could not be read" },
      "s/workflows/wf_2.json": { type: "joined", to: "s" },
    });
    expect(codes(workspace)).toEqual(["bad-agent-description error", "bad-journal-line warning"]);
  });
});

describe("teammates", () => {
  it("are linked by the agent that the result's text names, else by the prompt in its envelope", async () => {
    const workspace = await fixture("teammates");
    expect(edgesTo(workspace, taskNamed(workspace, "North pier"))).toMatchObject([{ established: "declared" }]);
    expect(edgesTo(workspace, taskNamed(workspace, "South pier"))).toMatchObject([
      { established: "matched", returns: [] },
    ]);
    expect(taskNamed(workspace, "South pier")).toMatchObject({ agent: "south", goal: "\nYou watch the south pier.\n" });
  });

  it("send mail, whose sender is named where there is one", async () => {
    const workspace = await fixture("teammates");
    const rows = await rowsOf(workspace, id("0a"));
    const mail = rows.filter((row) => row.type === "message" && row.input?.kind === "mailbox");
    expect(mail.map((row) => (row.type === "message" ? [row.role, row.input?.sender] : []))).toEqual([
      ["agent", { id: "north", taskId: `${id("0a")}/aa00000000000001`, name: "North pier" }],
      ["agent", undefined],
    ]);
  });
});

describe("agents whose transcript is not here", () => {
  it("are absent Tasks with what their caller's result says", async () => {
    const copy = { status: "completed", agentId: "a1", agentType: "Explore", totalTokens: 900, totalToolUseCount: 4 };
    const workspace = await openFiles({ "s.jsonl": caller(copy) });
    expect(workspace.index.tasks[1]).toMatchObject({
      id: "s/a1",
      parentId: "s",
      record: "absent",
      attached: true,
      title: "Look",
      goal: "Look there.",
      agent: "Explore",
      status: { word: "succeeded" },
      usage: { totalTokens: 900, totalToolUseCount: 4 },
      result: { parts: [{ type: "text", text: "Found." }], row: { taskId: "s", itemId: "u3#1" } },
    });
    expect(workspace.index.edges).toMatchObject([
      { established: "declared", call: "u2#1", returns: [{ itemId: "u3#1" }] },
    ]);
  });

  it("are told from totals alone, where the result names nobody", async () => {
    const workspace = await openFiles({ "s.jsonl": caller({ content: [], totalToolUseCount: 2 }) });
    expect(workspace.index.tasks[1]).toMatchObject({ id: "s/call-t1", record: "absent" });
  });

  it("are none where the call failed before one began, or has no result", async () => {
    const failed = await openFiles({
      "s.jsonl": caller("InputValidationError: no prompt", "<tool_use_error>no</tool_use_error>"),
    });
    expect(failed.index.tasks).toHaveLength(1);
    const open = await openFiles({ "s.jsonl": chain([reply("m1", [call("t1", "Agent", { prompt: "P" })])]) });
    expect(open.index.tasks).toHaveLength(1);
  });

  it("are one Task, however many calls take them up", async () => {
    const again = (n: number): readonly Line[] => [
      reply(`m${n}`, [call(`t${n}`, "Agent", { prompt: `Part ${n}.` })]),
      user([result(`t${n}`, "ok")], { toolUseResult: { status: "completed", agentId: "a1" } }),
    ];
    const workspace = await openFiles({ "s.jsonl": chain([...again(1), ...again(2)]) });
    expect(workspace.index.tasks.map(({ id: own }) => own)).toEqual(["s", "s/a1"]);
    expect(workspace.index.edges).toMatchObject([
      { kind: "created", call: "u1#1" },
      { kind: "waited", call: "u3#1", returns: [{ itemId: "u4#1" }] },
    ]);
  });
});

describe("links that cannot be", () => {
  it("leave an agent unattached that names a call of its own", async () => {
    const workspace = await openFiles({
      "s.jsonl": chain([user("Go.")]),
      "s/subagents/agent-a1.jsonl": agent("a1", "x", [
        user("Look."),
        reply("m", [call("t9", "Agent", { prompt: "More." })]),
      ]),
      "s/subagents/agent-a1.meta.json": '{"toolUseId":"t9"}',
    });
    expect(workspace.index.tasks[1]).toMatchObject({ id: "s/a1", parentId: "s", attached: false });
  });

  it("end where two agents name each other's calls", async () => {
    const one = (own: string, other: string) => [
      user(`I am ${own}.`),
      reply(`m${own}`, [call(`t-${own}`, "Agent", { prompt: `You are ${other}.` })]),
    ];
    const workspace = await openFiles({
      "s.jsonl": chain([user("Go.")]),
      "s/subagents/agent-a1.jsonl": agent("a1", "x", one("a1", "a2")),
      "s/subagents/agent-a1.meta.json": '{"toolUseId":"t-a2"}',
      "s/subagents/agent-a2.jsonl": agent("a2", "y", one("a2", "a1")),
      "s/subagents/agent-a2.meta.json": '{"toolUseId":"t-a1"}',
    });
    expect(workspace.index.tasks.map(({ id: own, parentId, attached }) => [own, parentId, attached])).toEqual([
      ["s", undefined, true],
      ["s/a2", "s", false],
      ["s/a1", "s/a2", true],
    ]);
  });
});
