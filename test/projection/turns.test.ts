import { describe, expect, it } from "vitest";
import type { Row } from "../../src/model/index.ts";
import type { Item } from "../../src/projection/index.ts";
import type { Entry } from "../../src/projection/surveyed.ts";
import { splitTurns } from "../../src/projection/turns.ts";
import { input, message } from "../support/rows.ts";

const NOTHING = { bytes: 0, elements: 0 };

function turnsOf(...rows: readonly Row[]) {
  const items = rows.map((row) => {
    const { itemId, label, type, turnIndex } = row;
    const entry: Entry = { itemId, label, type, turnIndex, cost: NOTHING, exactCost: NOTHING };
    return { entry, item: { type, row } as Item };
  });
  return splitTurns(items, false);
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
