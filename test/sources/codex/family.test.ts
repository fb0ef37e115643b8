import { describe, expect, it } from "vitest";
import type { DelegationEdge } from "../../../src/model/index.ts";
import { rowsOf } from "../records.ts";
import { call, event, fixture, line, meta, openFiles, output, says, tokens } from "./open.ts";

const PARENT = "019f0000-0000-7000-8000-0000000000b1";
const HERON = "019f0001-0000-7000-8000-0000000000b2";
const PLOVER = "019f0001-0000-7000-8000-0000000000b3";

function child(id: string, parent: string | undefined, more: Readonly<Record<string, unknown>> = {}) {
  return meta(id, {
    source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1, agent_nickname: "Wren", ...more } } },
  });
}

function short(edges: readonly DelegationEdge[]) {
  return edges.map((edge) => `${edge.parentTaskId} ${edge.kind} ${edge.established} ${edge.childTaskId}`);
}

describe("a family in one folder", () => {
  it("has the parent, the child with a file, and the child without one", async () => {
    const { index } = await fixture("family");
    expect(
      index.tasks.map(({ id, parentId, rootId, record, agent }) => ({ id, parentId, rootId, record, agent })),
    ).toEqual([
      { id: PARENT, parentId: undefined, rootId: PARENT, record: "present", agent: undefined },
      { id: HERON, parentId: PARENT, rootId: PARENT, record: "present", agent: "Heron" },
      { id: PLOVER, parentId: PARENT, rootId: PARENT, record: "absent", agent: "Plover" },
    ]);
    expect(index.tasks.map((task) => task.attached)).toEqual([true, true, true]);
    expect(index.diagnostics).toEqual([]);
  });

  it("draws an edge from each call that made or awaited a child, with the rows where it returned", async () => {
    const workspace = await fixture("family");
    const label = new Map((await rowsOf(workspace, PARENT)).map((row) => [row.itemId, row.label]));
    const edges = workspace.index.edges.map(({ kind, established, childTaskId, call: from, returns }) => ({
      kind,
      established,
      childTaskId,
      call: label.get(from ?? ""),
      returns: returns.map((back) => `${label.get(back.itemId)} ${back.epitaph} ${back.waiting}`),
    }));
    expect(edges).toEqual([
      {
        kind: "created",
        established: "declared",
        childTaskId: HERON,
        call: "L9",
        returns: ["L22 completed false", "L23 completed false"],
      },
      { kind: "created", established: "declared", childTaskId: PLOVER, call: "L10", returns: ["L24 errored false"] },
      { kind: "waited", established: "declared", childTaskId: HERON, call: "L19", returns: ["L22 completed false"] },
      { kind: "waited", established: "declared", childTaskId: PLOVER, call: "L19", returns: [] },
    ]);
  });

  it("makes no Task of a spawn that failed, and says so on its result", async () => {
    const workspace = await fixture("family");
    const rows = await rowsOf(workspace, PARENT);
    expect(rows.find((row) => row.type === "tool-result" && row.toolCallId === "call_s3")).toMatchObject({
      isError: true,
    });
    expect(rows.find((row) => row.type === "tool-result" && row.toolCallId === "call_s1")).toMatchObject({
      isError: false,
    });
    expect(workspace.index.tasks).toHaveLength(3);
  });

  it("tells the status of a child without a file by what its parent was told", async () => {
    const { index } = await fixture("family");
    expect(index.tasks.at(-1)?.status).toEqual({
      word: "failed",
      certainty: "recorded",
      basis: "its parent's record says so",
      reason: "the model could not be reached",
    });
    expect(index.tasks.at(-1)).toMatchObject({ goal: "Check the 2020 importer.", title: "Check the 2020 importer." });
  });

  it("marks the copied history, row by row, and nothing else", async () => {
    const workspace = await fixture("family");
    const parent = new Map((await rowsOf(workspace, PARENT)).map((row) => [row.itemId, row]));
    const rows = await rowsOf(workspace, HERON);
    const copied = rows.filter((row) => row.inheritedFrom !== undefined);
    expect(copied.map((row) => row.label)).toEqual(["L4", "L5", "L6", "L9", "L10"]);
    for (const row of copied) {
      expect(row.inheritedFrom?.taskId).toBe(PARENT);
      const origin = parent.get(row.inheritedFrom?.itemId ?? "");
      expect(origin?.type).toBe(row.type);
      if (origin?.type === "message" && row.type === "message") expect(origin.parts).toEqual(row.parts);
    }
    expect(rows.find((row) => row.label === "L12")).toMatchObject({ type: "tool-result", toolCallId: "call_s1" });
  });

  it("takes a child's goal, messages and tokens from its own lines", async () => {
    const workspace = await fixture("family");
    const [, task] = workspace.index.tasks;
    expect(task).toMatchObject({ goal: "Check the 2019 importer.", usage: { input_tokens: 3000, output_tokens: 60 } });
    const rows = await rowsOf(workspace, HERON);
    const own = rows.filter((row) => row.inheritedFrom === undefined);
    const sum = own.reduce((total, row) => total + (row.usage?.input_tokens ?? 0), 0);
    expect(sum).toBe(task?.usage?.input_tokens);
    const inputs = own.filter((row) => row.type === "message" && row.role === "agent");
    expect(inputs).toMatchObject([
      { input: { kind: "context", sender: { id: PARENT, taskId: PARENT } } },
      { input: { kind: "mailbox", sender: { id: PARENT, taskId: PARENT } } },
    ]);
  });

  it("shows the report of a child as mail from it, with its ending", async () => {
    const rows = await rowsOf(await fixture("family"), PARENT);
    expect(rows.filter((row) => row.type === "message" && row.role === "agent")).toMatchObject([
      {
        input: {
          kind: "mailbox",
          sender: { id: HERON, taskId: HERON, name: "Heron" },
          ending: { epitaph: "completed" },
        },
      },
      {
        input: {
          kind: "mailbox",
          sender: { id: PLOVER, taskId: PLOVER, name: "Plover" },
          ending: { epitaph: "errored" },
        },
      },
    ]);
  });

  it("says of the copied head whose record it repeats", async () => {
    const { index } = await fixture("family");
    const note = index.notes.find(({ record }) => record.includes("/") && record.endsWith(":2"));
    expect(note?.disposition).toEqual({ type: "repeated", of: `rollout-2027-03-10T09-00-00-${PARENT}.jsonl:1` });
  });

  it("lists files that are no rollouts, with no records", async () => {
    const { index } = await fixture("family");
    expect(index.files.at(-2)).toEqual({ path: "notes.txt", kind: "other file", records: 0 });
  });
});

describe("links between sessions", () => {
  it("stands a sub-agent under a parent that is not here, as a Task without a record", async () => {
    const { index } = await openFiles({ "a.jsonl": [child("c", "p"), says("user", "do it")] });
    expect(index.tasks).toMatchObject([
      { id: "p", record: "absent", attached: true, status: { word: "unknown" } },
      { id: "c", parentId: "p", rootId: "p", attached: true, agent: "Wren" },
    ]);
    expect(short(index.edges)).toEqual(["p created unlinked c"]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["parent-not-here"]);
  });

  it("leaves a review without a parent id unattached", async () => {
    const { index } = await fixture("review");
    expect(index.tasks).toMatchObject([{ id: "review-1", attached: false }]);
    expect(index.tasks[0]?.parentId).toBeUndefined();
  });

  it("attaches a review whose head names the parent by itself", async () => {
    const { index } = await openFiles({
      "a.jsonl": [meta("r", { source: { subagent: "review" }, parent_thread_id: "p" })],
    });
    expect(index.tasks).toMatchObject([{ id: "p" }, { id: "r", parentId: "p", attached: true }]);
  });

  it("links a child whose parent's calls do not name it, and says that none does", async () => {
    const { index } = await openFiles({ "p.jsonl": [meta("p"), says("user", "go")], "c.jsonl": [child("c", "p")] });
    expect(index.edges).toMatchObject([
      { established: "unlinked", basis: expect.stringContaining("no call"), returns: [] },
    ]);
    expect(index.edges[0]?.call).toBeUndefined();
  });

  it("takes the child's id from the call's result where the interface was told nothing", async () => {
    const lines = [
      meta("p"),
      call("1", "spawn_agent", { message: "go" }),
      output("1", '{"agent_id":"c","nickname":"Wren"}'),
    ];
    const { index } = await openFiles({ "p.jsonl": lines });
    expect(index.edges).toMatchObject([
      { established: "declared", childTaskId: "c", basis: expect.stringContaining("result") },
    ]);
    expect(index.tasks[1]).toMatchObject({
      id: "c",
      record: "absent",
      agent: "Wren",
      goal: "go",
      status: { word: "unknown" },
    });
  });

  it("finds a child by the path that newer versions name it with", async () => {
    // No folder: the format calls the first agent `/root`, and the others by the way to them from it.
    const { index } = await openFiles({
      "p.jsonl": [
        meta("p"),
        call("1", "spawn_agent", { message: "go", task_name: "x" }),
        output("1", '{"task_name":"/root/x"}'),
        call("2", "wait_agent", {}),
        event("collab_waiting_end", { call_id: "2", statuses: { "/root/x": { completed: "done" } } }),
        output("2", "{}"),
      ],
      "c.jsonl": [child("c", "p", { agent_path: "/root/x" })],
    });
    expect(short(index.edges)).toEqual(["p created declared c", "p waited declared c"]);
  });

  it("keeps an agent that is waited for though nobody is known to have started it", async () => {
    const { index } = await openFiles({
      "p.jsonl": [meta("p"), call("1", "wait", { ids: ["x"] }), output("1", '{"status":{"x":"shutdown"}}')],
    });
    expect(index.tasks).toMatchObject([
      { id: "p" },
      { id: "x", record: "absent", attached: false, status: { word: "canceled", reason: "shutdown" } },
    ]);
    expect(short(index.edges)).toEqual(["p waited declared x"]);
  });

  it("says what its end was where closing it shut it down", async () => {
    const lines = [
      meta("p"),
      call("1", "spawn_agent", { message: "go" }),
      event("collab_agent_spawn_end", { call_id: "1", new_thread_id: "c", prompt: "go", status: "pending_init" }),
      output("1", "{}"),
      call("2", "wait", { ids: ["c"] }),
      output("2", '{"status":{"c":{"completed":"all well"}}}'),
      call("3", "close_agent", { id: "c" }),
      output("3", '{"status":"shutdown"}'),
    ];
    const { index } = await openFiles({ "p.jsonl": lines });
    expect(index.tasks[1]).toMatchObject({ status: { word: "succeeded" }, result: { parts: [{ text: "all well" }] } });
    expect(index.edges.find(({ kind }) => kind === "created")?.returns).toHaveLength(1);
  });

  it("survives a circle of parents", async () => {
    const { index } = await openFiles({ "a.jsonl": [child("a", "b")], "b.jsonl": [child("b", "a")] });
    expect(index.tasks.map((task) => task.id)).toEqual(["a", "b"]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["parent-cycle", "parent-cycle"]);
  });

  it("survives a session that names itself as its parent", async () => {
    const { index } = await openFiles({ "a.jsonl": [child("a", "a")] });
    expect(index.tasks).toMatchObject([{ id: "a", rootId: "a" }]);
    expect(index.edges).toEqual([]);
  });

  it("gives a second file of the same session a Task of its own", async () => {
    const { index } = await openFiles({
      "a.jsonl": [meta("s"), says("user", "one")],
      "b.jsonl": [meta("s"), says("user", "two")],
    });
    expect(index.tasks.map((task) => [task.id, task.title])).toEqual([
      ["s", "one"],
      ["s~2", "two"],
    ]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["repeated-session-id"]);
  });
});

describe("a copied history", () => {
  const head = meta("c", { forked_from_id: "p" });
  const history = [
    says("user", "the parent's task"),
    event("user_message", { message: "the parent's task" }),
    says("assistant", "begun"),
    tokens([100, 10], [100, 10]),
  ];

  it("is told by the original's lines, also in a fork that a person made", async () => {
    const workspace = await openFiles({
      "p.jsonl": [meta("p"), ...history, says("assistant", "only here")],
      "c.jsonl": [head, meta("p"), ...history, says("user", "the fork's task"), tokens([150, 12], [50, 2])],
    });
    expect(workspace.index.tasks.map((task) => [task.id, task.parentId, task.title])).toEqual([
      ["c", undefined, "the fork's task"],
      ["p", undefined, "the parent's task"],
    ]);
    const rows = await rowsOf(workspace, "c");
    expect(rows.filter((row) => row.inheritedFrom !== undefined).map((row) => row.label)).toEqual(["L3", "L5"]);
    expect(workspace.index.tasks[0]?.usage).toEqual({ input_tokens: 50, output_tokens: 2 });
  });

  it("ends where a turn begins that the original does not have, though later lines look alike", async () => {
    const workspace = await openFiles({
      "p.jsonl": [
        meta("p"),
        event("task_started", { turn_id: "t1" }),
        says("user", "go on"),
        says("assistant", "yes"),
        says("user", "go on"),
      ],
      "c.jsonl": [
        head,
        meta("p"),
        event("task_started", { turn_id: "t1" }),
        says("user", "go on"),
        event("task_started", { turn_id: "t2" }),
        says("user", "go on"),
      ],
    });
    const rows = await rowsOf(workspace, "c");
    expect(rows.filter((row) => row.type === "message").map((row) => row.inheritedFrom !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  it("is told by its time-ordered turns where the original is not here", async () => {
    const id = (n: number) => `019f0000-${n}000-7000-8000-000000000000`;
    const turn = (n: number) => event("task_started", { turn_id: id(n) });
    const workspace = await openFiles({
      "c.jsonl": [
        meta(id(2), { forked_from_id: id(0) }),
        meta(id(0)),
        turn(1),
        says("user", "old"),
        turn(3),
        says("user", "new"),
      ],
    });
    const rows = await rowsOf(workspace, id(2));
    expect(rows.filter((row) => row.inheritedFrom?.taskId === id(0)).map((row) => row.label)).toEqual(["L4"]);
    expect(workspace.index.tasks[0]?.goal).toBe("new");
  });

  it("is told by the words that hand the work over where the original is not here", async () => {
    const handed =
      "You are the newly spawned agent. The prior conversation history was forked from your parent agent. Go.";
    const workspace = await openFiles({
      "c.jsonl": [
        head,
        meta("p"),
        says("user", "old"),
        call("1", "spawn_agent", {}),
        output("1", handed),
        says("user", "new"),
      ],
    });
    const rows = await rowsOf(workspace, "c");
    expect(rows.filter((row) => row.inheritedFrom !== undefined).map((row) => row.label)).toEqual(["L3", "L4"]);
  });

  it("is told in its beginning at least by the head that it brings along", async () => {
    const workspace = await openFiles({
      "c.jsonl": [head, meta("p"), says("user", "old"), says("user", "new"), event("user_message", { message: "new" })],
    });
    const rows = await rowsOf(workspace, "c");
    expect(rows.filter((row) => row.inheritedFrom !== undefined).map((row) => row.label)).toEqual(["L3"]);
  });

  it("is said to be unknown where nothing tells it", async () => {
    const { index } = await openFiles({ "c.jsonl": [head, says("user", "old or new")] });
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["copied-history-unmarked"]);
  });

  it("makes no edges and no children of calls that were copied", async () => {
    const spawn = [call("1", "spawn_agent", { message: "go" }), output("1", '{"agent_id":"x"}')];
    const { index } = await openFiles({
      "p.jsonl": [meta("p"), ...spawn],
      "c.jsonl": [head, meta("p"), ...spawn, says("user", "mine")],
    });
    expect(short(index.edges)).toEqual(["p created declared x"]);
  });

  it("may hold the heads of all sessions before it", async () => {
    const { index } = await openFiles({
      "p.jsonl": [meta("p", { forked_from_id: "g" }), meta("g"), says("user", "first")],
      "c.jsonl": [head, meta("p", { forked_from_id: "g" }), meta("g"), says("user", "first"), says("user", "mine")],
    });
    expect(index.diagnostics.filter(({ code }) => code === "second-session-id")).toEqual([]);
  });
});

it("takes a head in which nothing is right for one that says nothing", async () => {
  const { index } = await openFiles({
    "rollout-x.jsonl": [
      line("session_meta", { id: 7, source: { subagent: [] }, timestamp: {}, git: null }),
      says("user", "hello"),
    ],
  });
  expect(index.tasks).toMatchObject([{ id: "rollout-x.jsonl", title: "hello", attached: true }]);
});
