import { describe, expect, it } from "vitest";
import type { DelegationEdge } from "../../../src/model/index.ts";
import { HEAD, lines, rowRecord } from "../../support/ledger.ts";
import { codesOf, openSound } from "./open.ts";

const call = (n: number, toolCallId: string, more: object = {}) =>
  rowRecord(n, { type: "tool-call", toolCallId, content: { name: "dispatch", input: {}, ...more } });

function openEdges(rows: readonly unknown[], edges: readonly unknown[], mail: readonly unknown[] = []) {
  return openSound({
    "workspace.json": HEAD,
    "tasks.jsonl": lines(
      { id: "p", rootId: "p", status: "running" },
      { id: "c", rootId: "p", parentId: "p", status: "scheduled" },
    ),
    "delegations.jsonl": lines(...edges),
    "transcripts/p.jsonl": lines(...rows),
    ...(mail.length > 0 && { "mailbox/p.jsonl": lines(...mail) }),
  });
}

const EDGE = { parentTaskId: "p", childTaskId: "c", kind: "created", established: "declared" };

async function edgesOf(rows: readonly unknown[], ...edges: readonly unknown[]): Promise<readonly DelegationEdge[]> {
  return (await openEdges(rows, edges)).index.edges;
}

describe("a delegation edge", () => {
  it("finds its call by toolCallId, or by itemId, which counts first", async () => {
    const rows = [call(1, "x"), call(2, "y"), call(3, "y")];
    expect(await edgesOf(rows, { ...EDGE, toolCallId: "y" })).toMatchObject([{ call: "r2", established: "declared" }]);
    expect(await edgesOf(rows, { ...EDGE, toolCallId: "y", call: "r3" })).toMatchObject([{ call: "r3" }]);
    expect(await edgesOf(rows, { ...EDGE, toolCallId: "y", call: "gone" })).toMatchObject([{ call: "r2" }]);
  });

  it("stands without a call that is not in the record, and says so", async () => {
    const workspace = await openEdges([rowRecord(1)], [{ ...EDGE, toolCallId: "gone" }]);
    expect(workspace.index.edges).toEqual([
      {
        parentTaskId: "p",
        childTaskId: "c",
        kind: "created",
        established: "declared",
        basis: "the ledger records it; the call is not in the record",
        returns: [],
      },
    ]);
    expect(codesOf(workspace)).toContain("edge-call-not-found");
  });

  it("tells each way of being established, and by its call where the record does not say", async () => {
    for (const established of ["declared", "matched", "unlinked"]) {
      expect(await edgesOf([call(1, "x")], { ...EDGE, established })).toMatchObject([{ established }]);
    }
    const { established: _e, kind: _k, ...bare } = EDGE;
    expect(await edgesOf([call(1, "x")], { ...bare, toolCallId: "x" })).toMatchObject([
      { established: "declared", kind: "created" },
    ]);
    expect(await edgesOf([call(1, "x")], bare)).toMatchObject([{ established: "unlinked" }]);
  });

  it("lists the rows where the child returned, in whose ledger, and with which words", async () => {
    const returns = [{ itemId: "r1" }, { itemId: "r2", taskId: "p", epitaph: "stopped" }];
    expect(await edgesOf([rowRecord(1), rowRecord(2)], { ...EDGE, returns })).toMatchObject([
      {
        returns: [
          { taskId: "p", itemId: "r1", waiting: false },
          { taskId: "p", itemId: "r2", epitaph: "stopped", waiting: false },
        ],
      },
    ]);
  });

  it("leaves out a return that is not in the record, and shows its bytes", async () => {
    const workspace = await openEdges([rowRecord(1)], [{ ...EDGE, returns: [{ itemId: "gone" }, { itemId: "r1" }] }]);
    expect(workspace.index.edges[0]?.returns).toMatchObject([{ itemId: "r1" }]);
    expect(codesOf(workspace)).toContain("edge-return-not-found");
    expect(workspace.index.tasks.at(-1)?.title).toBe("Damaged records");
  });

  it("may have a return that waits in a mailbox, if it is there", async () => {
    const edges = [
      {
        ...EDGE,
        returns: [
          { itemId: "mail m", waiting: true },
          { itemId: "mail n", waiting: true },
        ],
      },
    ];
    const { index } = await openEdges([rowRecord(1)], edges, [{ id: "m", taskId: "p", text: "done" }]);
    expect(index.edges[0]?.returns).toEqual([{ taskId: "p", itemId: "mail m", waiting: true }]);
  });

  it("to a Task that is not there has the Task as absent, below the parent that created it", async () => {
    const { index } = await openEdges(
      [call(1, "x")],
      [
        { ...EDGE, childTaskId: "made", toolCallId: "x" },
        { ...EDGE, childTaskId: "awaited", kind: "waited" },
        { ...EDGE, parentTaskId: "caller" },
      ],
    );
    const absent = index.tasks.filter((task) => task.record === "absent");
    expect(absent.map((task) => [task.id, task.parentId, task.rootId, task.status.word])).toEqual([
      ["made", "p", "p", "unknown"],
      ["awaited", undefined, "awaited", "unknown"],
      ["caller", undefined, "caller", "unknown"],
    ]);
  });

  it("without one of its ends is shown as bytes", async () => {
    const { index } = await openEdges([], [{ childTaskId: "c" }, { parentTaskId: "p" }, "[]"]);
    expect(index.edges).toEqual([]);
    expect(index.tasks.at(-1)?.title).toBe("Damaged records");
  });
});

describe("a call that names its child", () => {
  it("is an edge of its own", async () => {
    expect(await edgesOf([call(1, "x", { delegatesTo: "c" })])).toEqual([
      {
        parentTaskId: "p",
        childTaskId: "c",
        kind: "created",
        established: "declared",
        basis: "its call names the child",
        call: "r1",
        returns: [],
      },
    ]);
  });

  it("gives its call to the edge that names none, and adds nothing to the one that names it", async () => {
    const rows = [rowRecord(0), call(1, "x", { delegatesTo: "c" })];
    expect(await edgesOf(rows, { ...EDGE, established: "unlinked", returns: [{ itemId: "r0" }] })).toMatchObject([
      { established: "declared", call: "r1", returns: [{ itemId: "r0" }] },
    ]);
    expect(await edgesOf(rows, { ...EDGE, toolCallId: "x" })).toHaveLength(1);
  });

  it("makes a Task that is not there absent", async () => {
    const workspace = await openEdges([call(1, "x", { delegatesTo: "gone" })], []);
    expect(workspace.index.tasks.at(-1)).toMatchObject({ id: "gone", parentId: "p", record: "absent" });
    expect(codesOf(workspace)).toContain("edge-to-absent-task");
  });
});
