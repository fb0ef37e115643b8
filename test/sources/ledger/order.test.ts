import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lines, openFiles, rowRecord } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { read } from "./open.ts";

const ids = async (...records: readonly unknown[]) => (await read(...records)).map((row) => row.itemId);

async function rowsIn(transcript: string) {
  const tasks = lines({ id: "t", rootId: "t", status: "running" });
  return rowsOf(await openFiles({ "tasks.jsonl": tasks, "transcripts/t.jsonl": transcript }), "t");
}

describe("the order of a ledger", () => {
  it("is that of its sequences, wherever the lines stand", async () => {
    const sequences = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sequences, async (list) => {
        const rows = await rowsIn(lines(...list.map((n) => rowRecord(n))));
        expect(rows.map((row) => row.sequence)).toEqual(list.toSorted((a, b) => a - b));
        expect(rows.map((row) => row.type === "message" && row.parts)).toEqual(
          list.toSorted((a, b) => a - b).map((n) => [{ type: "text", text: `row ${n}` }]),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("of rows without a sequence is that of the file", async () => {
    expect(await ids(rowRecord(5), "torn", rowRecord(2), { ...rowRecord(9), sequence: "x" }, rowRecord(3))).toEqual([
      "r2",
      "r9",
      "r3",
      "r5",
      "line-2",
    ]);
  });

  it("keeps each recorded sequence, unless a row before it had none", async () => {
    const rows = await read(rowRecord(1), "torn", rowRecord(2), rowRecord(7));
    expect(rows.map((row) => [row.sequence, row.label])).toEqual([
      [1, "1"],
      [2, "L2"],
      [3, "2"],
      [7, "7"],
    ]);
  });

  it("takes no sequence that cannot be counted on", async () => {
    for (const sequence of [-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER, "3", null, true]) {
      const rows = await read({ ...rowRecord(0), sequence });
      expect(rows).toMatchObject([{ sequence: 0, label: "L1" }]);
    }
  });

  it("lets turns only rise", async () => {
    const turns = [3, 1, undefined, 4, "x"].map((turnIndex, at) => rowRecord(at, { turnIndex }));
    expect((await read(...turns)).map((row) => row.turnIndex)).toEqual([3, 3, 3, 4, 4]);
  });

  it("tells a repeated itemId apart in the order of the file", async () => {
    const rows = [
      rowRecord(9, { itemId: "a" }),
      rowRecord(1, { itemId: "a" }),
      rowRecord(2, { itemId: "a~2" }),
      rowRecord(3, { itemId: "a" }),
    ];
    expect(await ids(...rows)).toEqual(["a~2", "a~2~2", "a~3", "a"]);
  });

  it("never changes for rows that are there when others are appended", async () => {
    const damage = fc.constantFrom(
      '{"torn',
      "null",
      '{"turnIndex":1,"itemId":"lost","type":"message","content":"x"}',
      "",
    );
    const row = fc.record({
      step: fc.integer({ min: 0, max: 3 }),
      turn: fc.nat(1),
      id: fc.constantFrom("a", "b", "c", "d"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(row, damage), { minLength: 1, maxLength: 12 }), async (list) => {
        let sequence = 0;
        let turnIndex = 0;
        const records = list.map((one) => {
          if (typeof one === "string") return one;
          sequence += one.step;
          turnIndex += one.turn;
          return JSON.stringify(rowRecord(sequence, { itemId: one.id, turnIndex }));
        });
        const whole = await rowsIn(lines(...records));
        const part = await rowsIn(lines(...records.slice(0, -1)));
        expect(whole.slice(0, part.length)).toEqual(part);
      }),
      { numRuns: 100 },
    );
  });
});
