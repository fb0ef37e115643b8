import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Gap } from "../../../src/model/index.ts";
import { HEAD, lines, openRows, rowRecord } from "../../support/ledger.ts";
import { codesOf, expectSound, openSound } from "./open.ts";

async function holesOf(...rows: readonly unknown[]): Promise<readonly Gap[]> {
  const workspace = await openRows(...rows);
  await expectSound(workspace);
  return workspace.index.gaps.get("t") ?? [];
}

const words = (gaps: readonly Gap[]) =>
  gaps.map((gap) => `${gap.kind} ${gap.from}-${gap.to} x${gap.count} ${gap.before}`);
const compaction = (n: number, from: number, to: number, summary = `rows ${from} to ${to}`) =>
  rowRecord(n, { type: "compaction", content: { summary, fromSequence: from, toSequence: to } });

async function listed(...gaps: readonly unknown[]) {
  return openSound({
    "workspace.json": HEAD,
    "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
    "transcripts/t.jsonl": lines(rowRecord(1), rowRecord(2), rowRecord(9)),
    "gaps.jsonl": lines(...gaps),
  });
}

describe("holes in a sequence", () => {
  it("are gaps of rows, missing where nothing covers them", async () => {
    expect(words(await holesOf(rowRecord(0), rowRecord(2), rowRecord(3), rowRecord(10)))).toEqual([
      "missing 1-1 x1 r2",
      "missing 4-9 x6 r10",
    ]);
  });

  it("are compacted where a compaction covers them, and split where it covers a part", async () => {
    const gaps = await holesOf(rowRecord(1), compaction(9, 3, 5), rowRecord(10));
    expect(words(gaps)).toEqual(["missing 2-2 x1 r9", "compacted 3-5 x3 r9", "missing 6-8 x3 r9"]);
    expect(gaps[1]).toMatchObject({ summaries: [{ text: "rows 3 to 5" }], pairing: "recorded" });
  });

  it("share the summaries of compactions that overlap, which then are paired with none", async () => {
    const gaps = await holesOf(rowRecord(1), compaction(8, 2, 5), compaction(9, 4, 7));
    expect(words(gaps)).toEqual(["compacted 2-7 x6 r8"]);
    expect(gaps[0]).toMatchObject({ pairing: "not recorded", summaries: [{}, {}] });
  });

  it("of one compaction with a row left between them tell its summary once", async () => {
    const gaps = await holesOf(rowRecord(1), rowRecord(4), compaction(8, 2, 7));
    expect(gaps.map((gap) => gap.summaries.length)).toEqual([1, 0]);
  });

  it("at the start are no gap where counting may have begun there, and else lack an unknown number", async () => {
    expect(await holesOf(rowRecord(0))).toEqual([]);
    expect(await holesOf(rowRecord(1))).toEqual([]);
    const [late] = await holesOf(rowRecord(5));
    expect([late?.kind, late?.from, late?.to, late?.count]).toEqual(["missing", undefined, undefined, undefined]);
    expect(words(await holesOf(compaction(6, 1, 5), rowRecord(7)))).toEqual(["compacted 1-5 x5 r6"]);
  });

  it("mean nothing where gaps are listed", async () => {
    expect((await listed()).index.gaps.size).toBe(0);
  });

  it("and rows together are every number between the first and the last", async () => {
    const sequences = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
    const covers = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.nat(10)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sequences, covers, async (rows, ranges) => {
        const sorted = [0, ...rows].toSorted((a, b) => a - b);
        const records = [...new Set(sorted)].map((n, at) => {
          const range = ranges[at];
          return range === undefined ? rowRecord(n) : compaction(n, range[0], range[0] + range[1]);
        });
        const gaps = (await openRows(...records)).index.gaps.get("t") ?? [];
        const gone = gaps.flatMap((gap) => Array.from({ length: gap.count ?? 0 }, (_, at) => Number(gap.from) + at));
        const last = sorted.at(-1) ?? 0;
        const numbers = Array.from({ length: last + 1 }, (_, at) => at);
        expect([...new Set(sorted), ...gone].toSorted((a, b) => a - b)).toEqual(numbers);
        for (const gap of gaps) {
          const covered = ranges.some(
            ([from, length], at) => at < records.length && from <= Number(gap.from) && Number(gap.to) <= from + length,
          );
          if (covered) expect(gap.kind).toBe("compacted");
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("listed gaps", () => {
  it("are told as recorded, in the order of the ledger", async () => {
    const { index } = await listed(
      { taskId: "t", before: null, kind: "missing", unit: "page" },
      {
        taskId: "t",
        before: "r2",
        kind: "compacted",
        unit: "entry",
        units: "entries",
        from: "002",
        to: 4,
        count: 3,
        summaries: ["s"],
      },
    );
    expect(index.gaps.get("t")).toMatchObject([
      {
        id: "«002–4»",
        before: "r2",
        unit: ["entry", "entries"],
        from: "002",
        to: "4",
        count: 3,
        summaries: [{ text: "s" }],
        pairing: "recorded",
      },
      { id: "«gap at the end»", before: null, unit: ["page", "pages"], pairing: "not recorded" },
    ]);
    expect(index.notes.filter((note) => note.file === "gaps.jsonl").map(({ disposition }) => disposition.type)).toEqual(
      ["shown", "shown"],
    );
  });

  it("before a row that is not there stand at the end", async () => {
    const workspace = await listed({ taskId: "t", before: "gone", kind: "missing", unit: "row" });
    expect(workspace.index.gaps.get("t")).toMatchObject([{ before: null }]);
    expect(codesOf(workspace)).toEqual(["gap-place-not-found"]);
  });

  it("of a Task that is not there, of no Task or of no JSON are shown as bytes", async () => {
    const workspace = await listed(
      { taskId: "gone", before: null, kind: "missing", unit: "row" },
      { kind: "missing" },
      "{",
    );
    expect(workspace.index.files.find(({ path }) => path === "gaps.jsonl")?.records).toBe(3);
    expect(workspace.index.tasks.at(-1)?.title).toBe("Damaged records");
  });

  it("that are ill-formed are told as far as they can be, and shown as bytes", async () => {
    const workspace = await listed({ taskId: "t", before: "r2", kind: "vanished", unit: "row", count: -1 });
    expect(workspace.index.gaps.get("t")).toMatchObject([{ kind: "missing", before: "r2" }]);
    expect(workspace.index.tasks.at(-1)?.title).toBe("Damaged records");
  });

  it("may be withheld", async () => {
    const { index } = await listed({
      taskId: "t",
      before: null,
      kind: "compacted",
      unit: "row",
      summaries: ["secret"],
      access: "restricted",
    });
    expect(index.gaps.get("t")).toMatchObject([{ restricted: {}, summaries: [] }]);
  });

  it("of one id are told apart", async () => {
    const gap = { taskId: "t", before: "r2", kind: "missing", unit: "row", id: "r1" };
    expect((await listed(gap, gap)).index.gaps.get("t")?.map(({ id }) => id)).toEqual(["r1~2", "r1~3"]);
  });
});
