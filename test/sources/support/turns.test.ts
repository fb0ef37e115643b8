import { describe, expect, it } from "vitest";
import { countTurns, type TurnCounter } from "../../../src/sources/support/turns.ts";

type Step = Exclude<keyof TurnCounter, "index">;

function indexes(...steps: readonly Step[]): readonly number[] {
  const turns = countTurns();
  return steps.map((step) => {
    turns[step]();
    return turns.index;
  });
}

describe("turns", () => {
  it("hold one reply with the inputs before it and the results after it", () => {
    expect(indexes("input", "input", "reply", "other", "input", "reply")).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it("are one a reply where replies follow each other", () => {
    expect(indexes("reply", "other", "reply")).toEqual([0, 0, 1]);
  });

  it("do not run on across a gap", () => {
    expect(indexes("input", "gap", "reply", "gap", "input")).toEqual([0, 1, 1, 2, 2]);
  });

  it("begin at a gap that nothing stands before", () => {
    expect(indexes("gap", "input", "gap")).toEqual([0, 0, 1]);
  });
});
