import { describe, expect, it } from "vitest";
import type { OpenWorkspace, Task } from "../../../src/model/index.ts";
import { HEAD, lines } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { codesOf, openSound } from "./open.ts";

function openTasks(...tasks: readonly unknown[]): Promise<OpenWorkspace> {
  return openSound({ "workspace.json": HEAD, "tasks.jsonl": lines(...tasks) });
}

/** A Task that has not begun needs no transcript. */
const BARE = { id: "t", rootId: "t", status: "scheduled" };

async function taskWith(fields: Readonly<Record<string, unknown>>): Promise<{ task: Task; codes: readonly string[] }> {
  const workspace = await openTasks({ ...BARE, ...fields });
  const [task] = workspace.index.tasks;
  if (task === undefined) throw new Error("there is no Task");
  return { task, codes: codesOf(workspace).filter((code) => code !== "transcript-not-begun") };
}

const ids = ({ index }: OpenWorkspace) => index.tasks.map((task) => task.id);

describe("the fields of a Task", () => {
  it("that are all there are all told", async () => {
    const fields = {
      title: "T",
      goal: "G",
      agent: "A",
      model: "M",
      createdAt: "c",
      startedAt: "s",
      endedAt: "e",
      usage: { in: 1 },
      statusBasis: "b",
      statusCertainty: "guess",
      statusReason: "r",
      helper: "h",
      source: { kind: "issue", url: "u", title: "i" },
      status: "timed_out",
    };
    const { task } = await taskWith(fields);
    expect(task).toMatchObject({
      title: "T",
      goal: "G",
      agent: "A",
      model: "M",
      createdAt: "c",
      startedAt: "s",
      endedAt: "e",
      usage: { in: 1 },
      helper: "h",
      origin: { kind: "issue", url: "u", title: "i" },
      status: { word: "timed_out", basis: "b", certainty: "guess", reason: "r" },
      record: "present",
      attached: true,
    });
  });

  it("that are absent or null are absent", async () => {
    const names = [
      "goal",
      "agent",
      "model",
      "createdAt",
      "startedAt",
      "endedAt",
      "usage",
      "source",
      "helper",
      "result",
    ];
    const { task, codes } = await taskWith(Object.fromEntries(names.map((name) => [name, null])));
    expect(Object.keys(task).sort()).toEqual(["attached", "id", "places", "record", "rootId", "status", "title"]);
    expect(codes).toEqual([]);
  });

  it.each(["title", "goal", "agent", "model", "createdAt", "usage", "source", "helper", "statusReason", "parentId"])(
    "that are ill-formed cost themselves alone: %s",
    async (name) => {
      const { task, codes } = await taskWith({ [name]: [7] });
      expect(task).toMatchObject({ id: "t", status: { word: "scheduled" } });
      expect(codes).toEqual(["ill-formed-field"]);
    },
  );

  it("a bad counter costs that counter alone", async () => {
    const { task, codes } = await taskWith({ usage: { in: -1, out: 2, half: 0.5, word: "3" } });
    expect(task.usage).toEqual({ out: 2 });
    expect(codes).toEqual(["ill-formed-field"]);
  });

  it("a title is one line, and never empty", async () => {
    expect((await taskWith({ title: "one\r\ntwo" })).task.title).toBe("one two");
    expect((await taskWith({ title: " ", goal: "\n\n  Do it.\nThen rest." })).task.title).toBe("Do it.");
    expect((await taskWith({ title: "", agent: "reviewer" })).task.title).toBe("reviewer");
    expect((await taskWith({})).task.title).toBe("t");
  });

  it("each status of the format is known, and another word is kept as unknown", async () => {
    const words = ["scheduled", "queued", "running", "succeeded", "failed", "canceled", "timed_out"];
    for (const status of words) {
      const { task } = await taskWith({ status });
      expect(task.status).toEqual({ word: status, certainty: "recorded", basis: "the ledger records it" });
    }
    const { task, codes } = await taskWith({ status: "paused", statusReason: "for lunch" });
    expect(task.status).toMatchObject({ word: "unknown", reason: "paused: for lunch" });
    expect(codes).toContain("unknown-status");
    const absent = await taskWith({ status: undefined });
    expect(absent.task.status).toMatchObject({ word: "unknown", certainty: "derived" });
    expect(absent.codes).toContain("missing-field");
  });

  it("a result is a text, parts or any other JSON", async () => {
    const partsOf = async (result: unknown) => (await taskWith({ result })).task.result?.parts;
    expect(await partsOf("done")).toEqual([{ type: "text", text: "done" }]);
    expect(await partsOf("")).toEqual([]);
    expect(await partsOf({ ok: true })).toEqual([{ type: "json", value: { ok: true } }]);
    expect(await partsOf([1])).toEqual([{ type: "json", value: [1] }]);
    expect(await partsOf(false)).toEqual([{ type: "json", value: false }]);
    expect(await partsOf({ parts: [{ type: "text", text: "a" }, 7] })).toEqual([
      { type: "text", text: "a" },
      { type: "json", value: 7 },
    ]);
    expect(await partsOf({ parts: 7 })).toEqual([{ type: "json", value: { parts: 7 } }]);
  });

  it("a result's row that is not in the record is left out", async () => {
    const { task, codes } = await taskWith({ result: "done", resultRow: { taskId: "t", itemId: "gone" } });
    expect(task.result).toEqual({ parts: [{ type: "text", text: "done" }] });
    expect(codes).toEqual(["result-row-not-found"]);
  });
});

describe("Tasks and their files", () => {
  it("a record without an id, of another shape or of no JSON is shown as bytes", async () => {
    const workspace = await openTasks({ rootId: "x" }, "[1]", '{"id":', BARE);
    expect(ids(workspace)).toEqual(["t", "«damaged records»"]);
    const rows = await rowsOf(workspace, "«damaged records»");
    expect(rows.map((row) => row.type === "raw" && row.text)).toEqual(['{"rootId":"x"}', "[1]", '{"id":']);
  });

  it("the damaged records' Task gives way to a Task of its id", async () => {
    expect(ids(await openTasks({ ...BARE, id: "«damaged records»" }, "x"))).toEqual([
      "«damaged records»",
      "«damaged records»~2",
    ]);
  });

  it("the same record twice is told as repeated, another one of the same id is shown as bytes", async () => {
    const same = await openTasks(BARE, BARE);
    expect(same.index.notes[1]?.disposition).toEqual({ type: "repeated", of: "tasks.jsonl:1" });
    const other = await openTasks(BARE, { ...BARE, title: "another" });
    expect(codesOf(other)).toContain("duplicate-task");
    expect(await rowsOf(other, "«damaged records»")).toHaveLength(1);
  });

  it("a Task that has begun and has no transcript has a gap instead", async () => {
    const { index } = await openTasks({ ...BARE, status: "succeeded" });
    expect(index.gaps.get("t")).toMatchObject([{ kind: "missing", before: null, unit: ["transcript", "transcripts"] }]);
    expect(index.diagnostics).toMatchObject([{ code: "no-transcript", place: { file: "tasks.jsonl", line: 1 } }]);
  });

  it("a Task known by mention needs no transcript", async () => {
    const { index } = await openTasks({ ...BARE, status: "succeeded", record: "absent" });
    expect([index.tasks[0]?.record, index.gaps.size, index.diagnostics]).toEqual(["absent", 0, []]);
  });

  it("ids of any characters find their transcripts", async () => {
    const odd = ["a/b", "../up", "ä b", "%41", "__proto__", "CON", "t.jsonl"];
    const names = ["a%2Fb", "..%2Fup", "%C3%A4%20b", "%2541", "__proto__", "CON", "t.jsonl"];
    const workspace = await openSound({
      "workspace.json": HEAD,
      "tasks.jsonl": lines(...odd.map((id) => ({ id, rootId: id, status: "running" }))),
      ...Object.fromEntries(names.map((name) => [`transcripts/${name}.jsonl`, lines("{}")])),
    });
    expect(ids(workspace)).toEqual(odd);
    for (const id of odd) expect(await rowsOf(workspace, id)).toHaveLength(1);
  });

  it("a Task may name its transcript, and a name that is a path is not opened", async () => {
    const workspace = await openSound({
      "workspace.json": HEAD,
      "tasks.jsonl": lines(
        { id: "a", rootId: "a", status: "running", transcript: "first.jsonl" },
        { id: "b", rootId: "b", status: "running", transcript: "second" },
        { id: "c", rootId: "c", status: "running", transcript: "../tasks.jsonl" },
        { id: "d", rootId: "d", status: "running", transcript: "first.jsonl" },
      ),
      "transcripts/first.jsonl": lines("{}"),
      "transcripts/second.jsonl": lines("{}"),
    });
    expect([...ids(workspace)]).toEqual(["a", "b", "c", "d"]);
    expect((await rowsOf(workspace, "a")).length + (await rowsOf(workspace, "b")).length).toBe(2);
    expect(await rowsOf(workspace, "c")).toEqual([]);
    expect(codesOf(workspace)).toEqual(
      expect.arrayContaining(["transcript-name-refused", "transcript-claimed-twice", "no-transcript"]),
    );
  });
});

describe("lineage", () => {
  const task = (id: string, parentId?: string, rootId?: string) => ({
    ...BARE,
    id,
    rootId: rootId ?? id,
    ...(parentId && { parentId }),
  });

  it("parents stand before their children, else the order is that of the file", async () => {
    const workspace = await openTasks(task("c", "b", "a"), task("x"), task("b", "a", "a"), task("a"));
    expect(ids(workspace)).toEqual(["a", "b", "c", "x"]);
    expect(codesOf(workspace)).not.toContain("root-disagrees");
  });

  it("a rootId that disagrees with the chain of parents is corrected", async () => {
    const { index } = await openTasks(task("a"), task("b", "a", "zzz"), task("c", undefined, "a"));
    expect(index.tasks.map((one) => one.rootId)).toEqual(["a", "a", "c"]);
    expect(index.diagnostics.filter(({ code }) => code === "root-disagrees").map(({ place }) => place?.line)).toEqual([
      2, 3,
    ]);
  });

  it("without a rootId the chain tells it", async () => {
    const { index } = await openTasks(task("a"), { id: "b", parentId: "a", status: "scheduled" });
    expect(index.tasks[1]?.rootId).toBe("a");
  });

  it("below a parent that is not here the recorded root counts", async () => {
    const { index } = await openTasks(task("b", "a", "r"), task("c", "b", "r"));
    expect(index.tasks.map((one) => [one.id, one.parentId, one.rootId, one.attached])).toEqual([
      ["b", "a", "r", true],
      ["c", "b", "r", true],
    ]);
    expect(index.diagnostics.map(({ code }) => code)).toContain("parent-not-here");
  });

  it("each circle of parents is cut once, at the Task that was recorded first", async () => {
    const { index } = await openTasks(
      task("below", "two", "one"),
      task("one", "three", "one"),
      task("two", "one", "one"),
      task("three", "two", "one"),
      task("self", "self"),
    );
    expect(index.tasks.filter((one) => !one.attached).map((one) => one.id)).toEqual(["one", "self"]);
    expect(index.tasks.map((one) => one.parentId)).toEqual(["three", "one", "two", "two", "self"]);
    expect(index.diagnostics.filter(({ code }) => code === "parent-cycle")).toHaveLength(2);
  });

  it("a chain of ten thousand parents is no depth", async () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => task(`t${at}`, at === 0 ? undefined : `t${at - 1}`, "t0"));
    const { index } = await openTasks(...chain.reverse());
    expect(index.tasks[0]?.id).toBe("t0");
    expect(index.tasks.every((one) => one.rootId === "t0")).toBe(true);
  });
});
