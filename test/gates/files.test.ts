import { createHash } from "node:crypto";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempTree } from "../support/temp.ts";
import { countAnchors } from "./anchors.ts";
import { checkNames } from "./files.ts";
import { goodFiles, pageOf } from "./good-page.ts";
import { checkSums } from "./sums.ts";
import { differences } from "./trees.ts";
import { validate } from "./valid.ts";

describe("names", () => {
  it("may not be links", () => {
    const folder = tempTree({ "a.txt": "" });
    symlinkSync(join(folder, "a.txt"), join(folder, "b.txt"));
    expect(checkNames(folder)).toEqual(["b.txt: neither file nor folder"]);
  });
});

describe("two folders", () => {
  const tree = { "a.txt": "one\ntwo\n", "b/c.txt": "" };

  it("are the same when every byte is", () => {
    expect(differences(tempTree(tree), tempTree(tree))).toEqual([]);
  });

  it("differ by files and by bytes, and the place is named", () => {
    expect(differences(tempTree(tree), tempTree({ "a.txt": "one\ntoo\n", "d.txt": "" }))).toEqual([
      'a.txt:2: byte 5: "one\\ntwo\\n" against "one\\ntoo\\n"',
      "b/c.txt: only in the first",
      "d.txt: only in the second",
    ]);
    expect(differences(tempTree({ "a.txt": "one" }), tempTree({ "a.txt": "one more" }))).toHaveLength(1);
  });
});

describe("sums", () => {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const files = { "a.txt": "a", "b/c.txt": "c" };
  const sums = (...lines: string[]) => checkSums(tempTree({ ...files, SHA256SUMS: lines.join("") }));
  const a = `${digest("a")}  a.txt\n`;
  const c = `${digest("c")}  b/c.txt\n`;

  it("hold when each file is listed once with its digest", () => {
    expect(sums(a, c)).toEqual([]);
  });

  it("do not hold otherwise", () => {
    expect(checkSums(tempTree(files))).toEqual(["SHA256SUMS: is not there"]);
    expect(sums(a)).toEqual(["SHA256SUMS: does not list b/c.txt"]);
    expect(sums(a, c, c)).toEqual(["SHA256SUMS: lists a file twice"]);
    expect(sums(c, a)).toEqual(["SHA256SUMS: is not sorted"]);
    expect(sums(a, `${digest("d")}  b/c.txt\n`)).toEqual(["SHA256SUMS:2: b/c.txt has another digest"]);
    expect(sums(a, c, `${digest("d")}  d.txt\n`)).toEqual(["SHA256SUMS:3: d.txt is not there"]);
    expect(sums(a, c.replace("  ", " "))).toContain("SHA256SUMS:2: is no line of it");
    expect(sums(a, c.trimEnd())).toContain("SHA256SUMS: does not end its last line");
  });
});

describe("row anchors", () => {
  const task = "t-0123456789ab";
  const other = "t-ba9876543210";
  const page = (...ids: string[]) => pageOf({ body: ids.map((id) => `<p id="${id}">a</p>`).join("") });

  it("are counted by Task over its pages, once in each view", () => {
    const folder = tempTree({
      [`tasks/${task}/index.html`]: page(`${task}-000000000001`, "main", `${task}-000000000002`),
      [`tasks/${task}/page-2.html`]: page(`${task}-000000000003`),
      [`tasks/${task}/exact.html`]: page(`${task}-000000000001`),
      "index.html": page("main"),
    });
    const { byTask, breaches } = countAnchors(folder);
    expect(breaches).toEqual([]);
    expect([...byTask.keys()]).toEqual([task]);
    expect(byTask.get(task)?.get("semantic")?.size).toBe(3);
    expect(byTask.get(task)?.get("exact")?.size).toBe(1);
  });

  it("may not stand twice, nor in the pages of another Task", () => {
    const folder = tempTree({
      [`tasks/${task}/index.html`]: page(`${task}-000000000001`, `${other}-000000000001`),
      [`tasks/${task}/page-2.html`]: page(`${task}-000000000001`),
      "index.html": page(`${task}-000000000001`),
    });
    expect(countAnchors(folder).breaches.map((breach) => breach.replace(/:\d+/, ""))).toEqual([
      `index.html: the row ${task}-000000000001 is another Task's`,
      `tasks/${task}/index.html: the row ${other}-000000000001 is another Task's`,
      `tasks/${task}/page-2.html: the row ${task}-000000000001 stands twice`,
    ]);
  });
});

describe("the standard", () => {
  it("has nothing against a page that keeps every rule", async () => {
    expect(await validate(tempTree(goodFiles), ["index.html"])).toEqual([]);
  });

  it.each([
    ["a block in a line", "<span><div>a</div></span>", "element-permitted-content"],
    ["a list of anything", "<ul><p>a</p></ul>", "element-permitted-content"],
    ["an end that is left out", "<ul><li>a</ul>", "no-implicit-close"],
    ["a raw ampersand", "<p>a & b</p>", "no-raw-characters"],
    ["two landmarks of one name", "<nav><a href='#a'>a</a></nav><nav><a href='#a'>b</a></nav>", "unique-landmark"],
  ])("objects to %s", async (_what, body, rule) => {
    const found = await validate(tempTree({ "index.html": pageOf({ body }) }), ["index.html"]);
    expect(found.join("\n")).toContain(rule);
  });
});
