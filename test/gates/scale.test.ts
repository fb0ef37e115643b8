import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuildResult, build } from "../../src/build.ts";
import { describeInBrowser } from "../support/browser.ts";
import { writeScale } from "../support/scale.ts";
import { listFiles } from "./files.ts";
import { parsePage } from "./page.ts";

/** The sizes of design.md section 7; times are for the bench. */
describe("a workspace of 1,000 Tasks and more than 10,000 rows", () => {
  const root = mkdtempSync(join(tmpdir(), "taskfolio-scale-"));
  const report = join(root, "report");
  let result: BuildResult;
  beforeAll(async () => {
    const workspace = join(root, "workspace");
    await writeScale(workspace, { tasks: 1_000, rowsPerTask: 10 });
    result = await build({ workspace, out: report, highlight: false });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const sizeOf = (path: string) => statSync(join(report, path)).size;

  it("is what it says", () => {
    expect(result.tasks).toBe(1_000);
    expect(result.rows).toBeGreaterThan(10_000);
    expect(result.account.balanced).toBe(true);
  });

  it("has an overview of at most 200 kB", () => {
    expect(sizeOf("index.html")).toBeLessThan(200_000);
  });

  it("has no page of more than 1 MB or 10,000 elements", () => {
    const pages = listFiles(report).filter((path) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(2_000);
    const largest = pages.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 40);
    for (const path of [...largest, "index.html", "tasks/index.html", "search.html"]) {
      expect(sizeOf(path), path).toBeLessThan(1_000_000);
      expect(parsePage(path, readFileSync(join(report, path))).elements.length, path).toBeLessThan(10_000);
    }
  });

  it("has a stylesheet, scripts and first search data within their budgets", () => {
    expect(sizeOf("assets/report.css")).toBeLessThan(28_000);
    expect(sizeOf("assets/report.js")).toBeLessThan(12_000);
    expect(sizeOf("assets/search-data.js")).toBeLessThan(2_000_000);
  });

  describeInBrowser("in the browser", (browser) => {
    it("is searched from the disk, all Tasks of it", async () => {
      const page = await browser().newPage();
      await page.goto(`${pathToFileURL(report).href}/search.html#find`);
      await page.keyboard.type("parser");
      await page.locator(".search[data-ready]").waitFor({ state: "attached" });
      const status = await page.locator(".search [role=status]").textContent();
      expect(status).toMatch(/^[\d,]+ rows in [\d,]+ Tasks.*Searched: titles/);
      const hit = page.locator(".found li a").first();
      await hit.click();
      await page.locator(".row:target, .row:has(:target)").waitFor();
      await page.close();
    });

    it("has an overview that does not scroll sideways on a narrow screen", async () => {
      const page = await browser().newPage({ viewport: { width: 320, height: 640 } });
      await page.goto(`${pathToFileURL(report).href}/index.html`);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(321);
      await page.close();
    });
  });
});
