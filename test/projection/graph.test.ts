import { describe, expect, it } from "vitest";
import { createGraph } from "../../src/projection/index.ts";
import { ancestors, treeAround } from "../../src/projection/tree.ts";
import { call, index, surveyRows, task } from "../support/rows.ts";

const chain = (length: number) =>
  Array.from({ length }, (_, i) => task(`t${i}`, i === 0 ? {} : { parentId: `t${i - 1}`, rootId: "t0" }));

describe("the Task graph", () => {
  it("puts a Task whose parent is not here at the top and says so", () => {
    const graph = createGraph(index([task("a", { parentId: "gone" })]), new Map());
    expect(graph.roots.map((root) => [root.task.id, root.parent])).toEqual([["a", "not here"]]);
  });

  it("loses no Task in a cycle of parents", () => {
    const graph = createGraph(
      index([task("a", { parentId: "b" }), task("b", { parentId: "a" }), task("c", { parentId: "c" })]),
      new Map(),
    );
    expect(graph.tasks.map(({ task }) => task.id).sort()).toEqual(["a", "b", "c"]);
  });

  it("holds a chain of 20,000 Tasks", () => {
    const graph = createGraph(index(chain(20_000)), new Map());
    expect(graph.tasks[19_999]?.depth).toBe(19_999);
  });

  it("keeps parents before children and siblings in the source's order", () => {
    const tasks = [
      task("r"),
      task("b", { parentId: "r" }),
      task("a", { parentId: "r" }),
      task("b1", { parentId: "b" }),
    ];
    expect(createGraph(index(tasks), new Map()).tasks.map(({ task }) => task.id)).toEqual(["r", "b", "b1", "a"]);
  });

  it("drops a duration that runs backwards", () => {
    const skewed = task("a", { startedAt: "2027-01-01T10:00:00Z", endedAt: "2027-01-01T09:00:00Z" });
    expect(createGraph(index([skewed]), new Map()).tasks[0]).not.toHaveProperty("durationMs");
  });

  it("has the edges to children in the order of the calls, and those that no call names last", async () => {
    const edge = (childTaskId: string, call?: string) => ({
      parentTaskId: "r",
      childTaskId,
      kind: "created" as const,
      established: "declared" as const,
      basis: "it says so",
      returns: [],
      ...(call !== undefined && { call }),
    });
    const tasks = ["r", "c1", "c2", "c3", "c4"].map((id) => task(id, id === "r" ? {} : { parentId: "r" }));
    const edges = [edge("c1"), edge("c2", call(9, "z").itemId), edge("c3", "gone"), edge("c4", call(2, "y").itemId)];
    const survey = await surveyRows([call(2, "y"), call(9, "z")], { of: task("r") });
    const graph = createGraph(index(tasks, { edges }), new Map([["r", survey]]));
    expect(graph.childEdges("r").map(({ edge }) => edge.childTaskId)).toEqual(["c4", "c2", "c1", "c3"]);
  });

  it("has no status for a tree: a child's failure leaves its parent's word alone", () => {
    const failed = { word: "failed", basis: "it says so", certainty: "recorded" } as const;
    const graph = createGraph(index([task("r"), task("c", { parentId: "r", status: failed })]), new Map());
    expect(graph.tasks.map(({ task }) => task.status.word)).toEqual(["succeeded", "failed"]);
  });
});

describe("the tree around a Task", () => {
  it("holds the first and last five ancestors, and says where some are left out", () => {
    const graph = createGraph(index(chain(15)), new Map());
    expect(ancestors(graph, "t14").map((facts) => facts?.task.id)).toEqual([
      "t0",
      "t1",
      "t2",
      "t3",
      "t4",
      undefined,
      "t9",
      "t10",
      "t11",
      "t12",
      "t13",
    ]);
  });

  it("holds twenty siblings either side and counts the rest", () => {
    const tasks = [task("r"), ...Array.from({ length: 100 }, (_, i) => task(`c${i}`, { parentId: "r" }))];
    const [root] = treeAround(createGraph(index(tasks), new Map()), "c50");
    expect(root?.children).toHaveLength(41);
    expect(root?.children[0]?.hidden?.before).toBe(30);
    expect(root?.children[40]?.hidden?.after).toBe(29);
    expect(root?.children.filter((node) => node.current).map((node) => node.taskId)).toEqual(["c50"]);
  });

  it("holds the first fifty children and counts the rest", () => {
    const tasks = [task("r"), ...Array.from({ length: 60 }, (_, i) => task(`c${i}`, { parentId: "r" }))];
    const [root] = treeAround(createGraph(index(tasks), new Map()), "r");
    expect(root?.children).toHaveLength(50);
    expect(root?.hidden?.inside).toBe(10);
  });

  it("ends in a cycle of parents", () => {
    const graph = createGraph(index([task("a", { parentId: "b" }), task("b", { parentId: "a" })]), new Map());
    expect(treeAround(graph, "b").length).toBe(1);
  });
});
