import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { createReports } from "../support/reports.ts";

const example = resolve(import.meta.dirname, "../../examples/parser-regression/workspace");

describeInBrowser("reading a report", (browser) => {
  const reports = createReports();
  let folder = "";
  const open: Page[] = [];
  beforeAll(async () => {
    ({ folder } = await reports.build({ name: "example", workspace: example }));
  });
  afterAll(async () => {
    await Promise.all(open.map((page) => page.context().close()));
    reports.drop();
  });

  /** A page of the report, with what went wrong in it. */
  async function visit(path: string, options: { readonly plain?: boolean } = {}): Promise<Page> {
    const context = await browser().newContext({
      viewport: { width: 1280, height: 900 },
      javaScriptEnabled: options.plain !== true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    open.push(page);
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.goto(pathToFileURL(join(folder, path.split("#")[0] ?? "")).href + (/#.*/.exec(path)?.[0] ?? ""));
    return page;
  }

  describe("search", () => {
    it("finds words in tool outputs of all Tasks, says what was searched, and groups by Task", async () => {
      const page = await visit("search.html#find");
      await page.keyboard.type("halden refund");
      await page.locator(".search[data-ready]").waitFor({ state: "attached" });
      expect(await page.locator(".search [role=status]").textContent()).toMatch(
        /^\d+ rows in 2 Tasks\. Searched: titles and the text of \d+ rows; of rows longer than 2,000 characters, the first 1,400 and the last 600\.$/,
      );
      expect(await page.locator(".found section h2").count()).toBe(2);
      expect(await page.locator(".found li").first().locator("mark").count()).toBeGreaterThan(0);
    });

    it("opens every fold around a hit, marks the words, and keeps the words for the way back", async () => {
      const page = await visit("search.html#find");
      await page.keyboard.type("*** Update File");
      await page.locator(".search[data-ready]").waitFor({ state: "attached" });
      const hit = page.locator(".found li a").first();
      await hit.click();
      await page.waitForURL(/mark=/);
      const row = page.locator(".row:target, .row:has(:target)");
      expect(await row.locator("details").first().getAttribute("open")).not.toBeNull();
      expect(await page.evaluate("CSS.highlights.get('found').size")).toBeGreaterThan(0);
      await page.goBack();
      await page.locator(".found li").first().waitFor();
      expect(await page.locator("#find input").inputValue()).toBe("*** Update File");
    });

    it("leads to every list where no script runs", async () => {
      const page = await visit("search.html", { plain: true });
      const all = await page.locator("main li a").all();
      const links = await Promise.all(all.map((link) => link.getAttribute("href")));
      expect(links).toEqual([
        "index.html",
        "tasks/index.html",
        "lists/by-status.html",
        "lists/by-tool.html",
        "lists/a-z.html",
        "gaps.html",
      ]);
      expect(await page.locator("input[type=search]").count()).toBe(0);
    });
  });

  it("counts calls by kind of tool and leads to them, failed ones first", async () => {
    const page = await visit("lists/by-tool.html", { plain: true });
    expect(await page.locator("h2").first().textContent()).toMatch(/^Shell \d+ calls, \d+ failed$/);
    await page.locator("main li .places a").first().click();
    expect(await page.locator(".row:target").getAttribute("class")).toMatch(/\bfails\b/);
  });
});
