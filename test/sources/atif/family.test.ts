import { describe, expect, it } from "vitest";
import type { DelegationEdge } from "../../../src/model/index.ts";
import { rowsOf } from "../records.ts";
import { fixture, openFiles, trajectory } from "./open.ts";

const say = (message: string, more: Readonly<Record<string, unknown>> = {}) => ({ source: "agent", message, ...more });
const refer = (...refs: readonly unknown[]) => ({
  observation: { results: [{ content: "x", subagent_trajectory_ref: refs }] },
});

function short(edges: readonly DelegationEdge[]) {
  return edges.map(
    (edge) =>
      `${edge.parentTaskId} ${edge.established} ${edge.childTaskId} ${edge.call ?? "-"} ${edge.returns.map((back) => back.itemId).join(",")}`,
  );
}

describe("sub-agents", () => {
  it("are linked by path, else by session, and those that are not here stand as Tasks", async () => {
    const { index } = await fixture("delegation");
    expect(index.tasks.map((task) => [task.id, task.parentId, task.record])).toEqual([
      ["market-1", undefined, "present"],
      ["plums", "market-1", "present"],
      ["pears", "market-1", "present"],
      ["stray", "market-1", "present"],
      ["figs", "market-1", "absent"],
    ]);
    expect(short(index.edges)).toEqual([
      "market-1 declared pears market-1/2#2 market-1/2#4",
      "market-1 declared plums market-1/2#3 market-1/2#5",
      "market-1 declared figs market-1/3#2 market-1/3#3",
      "market-1 unlinked stray - ",
    ]);
    expect(index.edges.map((edge) => edge.basis)).toEqual([
      "the step's observation names it by its path",
      "the step's observation names it by its session",
      "the step's observation names it, and it is not here",
      "its own head names the parent's session; no step refers to it",
    ]);
    expect(index.diagnostics).toEqual([]);
  });

  it("can stand in the trajectory itself, and are linked by their own id", async () => {
    const { index } = await fixture("embedded");
    expect(index.tasks.map((task) => [task.id, task.parentId])).toEqual([
      ["hill-1", undefined],
      ["sheep", "hill-1"],
    ]);
    expect(short(index.edges)).toEqual(["hill-1 declared sheep hill-1/2#1 hill-1/2#2"]);
    expect(index.files).toEqual([{ path: "trajectory.json", kind: "trajectory", records: 7 }]);
  });

  it("can be found by the end of their file's name where nothing else names them", async () => {
    const { index } = await openFiles({
      "run.a.json": trajectory("a", [say("go", refer({ trajectory_path: "b.json" }))]),
      "run.b.json": trajectory("b", []),
    });
    expect(short(index.edges)).toEqual(["a declared b a/1#1 a/1#2"]);
  });

  it("are told apart by file name where several have the session that is named", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("a", [say("go", refer({ session_id: "b", trajectory_path: "two.json" }))]),
      "x.one.json": trajectory("b", []),
      "x.two.json": trajectory("b", []),
    });
    expect(short(index.edges)).toEqual(["a declared b~2 a/1#1 a/1#2"]);
  });

  it("stand under a parent that only they name, here or not", async () => {
    const child = (parent: string) => ({ agent: { name: "x", version: "1", extra: { parent_session_id: parent } } });
    const { index } = await openFiles({
      "a.json": trajectory("a", [], child("gone")),
      "b.json": trajectory("b", [], child("a")),
      "c.json": trajectory("c", [], child("c")),
    });
    expect(index.tasks.map((task) => [task.id, task.parentId, task.record])).toEqual([
      ["c", undefined, "present"],
      ["gone", undefined, "absent"],
      ["a", "gone", "present"],
      ["b", "a", "present"],
    ]);
    expect(index.diagnostics.filter(({ code }) => code !== "no-steps").map(({ code }) => code)).toEqual([
      "parent-not-here",
    ]);
  });

  it("that refer to each other in a circle are all shown", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("a", [say("go", refer({ session_id: "b" }))]),
      "b.json": trajectory("b", [say("go", refer({ session_id: "a" }, { session_id: "b" }))]),
    });
    expect(index.tasks.map((task) => task.id)).toEqual(["a", "b"]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["parent-cycle", "parent-cycle"]);
  });

  it("that a second step refers to came back a second time", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("a", [say("go", refer({ session_id: "b" })), say("again", refer({ session_id: "b" }))]),
    });
    expect(short(index.edges)).toEqual(["a declared b a/1#1 a/1#2,a/2#2"]);
  });

  it("are not made by references without any name", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("a", [say("go", refer({}, 7, null, "x", { session_id: 4 }))]),
    });
    expect(index.tasks).toHaveLength(1);
  });
});

describe("summaries of the context", () => {
  it("refer to helpers, which are marked as such", async () => {
    const { index } = await fixture("summarised");
    expect(index.tasks.map((task) => [task.id, task.title, task.helper !== undefined, task.record])).toEqual([
      ["walk-1", "Walk to the mill.", false, "present"],
      ["walk-1-summarization-1-summary", "Context summarization 1: Step 1 - Summary generation", true, "present"],
      ["walk-1-summarization-1-answers", "Context summarization 1: Step 3 - Answer providing", true, "absent"],
    ]);
    expect(short(index.edges)).toEqual([
      "walk-1 declared walk-1-summarization-1-summary walk-1/3#1 ",
      "walk-1 declared walk-1-summarization-1-answers walk-1/3#1 ",
    ]);
  });

  it("leave copied steps in the helper, marked as those of the parent", async () => {
    const workspace = await fixture("summarised");
    const rows = await rowsOf(workspace, "walk-1-summarization-1-summary");
    expect(rows.map((row) => row.inheritedFrom)).toEqual([
      undefined,
      { taskId: "walk-1", itemId: "walk-1/1#1" },
      { taskId: "walk-1", itemId: "walk-1/2#1" },
      undefined,
      undefined,
    ]);
  });
});

describe("continuations", () => {
  it("are one Task with the trajectory that names them, though the file has another name", async () => {
    const { index } = await fixture("continued");
    expect(index.tasks.map((task) => task.id)).toEqual(["climb-1"]);
    expect(index.tasks[0]).toMatchObject({
      status: { word: "succeeded" },
      usage: { total_prompt_tokens: 120, total_completion_tokens: 11 },
      result: { row: { itemId: "climb-1/3~2#1" } },
    });
  });

  it("go on in the same ledger, with copied steps marked", async () => {
    const rows = await rowsOf(await fixture("continued"), "climb-1");
    expect(rows.map((row) => `${row.label} ${row.itemId}`)).toEqual([
      "head climb-1/head#1",
      "1 climb-1/1#1",
      "2.1 climb-1/2#1",
      "2.2 climb-1/2#2",
      "3 climb-1/3#1",
      "c1/head climb-1/head~2#1",
      "c1/1 climb-1/1~2#1",
      "c1/2 climb-1/2~2#1",
      "c1/3 climb-1/3~2#1",
    ]);
    expect(rows.find((row) => row.label === "c1/1")?.inheritedFrom).toEqual({
      taskId: "climb-1",
      itemId: "climb-1/1#1",
    });
    expect(rows.find((row) => row.label === "c1/2")).toMatchObject({ remarks: [expect.stringContaining("copied")] });
    expect(rows.find((row) => row.label === "c1/2")?.inheritedFrom).toBeUndefined();
    expect(rows.find((row) => row.label === "c1/3")?.inheritedFrom).toBeUndefined();
  });

  it("are found by path, by name, by count, and otherwise told as missing", async () => {
    const first = trajectory("s", [say("a")], { continued_trajectory_ref: "more/next.json" });
    const second = trajectory("s", [say("b")]);
    const counted = trajectory("s", [say("b")], {
      agent: { name: "x", version: "1", extra: { continuation_index: 1 } },
    });
    const tasks = async (files: Readonly<Record<string, unknown>>) =>
      (await openFiles(files)).index.tasks.map((task) => task.id);
    expect(await tasks({ "a.json": first, "more/next.json": second })).toEqual(["s"]);
    expect(await tasks({ "a.json": first, "long.next.json": second })).toEqual(["s"]);
    expect(await tasks({ "a.json": first, "b.json": counted })).toEqual(["s"]);
    expect(await tasks({ "a.json": first, "b.json": second, "c.json": second })).toEqual(["s", "s~2", "s~3"]);
    const { index } = await openFiles({ "a.json": first });
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["continuation-not-here"]);
    expect(index.tasks[0]?.status).toMatchObject({ word: "unknown", basis: expect.stringContaining("not here") });
  });

  it("that form a circle end", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("s", [say("a")], { continued_trajectory_ref: "b.json" }),
      "b.json": trajectory("s", [say("b")], { continued_trajectory_ref: "a.json" }),
    });
    expect(index.tasks).toHaveLength(1);
    const { index: self } = await openFiles({
      "a.json": trajectory("s", [say("a")], { continued_trajectory_ref: "a.json" }),
    });
    expect(self.tasks).toHaveLength(1);
  });
});

describe("sessions", () => {
  it("that share an id get Tasks of their own, and those without one are named by their file", async () => {
    const { index } = await openFiles({
      "a.json": trajectory("s", []),
      "b.json": trajectory("s", []),
      "c.json": { schema_version: "ATIF-v1.4", steps: [] },
      "d.json": { ...trajectory("", []), trajectory_id: "t" },
    });
    expect(index.tasks.map((task) => task.id)).toEqual(["s", "s~2", "c.json", "t"]);
  });
});
