import { describe, expect, it } from "vitest";
import { call, gap, input, message, result, surveyRows, task } from "../support/rows.ts";

const joins = (survey: Awaited<ReturnType<typeof surveyRows>>) =>
  survey.entries.filter((entry) => entry.joins !== undefined).map((entry) => [entry.label, entry.joins]);

describe("pairing calls with results", () => {
  it("joins a result with its call wherever it lies", async () => {
    const survey = await surveyRows([call(1, "x"), message(2), message(3), result(4, "x")]);
    expect(joins(survey)).toEqual([["004", "messages/001#1"]]);
    expect(survey.noResult.size).toBe(0);
  });

  it("pairs repeated ids in order", async () => {
    const survey = await surveyRows([call(1, "x"), call(2, "x"), result(3, "x"), result(4, "x")]);
    expect(joins(survey)).toEqual([
      ["003", "messages/001#1"],
      ["004", "messages/002#1"],
    ]);
  });

  it("keeps a result whose call was compacted away", async () => {
    const survey = await surveyRows([result(5, "gone")], { gaps: [gap(5)] });
    expect(survey.entries.map(({ type, mark }) => [type, mark])).toEqual([
      ["gap", undefined],
      ["tool-result", "orphan result"],
    ]);
  });

  it("takes a result that stands before any call of its id as an orphan", async () => {
    const survey = await surveyRows([result(1, "x"), call(2, "x")]);
    expect(survey.entries[0]?.mark).toBe("orphan result");
    expect([...survey.noResult.keys()]).toEqual(["messages/002#1"]);
  });

  it("does not let ids that name object members pair by accident", async () => {
    const survey = await surveyRows([call(1, "constructor"), result(2, "__proto__")]);
    expect(joins(survey)).toEqual([]);
  });
});

describe("why a call has no result", () => {
  const running = task("a", { status: { word: "running", basis: "its tail is open", certainty: "guess" } });
  const reasons = async (...args: Parameters<typeof surveyRows>) => [...(await surveyRows(...args)).noResult.values()];

  it("was running when the copy was made, if nothing decisive follows", async () => {
    expect(await reasons([call(1, "x")], { of: running })).toEqual(["running at copy time"]);
  });

  it("was running still, if only mail follows", async () => {
    expect(await reasons([call(1, "x"), input(2, { turnIndex: 1 })], { of: running })).toEqual([
      "running at copy time",
    ]);
  });

  it("has none because the Task ended first", async () => {
    expect(await reasons([call(1, "x")], { of: task("a") })).toEqual(["task ended first"]);
  });

  it("was interrupted, if the model replied again", async () => {
    expect(await reasons([call(1, "x"), message(2, { turnIndex: 1 })], { of: running })).toEqual(["interrupted"]);
  });

  it("is not interrupted by the rest of its own reply", async () => {
    expect(await reasons([call(1, "x"), message(2), call(3, "y")], { of: running })).toEqual([
      "running at copy time",
      "running at copy time",
    ]);
  });

  it("lost it in a gap, if a gap stands before the next reply", async () => {
    const rows = [call(1, "x"), message(5, { turnIndex: 1 })];
    expect(await reasons(rows, { of: running, gaps: [gap(5)] })).toEqual(["in a gap"]);
  });

  it("was interrupted, if the gap comes only after the next reply", async () => {
    const rows = [call(1, "x"), message(2, { turnIndex: 1 }), message(5, { turnIndex: 2 })];
    expect(await reasons(rows, { of: running, gaps: [gap(5)] })).toEqual(["interrupted"]);
  });

  it("never had one to come, if the provider ran it", async () => {
    expect(
      await reasons([call(1, "x", { providerSide: true }), message(2, { turnIndex: 1 })], { of: running }),
    ).toEqual(["provider side"]);
  });
});

describe("sums", () => {
  it("adds counters under their own names and never sums a size", async () => {
    const rows = [
      message(1, { usage: { input_tokens: 5, context_window: 1000 } }),
      message(2, { turnIndex: 1, usage: { input_tokens: 7, thinking_tokens: 2, context_window: 1000 } }),
    ];
    const { counts } = await surveyRows(rows);
    expect(counts.usage).toEqual({ input_tokens: 12, thinking_tokens: 2 });
    expect(counts.usageAtLeast).toBe(false);
  });

  it("calls a sum a lower bound when a reply reports none", async () => {
    const { counts } = await surveyRows([message(1, { usage: { input_tokens: 5 } }), message(2, { turnIndex: 1 })]);
    expect(counts.usageAtLeast).toBe(true);
  });

  it("calls a sum a lower bound when rows are gone", async () => {
    const { counts } = await surveyRows([message(5, { usage: { input_tokens: 5 } })], { gaps: [gap(5)] });
    expect(counts.usageAtLeast).toBe(true);
  });

  it("leaves inherited rows out of every sum but their own", async () => {
    const inheritedFrom = { taskId: "b", itemId: "messages/001#1" };
    const rows = [
      call(1, "x", { inheritedFrom, usage: { input_tokens: 9 } }),
      result(2, "x", { inheritedFrom, isError: true }),
      message(3),
    ];
    const { counts } = await surveyRows(rows);
    expect(counts).toMatchObject({ rows: 3, inheritedRows: 2, toolCalls: 0, failedCalls: 0, messages: 1, usage: {} });
  });

  it("counts a record once, however many rows it has", async () => {
    const rows = [
      message(1, { record: "f", place: { file: "f" } }),
      call(2, "x", { record: "f", place: { file: "f" } }),
    ];
    expect((await surveyRows(rows)).records.get("f")).toEqual({ shown: 1, shownInPart: 0, withheld: 0, raw: 0 });
  });
});

describe("places of what is not a row", () => {
  it("puts a gap directly before its row, and one at the end last", async () => {
    const survey = await surveyRows([message(1), message(5)], { gaps: [gap(5), gap(null)] });
    expect(survey.entries.map((entry) => entry.type)).toEqual(["message", "gap", "message", "gap"]);
  });

  it("keeps several gaps before one row, in their order", async () => {
    const survey = await surveyRows([message(5)], { gaps: [gap(5, { id: "one" }), gap(5, { id: "two" })] });
    expect(survey.entries.map((entry) => entry.itemId)).toEqual(["one", "two", message(5).itemId]);
  });

  it("lists a failed call by its call's label", async () => {
    const survey = await surveyRows([call(1, "x"), result(2, "x", { exitCode: 1 })]);
    expect(survey.failures).toMatchObject([{ label: "001", kind: "Shell", about: "ls" }]);
  });
});
