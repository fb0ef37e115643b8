import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHits } from "../../src/render/hits.ts";

describe("what a search printed", () => {
  it("is grouped by file, in the order of the files", () => {
    expect(readHits("a.ts:1:x\nb.ts:2:y:z\na.ts:9:w\n")).toEqual([
      { path: "a.ts", numbers: [1, 9], lines: ["x", "w"], hits: 2 },
      { path: "b.ts", numbers: [2], lines: ["y:z"], hits: 1 },
    ]);
  });

  it("keeps lines around hits, also where paths hold dashes and numbers", () => {
    expect(readHits("a-1-b.ts-3-before\na-1-b.ts:4:hit\n--\na-1-b.ts-5-after-6-\n")).toEqual([
      { path: "a-1-b.ts", numbers: [3, 4, 5], lines: ["before", "hit", "after-6-"], hits: 1 },
    ]);
  });

  it("knows a file whose path is whole beside lines around its hits", () => {
    expect(readHits("src/a.ts:1:x\n/repo/src/a.ts-2-y\n")).toEqual([
      { path: "src/a.ts", numbers: [1, 2], lines: ["x", "y"], hits: 1 },
    ]);
  });

  it("may be of one file, and may stand on a drive", () => {
    expect(readHits("3-a\n4:b\n")).toEqual([{ numbers: [3, 4], lines: ["a", "b"], hits: 1 }]);
    expect(readHits("C:\\a.ts:4:b")).toEqual([{ path: "C:\\a.ts", numbers: [4], lines: ["b"], hits: 1 }]);
  });

  it.each(["", "\n", "no hits here", "a.ts:1:x\nand a word", "3-a\n4-b", "a.ts:x:y", "a.ts-1-b"])(
    "is text where any line is of another shape: %j",
    (output) => {
      expect(readHits(output)).toBeUndefined();
    },
  );

  it("is text where it is too much to group", () => {
    expect(readHits("a.ts:1:x\n".repeat(100_000))).toBeUndefined();
    expect(readHits(Array.from({ length: 500 }, (_, n) => `f${n}:1:x`).join("\n"))).toBeUndefined();
  });

  it("loses no line", () => {
    const line = fc.tuple(fc.constantFrom("a.ts", "b/c-2-d.ts", "e f.ts"), fc.nat(999), fc.string({ maxLength: 9 }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (hits) => {
        const clean = hits.map(
          ([path, number, text]) => [path, number, text.replace(/[\r\n\u2028\u2029]/g, "")] as const,
        );
        const files = readHits(clean.map((hit) => hit.join(":")).join("\n"));
        expect(files?.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(clean.length);
      }),
    );
  });
});
