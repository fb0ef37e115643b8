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

  /** The root Task's own page. */
  async function rootTask(): Promise<string> {
    const page = await visit("index.html", { plain: true });
    return String(await page.locator(".root h2 a").first().getAttribute("href"));
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

  describe("a transcript", () => {
    it("stands at a glance in a strip whose ticks lead to their rows and say in words what they are", async () => {
      const page = await visit(await rootTask(), { plain: true });
      const ticks = page.locator(".strip a");
      expect(await ticks.count()).toBeGreaterThan(30);
      expect(await page.locator("#strip-says").textContent()).toMatch(
        /^All of it at a glance: .*2 failures and 1 gap\.$/,
      );
      const failure = page.locator(".strip .failure").first();
      expect(await failure.getAttribute("aria-label")).toMatch(/^\S+: Shell, failure$/);
      await failure.click();
      expect(await page.locator(".row:target").getAttribute("class")).toContain("fails");
    });

    it("leads from each failure to the next and back without script", async () => {
      const page = await visit(await rootTask(), { plain: true });
      await page.locator(".fails .to-next").first().click();
      const second = await page.locator(".row:target").getAttribute("id");
      await page.locator(".row:target .to-previous").click();
      expect(await page.locator(".row:target").getAttribute("id")).not.toBe(second);
    });
  });
});
