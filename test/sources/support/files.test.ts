import { renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kindOf, listTree, peekFolder } from "../../../src/sources/support/files.ts";
import { decodeText, detached } from "../../../src/sources/support/text.ts";
import { tempFolder, tempTree } from "../../support/temp.ts";

describe("a listing", () => {
  it("holds everything once, by code unit, hidden files and odd names too", () => {
    const root = tempTree({
      "b/c": "1",
      ".hidden": "2",
      B: "3",
      "a\nb/deep\rer/x": "4",
      "[z]": "5",
      é: "6",
      "back\\slash": "7",
    });
    const paths = [...listTree(root, []).kinds.keys()];
    expect(paths).toEqual(
      [".hidden", "B", "[z]", "a\nb", "a\nb/deep\rer", "a\nb/deep\rer/x", "b", "b/c", "back\\slash", "é"].toSorted(),
    );
  });

  it("tells links from what they lead to, and does not go through them", () => {
    const outside = tempTree({ "secret/x": "s" });
    const root = tempTree({ real: "r" });
    symlinkSync(join(outside, "secret"), join(root, "folder"));
    symlinkSync(join(root, "real"), join(root, "file"));
    symlinkSync(join(root, "nothing"), join(root, "dangling"));
    symlinkSync(root, join(root, "loop"));
    const tree = listTree(root, []);
    expect([...tree.kinds]).toEqual([
      ["dangling", "link"],
      ["file", "link"],
      ["folder", "link"],
      ["loop", "link"],
      ["real", "file"],
    ]);
    expect(tree.read("file")).toEqual({ type: "refused" });
    expect(tree.read("folder/x")).toEqual({ type: "refused" });
  });

  it("names opaque folders and does not look into them", () => {
    const root = tempTree({ "repo.git/HEAD": "h", "repo.git/objects/aa/x": "x", "sub/repo.git/HEAD": "h" });
    expect([...listTree(root, ["repo.git"]).kinds.keys()]).toEqual([
      "repo.git",
      "sub",
      "sub/repo.git",
      "sub/repo.git/HEAD",
    ]);
  });

  it("leaves out reports of this tool and names them; the folder itself is never one", () => {
    const root = tempTree({
      "manifest.json": '{"maker":"taskfolio"}',
      "out/manifest.json": '{"maker":"taskfolio","version":"1"}',
      "out/tasks/index.html": "x",
      "out.taskfolio-new/x": "x",
      "web/manifest.json": '{"name":"other"}',
      "torn/manifest.json": '{"maker":"taskfolio"',
      "quoting/manifest.json": '{"about":"taskfolio","maker":7}',
    });
    const tree = listTree(root, []);
    expect(tree.reports).toEqual(["out", "out.taskfolio-new"]);
    expect([...tree.kinds.keys()].filter((path) => path.includes("/"))).toEqual([
      "quoting/manifest.json",
      "torn/manifest.json",
      "web/manifest.json",
    ]);
  });

  it("answers what stands in a folder, and nothing for one that is not there", () => {
    const tree = listTree(tempTree({ "a/x": "1", "a/b/y": "2", top: "3" }), []);
    expect(tree.entries("a")).toEqual([
      { name: "b", kind: "folder" },
      { name: "x", kind: "file" },
    ]);
    expect(tree.entries("").map((entry) => entry.name)).toEqual(["a", "top"]);
    expect(tree.entries("nothing")).toEqual([]);
  });

  it("reads what it listed and nothing else", () => {
    const root = tempTree({ "a/x": "hello" });
    const tree = listTree(root, []);
    writeFileSync(join(root, "late"), "late");
    expect(tree.read("a/x")).toEqual({ type: "read", bytes: Buffer.from("hello") });
    for (const path of ["late", "a", "../x", "a/../a/x", "/etc/hostname", ""])
      expect(tree.read(path)).toEqual({ type: "refused" });
    expect(tree.sizeOf("a/x")).toBe(5);
    expect(tree.sizeOf("late")).toBeUndefined();
    expect(tree.ends("a/x", 2)).toEqual({ first: Buffer.from("he"), last: Buffer.from("lo") });
    expect(tree.ends("a/x", 200)).toEqual({ first: Buffer.from("hello"), last: Buffer.from("hello") });
  });

  it("refuses a file whose folder has become a link since, and fails for one that is gone", () => {
    const outside = tempTree({ x: "secret" });
    const root = tempTree({ "a/x": "hello", "b/y": "bye", "c/z": "short" });
    const tree = listTree(root, []);
    renameSync(join(root, "a"), join(root, "was-a"));
    symlinkSync(outside, join(root, "a"));
    renameSync(join(root, "b", "y"), join(root, "b", "moved"));
    truncateSync(join(root, "c", "z"), 2);
    expect(tree.read("a/x")).toEqual({ type: "refused" });
    expect(tree.read("b/y")).toEqual({ type: "failed" });
    expect(tree.sizeOf("b/y")).toBeUndefined();
    expect(tree.read("c/z")).toEqual({ type: "read", bytes: Buffer.from("sh") });
  });
});

describe("a look at one path", () => {
  it("follows no link and answers nothing for what is not there", () => {
    const root = tempTree({ "b/x": "1", a: "2" });
    symlinkSync(join(root, "b"), join(root, "link"));
    expect([
      kindOf(join(root, "b")),
      kindOf(join(root, "a")),
      kindOf(join(root, "link")),
      kindOf(join(root, "no")),
    ]).toEqual(["folder", "file", "link", undefined]);
    expect(peekFolder(root).map((entry) => entry.name)).toEqual(["a", "b", "link"]);
    expect(peekFolder(join(root, "a"))).toEqual([]);
    expect(peekFolder(join(tempFolder(), "no"))).toEqual([]);
  });
});

describe("a detached piece of text", () => {
  it.each(["", "plain", "é😀", "\ud83d lone"])("is the same text: %j", (piece) => {
    expect(detached(`before${piece}`.slice(6))).toBe(piece);
  });
});

describe("decoding", () => {
  it.each([
    ["plain text", Buffer.from("aé😀"), { text: "aé😀", bom: false, exact: true }],
    ["a byte order mark", Buffer.from("\uFEFFa"), { text: "a", bom: true, exact: true }],
    ["only the first of two marks", Buffer.from("\uFEFF\uFEFFa"), { text: "\uFEFFa", bom: true, exact: true }],
    ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xc3, 0x28), { text: "a\uFFFD(", bom: false, exact: false }],
    ["nothing", new Uint8Array(), { text: "", bom: false, exact: true }],
  ])("gives %s", (_, bytes, expected) => {
    expect(decodeText(bytes)).toEqual(expected);
  });
});
