import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { createReports, type Report } from "../support/reports.ts";
import { pageOfEachType } from "./pages.ts";
import { type Picture, pngSize, takePictures } from "./pictures.ts";

const project = resolve(import.meta.dirname, "../..");
/** For people to look at after a run; not part of the repository. */
const target = join(project, ".screenshots");

const TYPES = [
  "about.html",
  "files/file.html",
  "files/index.html",
  "gaps.html",
  "index.html",
  "lists/a-z.html",
  "lists/by-status.html",
  "lists/by-tool.html",
  "search.html",
  "tasks/index.html",
  "tasks/task/exact.html",
  "tasks/task/index.html",
  "tasks/task/sent-n.html",
];

describeInBrowser("pictures of each type of page", (browser) => {
  const reports = createReports();
  let pages: ReadonlyMap<string, string>;
  let pictures: readonly Picture[];
  beforeAll(async () => {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    const workspace = join(project, "examples/parser-regression/workspace");
    const report: Report = await reports.build({ name: "the example", workspace });
    pages = pageOfEachType(report.folder);
    pictures = await takePictures(browser(), report.folder, pages, target);
  });
  afterAll(reports.drop);

  it("leave no type of page out", () => {
    expect([...pages.keys()].sort()).toEqual(TYPES);
    expect(pictures).toHaveLength(TYPES.length * 8);
  });

  it("have the size of their window", () => {
    for (const { file, size } of pictures) expect(pngSize(file), file).toEqual(size);
  });

  it("differ by page, theme and width", () => {
    for (const script of [true, false]) {
      const distinct = new Set(pictures.filter((one) => one.script === script).map(({ file }) => bytesOf(file)));
      expect(distinct.size).toBe(TYPES.length * 4);
    }
  });
});

function bytesOf(file: string): string {
  return readFileSync(file, "latin1");
}
