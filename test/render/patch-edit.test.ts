import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editFile, hunksFile, statsOf } from "../../src/render/patch.ts";

const side = (lines: readonly { readonly kind: string; readonly text: string }[], without: "add" | "del") =>
  lines.filter(({ kind }) => kind !== without && kind !== "meta" && kind !== "hunk").map(({ text }) => text.slice(1));
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

describe("one text in the place of another", () => {
  it("holds all lines of both, whatever they are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "", "-c", "+d", "@@ e", "\\ f")).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const { lines } = editFile("x", [{ old, new: now }]);
        expect(side(lines, "add")).toEqual(linesOf(old));
        expect(side(lines, "del")).toEqual(linesOf(now));
      }),
    );
  });

  it("is told as one that went and one that came, where they share next to nothing", () => {
    const old = Array.from({ length: 900 }, (_, n) => `old ${n}`).join("\n");
    const now = Array.from({ length: 900 }, (_, n) => `now ${n}`).join("\n");
    expect(statsOf(editFile("x", [{ old, new: now }]))).toMatchObject({ added: 900, removed: 900 });
  });

  it("says that it does not know what was there", () => {
    const file = editFile("x", [{ new: "a\nb" }]);
    expect(file.lines.map(({ text }) => text)).toEqual(["the text that this replaced is not recorded", "+a", "+b"]);
    expect(statsOf(file)).toMatchObject({ added: 2, removed: 0 });
  });

  it("does not take other line ends for a change", () => {
    expect(statsOf(editFile("x", [{ old: "a\r\nb\r\n", new: "a\nc\n" }]))).toMatchObject({ added: 1, removed: 1 });
  });
});

describe("recorded hunks", () => {
  const hunk = { oldStart: 4, oldLines: 1, newStart: 4, newLines: 1, lines: [" a", "-b", "+c", "\\ No newline"] };

  it("know their lines", () => {
    const file = hunksFile("x", [hunk]);
    expect(file?.lines.map(({ kind }) => kind)).toEqual(["hunk", "same", "del", "add", "meta"]);
    expect(file?.lines[0]?.text).toBe("@@ -4,1 +4,1 @@");
  });

  it.each([
    undefined,
    null,
    "hunks",
    [],
    [null],
    [{ ...hunk, oldStart: "4" }],
    [{ ...hunk, lines: ["a"] }],
    [{ ...hunk, lines: [3] }],
    [{ ...hunk, lines: undefined }],
  ])("are none where any of it is of another shape: %j", (hunks) => {
    expect(hunksFile("x", hunks)).toBeUndefined();
  });
});
