import { describe, expect, it } from "vitest";
import { createGraph, type Survey } from "../../src/projection/index.ts";
import { instant } from "../../src/projection/instant.ts";
import { timeline } from "../../src/projection/timeline.ts";
import { index, message, surveyRows, task } from "../support/rows.ts";

const at = (clock: string) => `2027-01-01T${clock}:00Z`;

async function made(tasks: readonly ReturnType<typeof task>[], rows: Readonly<Record<string, string>> = {}) {
  const surveys = new Map<string, Survey>();
  for (const of of tasks) {
    const createdAt = rows[of.id];
    surveys.set(of.id, await surveyRows(createdAt === undefined ? [] : [message(1, { createdAt })], { of }));
  }
  return timeline(createGraph(index(tasks), surveys));
}

describe("when Tasks ran", () => {
  it("is told as parts of the whole span, where start and end are recorded", async () => {
    const parent = task("a", { startedAt: at("09:00"), endedAt: at("10:00") });
    const child = task("b", { parentId: "a", rootId: "a", startedAt: at("09:15"), endedAt: at("09:30") });
    const view = await made([parent, child]);
    expect(view?.bars.map(({ from, to, end }) => [from, to, end])).toEqual([
      [0, 1, "recorded"],
      [0.25, 0.5, "recorded"],
    ]);
    expect(view).toMatchObject({ notDrawn: 0, untimed: 0 });
  });

  it("goes to the last row of a Task whose end is not recorded, and says so", async () => {
    const tasks = [task("a", { startedAt: at("09:00"), endedAt: at("10:00") }), task("b", { createdAt: at("09:00") })];
    const view = await made(tasks, { b: at("09:30") });
    expect(view?.bars[1]).toMatchObject({ from: 0, to: 0.5, end: "none" });
  });

  it("draws nothing for a Task without a time that can be placed, and says how many there are", async () => {
    const tasks = [
      task("a", { startedAt: at("09:00"), endedAt: at("10:00") }),
      task("b"),
      task("c", { startedAt: "2027-01-01T09:00:00" }),
      task("d", { startedAt: at("09:00"), restricted: { rule: "r" } }),
    ];
    expect(await made(tasks)).toMatchObject({ bars: [{ from: 0 }], untimed: 3 });
    expect(await made([task("a")])).toBeUndefined();
  });

  it("draws what failed before others where there are too many", async () => {
    const tasks = Array.from({ length: 200 }, (_, i) =>
      task(`t${i}`, {
        startedAt: at("09:00"),
        status: { word: i === 150 ? "failed" : "succeeded", basis: "b", certainty: "recorded" },
      }),
    );
    const view = await made(tasks);
    expect(view?.bars).toHaveLength(40);
    expect(view?.bars.some(({ facts }) => facts.task.id === "t150")).toBe(true);
    expect(view?.notDrawn).toBe(160);
  });

  it("places no time without a zone", () => {
    expect(instant("2027-01-01T09:00:00+01:00")).toBe(Date.UTC(2027, 0, 1, 8));
    for (const text of [undefined, "", "yesterday", "2027-01-01", "2027-01-01T09:00:00", "2027-13-41T99:00:00Z"])
      expect(instant(text)).toBeUndefined();
  });
});
