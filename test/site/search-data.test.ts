import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { SiteFile } from "../../src/site/index.ts";
import { createSearchData, SEARCH_FIRST } from "../../src/site/search-data.ts";

function read(file: SiteFile): unknown {
  let json = "null";
  runInNewContext(Buffer.from(file.bytes).toString("utf8"), {
    taskfolio: (text: string) => {
      json = text;
    },
  });
  return JSON.parse(json);
}

/** Search data of Tasks with rows of one text. */
function gather(tasks: number, rows: number, text: string, title = "A title") {
  const data = createSearchData({ tasks, rows: tasks * rows }, (plain) => plain);
  const files: SiteFile[] = [];
  for (let i = 0; i < tasks; i += 1) {
    const slug = `t-${String(i).padStart(12, "0")}`;
    const parentId = i === 0 ? undefined : "task-0";
    const task = data.open({ id: `task-${i}`, slug, title, status: "succeeded", parentId, pageOf: () => 1 });
    for (let row = 0; row < rows; row += 1) {
      task.add({ itemId: `${i}-${row}`, label: "L12", kind: "answer", text });
      files.push(...task.take());
    }
    files.push(...task.close());
  }
  return { first: data.finish(), files };
}

describe("search data", () => {
  it("holds titles and starts first, and all text by Task", () => {
    const { first, files } = gather(2, 1, "Some words of a row.");
    expect(first.path).toBe(SEARCH_FIRST);
    const row = (kind: unknown) => [1, expect.stringMatching(/^[0-9a-f]{12}$/), kind, "L12", "Some words of a row."];
    expect(read(first)).toEqual([
      [2, 2, 2],
      ["answer"],
      [
        ["t-000000000000", "A title", "succeeded", -1, 1, row(0)],
        ["t-000000000001", "A title", "succeeded", 0, 1, row(0)],
      ],
    ]);
    expect(files.map(({ path }) => path)).toEqual(["assets/t-000000000000-1.js", "assets/t-000000000001-1.js"]);
    expect(files.map(read)).toEqual([
      ["t-000000000000", 1, row("answer")],
      ["t-000000000001", 1, row("answer")],
    ]);
  });

  it("keeps the first data within 2 MB, whatever rows and titles hold", () => {
    for (const text of ["plain words of a row ".repeat(12), "漢字".repeat(120), '"\\<'.repeat(80)]) {
      const { first } = gather(1_000, 12, text, text);
      expect(first.bytes.length).toBeLessThanOrEqual(2_000_000);
      expect(read(first)).toEqual([[1_000, 12_000, expect.any(Number)], ["answer"], expect.anything()]);
    }
  });

  it("leaves the rows to the shards where there are too many to begin each", () => {
    const { first, files } = gather(2, 30_000, "word ".repeat(10));
    expect(read(first)).toEqual([
      [2, 60_000, 0],
      [],
      [
        ["t-000000000000", "A title", "succeeded", -1, expect.any(Number), []],
        ["t-000000000001", "A title", "succeeded", 0, expect.any(Number), []],
      ],
    ]);
    expect(first.bytes.length).toBeLessThan(1_000);
    expect(files.length).toBeGreaterThan(3);
  });

  it("splits the text of a long Task, and says in how many parts", () => {
    const { first, files } = gather(1, 3_000, "x".repeat(2_000));
    for (const { bytes } of files) expect(bytes.length).toBeLessThan(1_200_000);
    const task = ["t-000000000000", "A title", "succeeded", -1, files.length, expect.anything()];
    expect(read(first)).toEqual([[1, 3_000, 3_000], ["answer"], [task]]);
  });
});
