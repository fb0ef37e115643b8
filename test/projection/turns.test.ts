import { describe, expect, it } from "vitest";
import type { Gap, MessageRow, Row } from "../../src/model/index.ts";
import type { Item } from "../../src/projection/index.ts";
import type { Entry } from "../../src/projection/surveyed.ts";
import { splitTurns } from "../../src/projection/turns.ts";
import { gap, input, message } from "../support/rows.ts";

const NOTHING = { bytes: 0, elements: 0 };

function turnsOf(...rows: readonly (Row | Gap)[]) {
  const items = rows.map((row) => {
    if (!("type" in row)) return { entry: gapEntry(row), item: { type: "gap", gap: row } as Item };
    const { itemId, label, type, turnIndex } = row;
    const entry: Entry = { itemId, label, type, turnIndex, cost: NOTHING, exactCost: NOTHING };
    return { entry, item: { type, row } as Item };
  });
  return splitTurns(items, false);
}

function gapEntry({ id }: Gap): Entry {
  return { itemId: id, label: "002–004", type: "gap", turnIndex: 0, cost: NOTHING, exactCost: NOTHING };
}

const text = (words: string) => ({ parts: [{ type: "text" as const, text: words }] });

describe("what speaks for a turn", () => {
  it("is the last thing that it was told", () => {
    const [turn] = turnsOf(input(1, text("First.")), input(2, text("Then.")), message(3, text("Done.")));
    expect(turn?.said).toEqual({ by: "input", text: "Then." });
  });

  it("is what the model said first, where nobody told it anything", () => {
    const [, second] = turnsOf(
      input(1),
      message(2, { turnIndex: 1, ...text("I look.") }),
      message(3, { turnIndex: 1 }),
    );
    expect(second?.said).toEqual({ by: "model", text: "I look." });
  });

  it("is never a role instruction, a withheld row or a text without a word", () => {
    const instruction = input(1, { role: "system", ...text("You are careful.") });
    const withheld = input(2, { ...text("secret"), restricted: { rule: "r" } });
    const [turn] = turnsOf(instruction, withheld, input(3, text(" \n")), input(4, { parts: [] }));
    expect(turn).not.toHaveProperty("said");
  });
});

describe("a pause between turns", () => {
  const at = (n: number, turnIndex: number, createdAt: string | undefined, more: Partial<MessageRow> = {}) =>
    message(n, { turnIndex, ...(createdAt !== undefined && { createdAt }), ...more });
  const pauses = (...rows: readonly (Row | Gap)[]) => turnsOf(...rows).map(({ pauseMs }) => pauseMs);

  it("is told from an hour on, from the last time of a turn to the first of the next", () => {
    const rows = [
      at(1, 0, "2027-01-01T08:00:00Z"),
      at(2, 0, "2027-01-01T09:00:00Z"),
      at(3, 1, "2027-01-01T09:59:59Z"),
      at(4, 2, "2027-01-01T11:59:59+01:00"),
      at(5, 3, "2027-01-03T11:00:00Z"),
    ];
    expect(pauses(...rows)).toEqual([undefined, undefined, 3_600_000, 172_801_000]);
  });

  it("is not claimed across a gap, by clocks that run backwards, by copies or where a time is unknown", () => {
    const early = at(1, 0, "2027-01-01T08:00:00Z");
    const late = at(2, 1, "2027-01-02T08:00:00Z");
    expect(pauses(early, gap(2), late)).toEqual([undefined, undefined]);
    expect(pauses({ ...late, turnIndex: 0 }, { ...early, turnIndex: 1 })).toEqual([undefined, undefined]);
    expect(pauses({ ...early, inheritedFrom: { taskId: "b", itemId: "x" } }, late)).toEqual([undefined, undefined]);
    expect(pauses(at(1, 0, undefined), late)).toEqual([undefined, undefined]);
    expect(pauses(at(1, 0, "2027-01-01T08:00:00"), late)).toEqual([undefined, undefined]);
  });

  it("leaves each turn the first time that a row of its own names", () => {
    const [first, second] = turnsOf(
      at(1, 0, "yesterday"),
      at(2, 0, "2027-01-01T08:00:00Z"),
      at(3, 0, "2027-01-01T07:00:00Z"),
      at(4, 1, undefined),
    );
    expect(first?.startedAt).toBe("2027-01-01T08:00:00Z");
    expect(second).not.toHaveProperty("startedAt");
  });
});
