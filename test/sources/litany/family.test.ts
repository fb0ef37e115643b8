import { describe, expect, it } from "vitest";
import {
  CHILD,
  call,
  exit,
  GRANDCHILD,
  handle,
  type LitanySpec,
  mail,
  ROOT,
  reply,
  result,
  SECOND_CHILD,
  text,
} from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec } from "./open.ts";

const goal = "Check the 2019 importer.";
const dispatch = (id: string, asked = goal) => call(id, "dispatch", { role: "worker", goal: asked });
const child = { goal, messages: { [`001-${ROOT}.md`]: mail({ from: ROOT }, goal) } };

async function edgesFor(spec: LitanySpec) {
  return (await openSpec(spec)).index.edges;
}

describe("the Tasks of a workspace", () => {
  it("are all agents that have a folder anywhere, and those that are only mentioned", async () => {
    const mentioned = `${ROOT}-20270101T095959Z-2fffffff`;
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          messages: {
            "001-m.json": reply([dispatch("c", "Look at the logs.\nAll of them.")]),
            "002-tool.json": result("c", handle(mentioned)),
            "003-passer-by.md": "not an id",
          },
        },
      },
      inbox: { x: { "user-001.md": mail({ from: "user" }, "hello") } },
      steps: { [CHILD]: { "001": { response: "" } } },
    });
    expect(workspace.index.tasks.map((task) => [task.id, task.record, task.status.word])).toEqual([
      [ROOT, "present", "queued"],
      [CHILD, "present", "running"],
      [mentioned, "absent", "unknown"],
      ["x", "present", "queued"],
    ]);
    expect(workspace.index.tasks[2]).toMatchObject({
      title: "Look at the logs.",
      goal: "Look at the logs.\nAll of them.",
      parentId: ROOT,
      createdAt: "2027-01-01T09:59:59Z",
    });
  });

  it("stand parents first, siblings by id", async () => {
    const ids = [GRANDCHILD, SECOND_CHILD, "zebra", CHILD, ROOT, "a b", "20260427T120000Z-aaaa"];
    const workspace = await openSpec({ agents: Object.fromEntries(ids.map((id) => [id, {}])) });
    expect(workspace.index.tasks.map((task) => task.id)).toEqual([
      "20260427T120000Z-aaaa",
      ROOT,
      CHILD,
      GRANDCHILD,
      SECOND_CHILD,
      "a b",
      "zebra",
    ]);
    expect(workspace.index.tasks.map((task) => task.rootId)).toEqual([
      "20260427T120000Z-aaaa",
      ROOT,
      ROOT,
      ROOT,
      ROOT,
      "a b",
      "zebra",
    ]);
  });

  it("keep the parent that their id names although it is not here, and never climb to the next", async () => {
    const workspace = await openSpec({ agents: { [ROOT]: {}, [GRANDCHILD]: {} } });
    expect(workspace.index.tasks).toMatchObject([
      { id: ROOT },
      { id: GRANDCHILD, parentId: CHILD, rootId: ROOT, attached: true },
    ]);
    expect(workspace.index.edges).toEqual([]);
    expect(workspace.index.diagnostics).toContainEqual(
      expect.objectContaining({ code: "parent-not-here", taskId: GRANDCHILD }),
    );
  });

  it("outside the grammar have a parent only where an agent of that name is here", async () => {
    const workspace = await openSpec({ agents: { "my-own": {}, "my-own-old-one": {}, "his-own-old-one": {} } });
    expect(workspace.index.tasks.map((task) => [task.id, task.parentId, task.rootId])).toEqual([
      ["his-own-old-one", undefined, "his-own-old-one"],
      ["my-own", undefined, "my-own"],
      ["my-own-old-one", "my-own", "my-own"],
    ]);
  });

  it.each([
    [
      "what it was asked",
      { goal: "# Fix the date importer.\n\nDetails.", name: "CopperLantern" },
      "Fix the date importer.",
      "CopperLantern",
    ],
    ["the line after one that gives a name", { goal: "You are QuietHarbor.\n\nFix it.\n" }, "Fix it.", "QuietHarbor"],
    ["its name", { goal: " \n\n", name: "CopperLantern\n" }, "CopperLantern", "CopperLantern"],
    ["the end of its id", { name: "" }, "20270101T090412Z-0badcafe", undefined],
    ["a beginning cut at a word", { goal: `${"word ".repeat(30)}end` }, `${"word ".repeat(15)}word…`, undefined],
    ["a beginning cut within a word that is too long", { goal: "ä".repeat(100) }, `${"ä".repeat(80)}…`, undefined],
  ])("are called by %s", async (_, agent, title, name) => {
    const workspace = await openSpec({ agents: { [CHILD]: agent } });
    expect(workspace.index.tasks[0]?.title).toBe(title);
    expect(workspace.index.tasks[0]?.agent).toBe(name);
  });

  it("are helpers where the goal or the tools say so", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { "001-m.json": reply([call("w", "write_summary", { content: "s" })]) } },
        [CHILD]: { goal: `You are the compactor for branch \`${ROOT}\`.\n` },
        [SECOND_CHILD]: {
          messages: {
            "001-m.json": reply([
              call("w", "write_summary", { content: "s" }),
              call("d", "mark_for_deletion", { path: "a" }),
            ]),
          },
        },
      },
    });
    expect(workspace.index.tasks.map((task) => task.helper)).toEqual([
      undefined,
      "its goal calls it the compactor of its parent",
      "its only tools are those of a compactor",
    ]);
    expect(workspace.index.edges.map((edge) => edge.basis)).toEqual([
      expect.stringContaining("helper by itself"),
      expect.stringContaining("helper by itself"),
    ]);
  });
});

describe("delegation", () => {
  const answered = {
    "002-m.json": reply([text("A helper."), dispatch("call_d7")]),
    "003-tool.json": result("call_d7", handle(CHILD)),
  };

  it("is declared by the handle in the call's result", async () => {
    expect(await edgesFor({ agents: { [ROOT]: { messages: answered }, [CHILD]: child } })).toEqual([
      {
        parentTaskId: ROOT,
        childTaskId: CHILD,
        kind: "created",
        established: "declared",
        basis: "the call's result names it",
        call: "002-m.json#2",
        returns: [],
      },
    ]);
  });

  it("is matched by an equal goal where the result is gone", async () => {
    const messages = { "002-m.json": reply([dispatch("call_d7", `${goal}\n`)]) };
    expect(await edgesFor({ agents: { [ROOT]: { messages }, [CHILD]: child } })).toMatchObject([
      { established: "matched", call: "002-m.json#1", childTaskId: CHILD },
    ]);
  });

  it("is not guessed where two children or two calls have the same goal", async () => {
    const one = { "002-m.json": reply([dispatch("c1")]) };
    const two = { "002-m.json": reply([dispatch("c1"), dispatch("c2")]) };
    const twins = await edgesFor({ agents: { [ROOT]: { messages: one }, [CHILD]: child, [SECOND_CHILD]: child } });
    expect(twins.map((edge) => [edge.established, edge.call])).toEqual([
      ["unlinked", undefined],
      ["unlinked", undefined],
    ]);
    expect(await edgesFor({ agents: { [ROOT]: { messages: two }, [CHILD]: child } })).toMatchObject([
      { established: "unlinked" },
    ]);
  });

  it("is told apart by handles where two children have the same goal", async () => {
    const messages = {
      "002-m.json": reply([dispatch("c1"), dispatch("c2")]),
      "003-tool.json": result("c1", handle(SECOND_CHILD)),
    };
    const edges = await edgesFor({ agents: { [ROOT]: { messages }, [CHILD]: child, [SECOND_CHILD]: child } });
    expect(edges.map((edge) => [edge.childTaskId, edge.established, edge.call])).toEqual([
      [SECOND_CHILD, "declared", "002-m.json#1"],
      [CHILD, "matched", "002-m.json#2"],
    ]);
  });

  it("is unlinked where no call names the child", async () => {
    expect(await edgesFor({ agents: { [ROOT]: {}, [CHILD]: child } })).toMatchObject([
      { established: "unlinked", basis: "its id names the parent; no call in the parent's record names it" },
    ]);
  });

  it("made no child where the dispatch failed", async () => {
    const messages = { "002-m.json": reply([dispatch("c1")]), "003-tool.json": result("c1", "budget refused", true) };
    expect(await edgesFor({ agents: { [ROOT]: { messages }, [CHILD]: child } })).toMatchObject([
      { established: "unlinked" },
    ]);
    expect(await edgesFor({ agents: { [ROOT]: { messages } } })).toEqual([]);
  });

  it("is declared by a result whose call was cut away", async () => {
    const messages = { "003-tool.json": result("c1", handle(CHILD)) };
    const edges = await edgesFor({ agents: { [ROOT]: { messages }, [CHILD]: child } });
    expect(edges).toMatchObject([
      { established: "declared", basis: "a result whose call is not in the record names it" },
    ]);
    expect(edges[0]?.call).toBeUndefined();
  });

  it("is not declared by a handle that another tool printed", async () => {
    const messages = {
      "002-m.json": reply([call("b", "bash", { command: "cat" })]),
      "003-tool.json": result("b", handle(CHILD)),
    };
    const workspace = await openSpec({ agents: { [ROOT]: { messages } } });
    expect(workspace.index.tasks).toHaveLength(1);
    expect(workspace.index.edges).toEqual([]);
  });

  it("reaches through the sections of a batch", async () => {
    const batch = call("m", "multi_tool", {
      invocations: [
        { name: "bash", input: { command: "ls" } },
        { name: "dispatch", input: { goal: "first" } },
        { name: "dispatch", input: { goal: "second" } },
        { name: "dispatch", input: { goal: "third" } },
      ],
    });
    const said = [
      "4 invocations",
      "=== [1/4] bash: ok ===",
      exit(0, handle("20270101T000000Z-00000000")),
      "=== [2/4] dispatch: ok ===",
      handle(CHILD),
      "=== [3/4] dispatch: ok ===",
      handle(SECOND_CHILD),
      "=== [4/4] dispatch: declined ===",
      "not now",
    ].join("\n");
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { "002-m.json": reply([batch]), "003-tool.json": result("m", said, true) } },
        [CHILD]: {},
      },
    });
    expect(workspace.index.edges.map((edge) => [edge.childTaskId, edge.established, edge.call])).toEqual([
      [CHILD, "declared", "002-m.json#1"],
      [SECOND_CHILD, "declared", "002-m.json#1"],
    ]);
    expect(workspace.index.tasks.map((task) => [task.id, task.record, task.goal])).toEqual([
      [ROOT, "present", undefined],
      [CHILD, "present", undefined],
      [SECOND_CHILD, "absent", "second"],
    ]);
  });

  it("belongs to the agent whose id is the child's parent where two agents hold the handle", async () => {
    const edges = await edgesFor({
      agents: {
        [ROOT]: { messages: answered },
        [CHILD]: child,
        [SECOND_CHILD]: { messages: { ...answered, "004-m.json": [text("x")] } },
      },
    });
    expect(edges.map((edge) => [edge.parentTaskId, edge.childTaskId, edge.established])).toEqual([
      [ROOT, CHILD, "declared"],
      [ROOT, SECOND_CHILD, "unlinked"],
    ]);
  });

  it("returns as mail: each time, to whom it may be, and also where nobody has read it yet", async () => {
    const back = (epitaph: string, at: string) => mail({ from: CHILD, at, epitaph }, "findings");
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          messages: {
            ...answered,
            [`004-${CHILD}.md`]: back("final-response", "2027-01-01T09:10:00Z"),
            [`005-${CHILD}.md`]: mail({ from: CHILD }, "by the way"),
          },
        },
        [CHILD]: child,
        [SECOND_CHILD]: { messages: { [`002-${CHILD}.md`]: back("final-response", "2027-01-01T09:05:00Z") } },
      },
      inbox: { [ROOT]: { [`${CHILD}-003.md`]: back("stopped", "2027-01-01T09:20:00Z") } },
    });
    const edge = workspace.index.edges.find((found) => found.childTaskId === CHILD);
    expect(edge?.returns).toEqual([
      { taskId: SECOND_CHILD, itemId: `002-${CHILD}.md#1`, epitaph: "final-response", waiting: false },
      { taskId: ROOT, itemId: `004-${CHILD}.md#1`, epitaph: "final-response", waiting: false },
      { taskId: ROOT, itemId: `inbox/${CHILD}-003.md`, epitaph: "stopped", waiting: true },
    ]);
    const task = workspace.index.tasks.find((found) => found.id === CHILD);
    expect(task?.status).toMatchObject({ word: "canceled", certainty: "recorded", reason: "stopped" });
    expect(task?.result).toEqual({ parts: [text("findings")], row: { taskId: ROOT, itemId: `inbox/${CHILD}-003.md` } });
    expect(workspace.index.stored.get(ROOT)).toMatchObject([
      {
        itemId: `inbox/${CHILD}-003.md`,
        input: { kind: "mailbox", sender: { id: CHILD, taskId: CHILD }, ending: { epitaph: "stopped" } },
        parts: [text("findings")],
      },
    ]);
  });
});

describe("a mailbox", () => {
  it("shows a deposit that was delivered too only once, as delivered", async () => {
    const note = mail({ from: "user", at: "2027-01-01T09:00:00Z" }, "hello");
    const workspace = await openSpec({
      agents: { [ROOT]: { messages: { "001-user.md": note } } },
      inbox: {
        [ROOT]: {
          "user-001.md": note,
          "user-010.md": mail({ from: "user" }, "ten"),
          "user-9.md": mail({ from: "user" }, "nine"),
        },
      },
    });
    expect(workspace.index.stored.get(ROOT)?.map((message) => message.itemId)).toEqual([
      "inbox/user-9.md",
      "inbox/user-010.md",
    ]);
    expect(workspace.index.notes).toContainEqual(
      expect.objectContaining({
        record: `inbox/${ROOT}/user-001.md`,
        disposition: { type: "repeated", of: `agents/${ROOT}/messages/001-user.md` },
      }),
    );
  });

  it("keeps a deposit whose name does not say who sent it, and passes over what is none", async () => {
    const workspace = await openSpec({
      agents: { [ROOT]: {} },
      inbox: { [ROOT]: { "odd.md": "words", lock: "", ".user-001.md.tmp": "half" } },
    });
    expect(workspace.index.stored.get(ROOT)).toMatchObject([
      { itemId: "inbox/odd.md", parts: [text("words")], remarks: ["its file name does not say who sent it"] },
    ]);
    expect(
      workspace.index.files.filter((file) => file.path.startsWith("inbox/")).map((file) => [file.kind, file.records]),
    ).toEqual([
      ["other file in a mailbox", 0],
      ["other file in a mailbox", 0],
      ["deposit", 1],
    ]);
  });
});

describe("inherited entries", () => {
  const source = {
    "001-user.md": mail({ from: "user" }, "Fix it."),
    "002-m.json": reply([dispatch("call_d7")]),
    "003-tool.json": result("call_d7", handle(CHILD)),
    [`004-${CHILD}.md`]: mail({ from: CHILD, epitaph: "final-response" }, "done"),
  };

  it("are marked with the row that they copy and count for no edge and no return", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: source },
        [CHILD]: { goal },
        [SECOND_CHILD]: { messages: { ...source, "005-m.json": [text("own")] } },
      },
    });
    const rows = await rowsOf(workspace, SECOND_CHILD);
    expect(rows.map((row) => row.inheritedFrom)).toEqual([
      { taskId: ROOT, itemId: "001-user.md#1" },
      { taskId: ROOT, itemId: "002-m.json#1" },
      { taskId: ROOT, itemId: "003-tool.json#1" },
      { taskId: ROOT, itemId: `004-${CHILD}.md#1` },
      undefined,
    ]);
    expect((await rowsOf(workspace, ROOT)).every((row) => row.inheritedFrom === undefined)).toBe(true);
    expect(workspace.index.edges.map((edge) => [edge.parentTaskId, edge.childTaskId, edge.returns.length])).toEqual([
      [ROOT, CHILD, 1],
      [ROOT, SECOND_CHILD, 0],
    ]);
  });

  it("are found in a root that was forked from another root", async () => {
    const fork = "20270102T090000Z-2a2b3c4d";
    const workspace = await openSpec({
      agents: { [ROOT]: { messages: source }, [fork]: { messages: { ...source, "005-user.md": "on" } } },
    });
    expect((await rowsOf(workspace, fork)).map((row) => row.inheritedFrom?.taskId)).toEqual([
      ROOT,
      ROOT,
      ROOT,
      ROOT,
      undefined,
      undefined,
    ]);
    expect((await rowsOf(workspace, ROOT)).some((row) => row.inheritedFrom)).toBe(false);
  });

  it("are not seen in two conversations that only begin with the same words", async () => {
    const other = "20270102T090000Z-2a2b3c4d";
    const messages = { "001-user.md": "go" };
    const workspace = await openSpec({ agents: { [ROOT]: { messages }, [other]: { messages } } });
    expect((await rowsOf(workspace, other)).some((row) => row.inheritedFrom)).toBe(false);
  });

  it("are not seen where the name is equal and the bytes are not", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { "002-m.json": [text("aaa")] } },
        [CHILD]: { messages: { "002-m.json": [text("bbb")] } },
      },
    });
    expect((await rowsOf(workspace, CHILD)).some((row) => row.inheritedFrom)).toBe(false);
  });

  it("say nothing of how the copy stands", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { ...source, "005-m.json": [text("end")] } },
        [SECOND_CHILD]: { goal: "Go on.", messages: { ...source, "005-m.json": [text("end")] } },
      },
    });
    expect(workspace.index.tasks.find((task) => task.id === SECOND_CHILD)?.status).toMatchObject({
      word: "queued",
      basis: "it has a goal and has not begun",
    });
  });
});
