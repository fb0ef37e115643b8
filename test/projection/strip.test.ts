import { describe, expect, it } from "vitest";
import { failureNeighbours, strip } from "../../src/projection/strip.ts";
import { call, gap, input, message, result, surveyRows } from "../support/rows.ts";

const kinds = async (...args: Parameters<typeof surveyRows>) => {
  const survey = await surveyRows(...args);
  return strip(survey, survey.entries, true)?.ticks.map(({ kind }) => kind);
};

describe("the ledger at a glance", () => {
  it("has one tick for each row, a call and its result being one, and one for each gap", async () => {
    const rows = [input(1), call(2, "x"), result(3, "x"), message(5), result(6, "gone")];
    expect(await kinds(rows, { gaps: [gap(5)] })).toEqual(["input", "tool", "gap", "answer", "tool"]);
  });

  it("tells of what is withheld that it is, also where only the result of a call is", async () => {
    const restricted = { rule: "r" };
    expect(await kinds([message(1, { restricted }), call(2, "x"), result(3, "x", { restricted })])).toEqual([
      "withheld",
      "withheld",
    ]);
  });

  it("lets a tick stand for several rows of a long ledger, and tells the most telling of them", async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => message(at + 1));
    const survey = await surveyRows(rows, { gaps: [gap(700)] });
    const made = strip(survey, survey.entries, true);
    expect(made?.ticks.length).toBeLessThanOrEqual(180);
    expect(made?.ticks.reduce((sum, { rows }) => sum + rows, 0)).toBe(2_001);
    expect(made?.ticks.filter(({ kind }) => kind === "gap")).toHaveLength(1);
    expect(made?.counts).toMatchObject({ answer: 2_000, gap: 1 });
    expect(made?.ticks[0]?.span).toEqual(["001", "012"]);
  });

  it("is absent where there are no rows", async () => {
    expect(await kinds([])).toBeUndefined();
  });
});

describe("failures", () => {
  it("know those before and after them in the ledger", async () => {
    const bad = (n: number, id: string) => result(n, id, { isError: true });
    const survey = await surveyRows([
      call(1, "a"),
      bad(2, "a"),
      call(3, "b"),
      result(4, "b"),
      call(5, "c"),
      bad(6, "c"),
    ]);
    const failures = [1, 5].map((n) => ({
      itemId: call(n, "").itemId,
      label: `00${n}`,
      kind: "Shell",
      about: "",
      outcome: { words: "", tone: "bad" as const },
    }));
    const around = failureNeighbours({ ...survey, failures });
    expect(around.get(call(1, "").itemId)).toEqual({
      next: { ref: { taskId: survey.taskId, itemId: call(5, "").itemId }, label: "005" },
    });
    expect(around.get(call(5, "").itemId)?.previous?.label).toBe("001");
    expect(around.size).toBe(2);
  });
});
