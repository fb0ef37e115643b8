import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderBlock } from "../../src/render/blocks/index.ts";
import { patchStats, readPatch } from "../../src/render/patch.ts";
import { markWords } from "../../src/render/patch-words.ts";
import { blockContext, shownText } from "./support.ts";

const html = (text: string) => String(renderBlock({ type: "patch", text }, blockContext()));
const kinds = (text: string) => readPatch(text)?.map(({ lines }) => lines.map(({ kind }) => kind));

const UNIFIED = "--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n";

describe("a patch", () => {
  it("says what a patch in an envelope does to each file", () => {
    const text =
      "*** Begin Patch\n*** Add File: a\n+one\n+two\n*** Update File: b\n@@\n-x\n+y\n z\n*** Delete File: c\n*** Update File: d\n*** Move to: e\n*** End Patch\n";
    expect(patchStats(text)).toEqual({
      files: [
        { path: "a", change: "created", added: 2, removed: 0 },
        { path: "b", change: "changed", added: 1, removed: 1 },
        { path: "c", change: "deleted", added: 0, removed: 0 },
        { path: "e", from: "d", change: "renamed", added: 0, removed: 0 },
      ],
    });
    expect(readPatch(text)?.[3]?.from).toBe("d");
  });

  it("says what a unified diff does to each file", () => {
    const text = [
      "diff --git a/new b/new",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/new",
      "@@ -0,0 +1 @@",
      "+x",
      "diff --git a/gone b/gone",
      "deleted file mode 100644",
      "diff --git a/from b/to",
      "similarity index 100%",
      "rename from from",
      "rename to to",
      "--- a/last\t2027-01-01",
      "+++ b/last\t2027-01-02",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "",
    ].join("\n");
    expect(patchStats(text)?.files.map(({ path, change }) => [path, change])).toEqual([
      ["new", "created"],
      ["gone", "deleted"],
      ["last", "renamed"],
    ]);
  });

  it("tells a removed line that looks like a head from a head", () => {
    expect(kinds("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a\n+++ b\n same\n")).toEqual([["hunk", "del", "add", "same"]]);
  });

  it("reads a patch that is cut short, miscounted or without numbers", () => {
    expect(kinds("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n same\n-gone")).toEqual([["hunk", "same", "del"]]);
    expect(kinds("@@ -1 +1 @@\n-a\n+b\n+too many")).toEqual([["hunk", "del", "add", "meta"]]);
    expect(kinds("*** Update File: a\n-x\n+y")).toEqual([["del", "add"]]);
    expect(kinds("diff --git a/x b/x\n@@ @@\n-a\n+b\n\\ No newline at end of file")).toEqual([
      ["hunk", "del", "add", "meta"],
    ]);
  });

  it("reads a patch whose lines end in CR LF", () => {
    expect(patchStats(UNIFIED.replaceAll("\n", "\r\n"))).toEqual(patchStats(UNIFIED));
  });

  it("is not found in text that is none", () => {
    for (const text of ["", "plain", "+ a\n- b", "--- a\n+++ b", "*** Begin Patch"])
      expect(patchStats(text)).toBeUndefined();
    expect(html("+ a\n- b")).toContain('aria-label="Code"');
  });

  it("marks the words that changed in a changed line", () => {
    expect(
      html("--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n-  return first(text);\n+  // why\n+  return second(text);\n"),
    ).toContain(
      '<span class="del">-  return <del>first</del>(text);\n</span><span class="add">+  // why\n+  return <ins>second</ins>(text);\n</span>',
    );
  });

  it("says what happened to a file beside its path", () => {
    expect(html("*** Update File: a.ts\n*** Move to: b.ts\n-x\n+y\n+z\n")).toContain(
      '<p class="patch-file"><code>b.ts</code> renamed from a.ts · +2 −1</p>',
    );
  });

  it("keeps every line of a patch it can read", () => {
    const line = fc.constantFrom(
      "+a",
      "-b",
      " c",
      "",
      "@@ -1,3 +1,3 @@",
      "\\ No newline",
      "prose <b>",
      "index 1..2",
      "+",
      "-",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = `--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n${lines.join("\n")}\n`;
        const shown = readPatch(text)?.flatMap((file) => file.lines.map((one) => one.text));
        expect(shown).toEqual(["@@ -1,5 +1,5 @@", ...(lines.length === 0 ? [""] : lines)]);
        const visible = shownText(html(text));
        for (const one of lines) expect(visible).toContain(one);
      }),
    );
  });

  it("stays within the limits of a block and links the rest", () => {
    const context = blockContext();
    const text = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n${"-a b c\n+a b d\n".repeat(20_000)}`;
    const markup = String(renderBlock({ type: "patch", text }, context));
    expect(markup.length).toBeLessThan(48_000);
    expect(markup).toContain("shortened: ");
    expect([...context.files.values()]).toEqual([text]);
  });
});

describe("markWords", () => {
  it("leaves lines alone that share too little, or are too long", () => {
    expect(markWords("alpha beta", "gamma delta")).toBeUndefined();
    expect(markWords("a ".repeat(300), "b ".repeat(300))).toBeUndefined();
  });

  it("never changes the text", () => {
    const word = fc.constantFrom("a", "b", " ", "  ", "<", "&", "(", ")", ".", "é", "return", '"');
    const line = fc.array(word, { maxLength: 20 }).map((words) => words.join(""));
    fc.assert(
      fc.property(line, line, (before, after) => {
        const marks = markWords(before, after);
        if (marks === undefined) return;
        expect(shownText(marks.before)).toBe(before);
        expect(shownText(marks.after)).toBe(after);
      }),
    );
  });
});
