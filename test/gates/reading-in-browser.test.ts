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

    it("leaves a hit in its place between the press and the release of a button, however slow a hand is", async () => {
      const page = await visit("search.html#find");
      await page.keyboard.type("*** Update File");
      await page.locator(".search[data-ready]").waitFor({ state: "attached" });
      await page.locator(".found li a").first().hover();
      await page.mouse.down();
      await page.waitForTimeout(300);
      await page.mouse.up();
      await page.waitForURL(/mark=/);
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

  describe("filters", () => {
    it("hide kinds of rows without script, and never what says that something is not there", async () => {
      const page = await visit(await rootTask(), { plain: true });
      const stays = await page.locator(".row.stay, .row.gap").count();
      expect(stays).toBeGreaterThan(0);
      const shown = () => page.locator(".row:visible").count();
      const all = await shown();
      for (const filter of await page.locator(".side .filters input").all()) {
        if ((await filter.getAttribute("id")) === "print-all") continue;
        await filter.check();
        expect(await shown()).toBeLessThan(all);
        expect(await page.locator(".row.stay:visible, .row.gap:visible").count()).toBe(stays);
        await filter.uncheck();
      }
      await page.locator("#only-messages").check();
      expect(await page.locator(".row.tool:not(.stay):visible, .row.reasoning:not(.stay):visible").count()).toBe(0);
    });

    it("say how many rows they leave, are remembered, and are undone by one button", async () => {
      const path = await rootTask();
      const page = await visit(path);
      await page.locator("#hide-tools").check();
      await page.reload();
      expect(await page.locator("#hide-tools").isChecked()).toBe(true);
      expect(await page.locator(".told").textContent()).toMatch(/^Showing \d+ of \d+ rows\. Show all$/);
      await page.getByRole("button", { name: "Show all" }).click();
      expect(await page.locator("#hide-tools").isChecked()).toBe(false);
    });
  });

  describe("keys", () => {
    const here = "document.activeElement.closest('.row')?.id ?? ''";

    it("step from row to row and from failure to failure, open and close, and go up", async () => {
      const page = await visit(await rootTask());
      await page.keyboard.press("j");
      const first = await page.evaluate<string>(here);
      await page.keyboard.press("j");
      expect(await page.evaluate<string>(here)).not.toBe(first);
      await page.keyboard.press("k");
      expect(await page.evaluate<string>(here)).toBe(first);
      await page.keyboard.press("n");
      const card = page.locator(`[id="${await page.evaluate<string>(here)}"] > details`);
      expect(await card.getAttribute("open")).not.toBeNull();
      await page.keyboard.press("o");
      expect(await card.getAttribute("open")).toBeNull();
      await page.keyboard.press("u");
      await page.waitForURL(/\/index\.html$/);
    });

    it("do nothing with modifiers, in a field, or once they are switched off", async () => {
      const page = await visit(await rootTask());
      await page.keyboard.press("Control+j");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate<string>(here)).toBe("");
      await page.keyboard.press("?");
      await page.locator("dialog label").click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("j");
      expect(await page.evaluate<string>(here)).toBe("");
      await page.reload();
      await page.keyboard.press("?");
      expect(await page.locator("dialog").count()).toBe(0);
      await page.getByRole("button", { name: "Keyboard" }).click();
      expect(await page.locator("dialog dt").count()).toBe(9);
      const search = await visit("search.html#find");
      await search.keyboard.type("/j?");
      expect(await search.locator("#find input").inputValue()).toBe("/j?");
    });
  });

  it("copies a row's link, its text and a citation of it", async () => {
    const page = await visit(await rootTask());
    const copied = async (name: string) => {
      await page.getByRole("button", { name }).click();
      await page.getByRole("button", { name: "Copied" }).first().waitFor();
      return page.evaluate<string>("navigator.clipboard.readText()");
    };
    const row = page.locator(".row", { has: page.locator(".in") }).first();
    const id = await row.getAttribute("id");
    await row.locator(".seq").hover();
    expect(await copied("Copy link")).toMatch(new RegExp(`^file:.*#${id}$`));
    expect(await copied("Copy text")).toContain("refunds from Halden terminals");
    expect(await copied("Copy citation")).toMatch(new RegExp(`^ledgerline #412.* · Turn 1 · .*001 · file:.*#${id}$`));
  });

  it("prints what is folded where that is asked for, with its provenance and without navigation", async () => {
    const page = await visit(await rootTask(), { plain: true });
    await page.emulateMedia({ media: "print" });
    const folded = page.locator(".card:not([open]) > .inside").first();
    expect(await page.locator(".side").isVisible()).toBe(false);
    expect(await page.locator("body > footer").textContent()).toContain("taskfolio");
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await page.locator("#print-all").check();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await folded.isVisible()).toBe(true);
  });

  it("tells when Tasks ran by bars that lead to them", async () => {
    const page = await visit("index.html", { plain: true });
    expect(await page.locator(".when li").count()).toBe(4);
    expect(await page.locator(".when .failed .note").textContent()).toMatch(/^failed · /);
    await page.locator(".when a").last().click();
    expect(page.url()).toMatch(/\/tasks\/t-[0-9a-f]{12}\/index\.html$/);
  });
});
