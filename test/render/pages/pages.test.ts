import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../../../src/projection/index.ts";
import { checkCharacters } from "../../gates/characters.ts";
import { checkHead } from "../../gates/head.ts";
import { checkMarkup } from "../../gates/markup.ts";
import { checkOutline } from "../../gates/outline.ts";
import { checkScript } from "../../gates/script.ts";
import { flatContext, flatLinks } from "./links.ts";
import * as sample from "./sample.ts";
import { parsed, renderer, samplePages, TEMPLATES, textOf } from "./support.ts";
import { account, facts, message, task, taskView } from "./views.ts";

let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  pages = await samplePages();
});
const page = (name: string) => parsed(pages.get(name) ?? "");
const text = (name: string) => textOf(page(name));

describe("every page", () => {
  it("keeps what a page that is readable everywhere may hold", () => {
    for (const [name] of pages) {
      const breaches = [checkMarkup, checkHead, checkOutline, checkCharacters].flatMap((check) => check(page(name)));
      expect({ name, breaches }).toEqual({ name, breaches: [] });
    }
  });

  it("is valid", async () => {
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended"],
      rules: { "long-title": "off", "no-trailing-whitespace": "off" },
    });
    for (const [name, html] of pages) {
      const { results } = await validator.validateString(html);
      const says = results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => `${line} ${ruleId} ${message}`),
      );
      expect({ name, says }).toEqual({ name, says: [] });
    }
  });

  it("begins with a way past its head and ends with where it comes from", () => {
    for (const [name, html] of pages) {
      expect(html).toMatch(/<body>\n<a class="skip" href="#main">/);
      expect(text(name)).toContain("taskfolio 0.0.0 · ");
      expect(text(name)).toContain("all times UTC");
      expect(text(name)).toContain("if it looks plain, extract the whole archive");
    }
  });

  it("links the overview, all Tasks, what is missing, the lists and about", () => {
    const links = flatLinks();
    for (const html of pages.values()) {
      for (const name of ["overview", "tasks", "gaps", "by-status", "a-z", "about"] as const) {
        expect(html).toContain(`href="${links.fixed(name)}"`);
      }
    }
  });

  it("names its landmarks apart", () => {
    for (const [name] of pages) {
      const labels = page(name)
        .elements.filter((element) => element.name === "nav")
        .map(({ attributes }) => attributes.get("aria-label"));
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels).not.toContain(undefined);
    }
  });

  it("puts the Task before the report in its title, on one line and bounded", async () => {
    expect(pages.get("task")).toContain("<title>Fix the date importer regression · Date importer · taskfolio</title>");
    const long = facts({ task: task({ title: "word ".repeat(400) }) });
    const html = await renderer.task(taskView([], { facts: long }), flatContext());
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]?.length).toBeLessThan(160);
  });
});

describe("a Task page", () => {
  it("says where the Task comes from and how that is known", () => {
    expect(text("task")).toContain("Root Task. Status derived: its last turn answered and nothing waits for it.");
    expect(text("child")).toContain(
      "Child of Fix the date importer regression, created by its call at 011.1 (declared in the record: the call's result names the child).",
    );
    expect(text("lost")).toContain("Child of Fix the date importer regression; no call in the parent names this Task.");
  });

  it("says when a parent is not in the workspace, and when there is none to read", async () => {
    const orphan = facts({ task: task({ parentId: "gone" }), parent: "not here" });
    const context = flatContext(flatLinks({ tasks: ["gone"] }));
    expect(textOf(parsed(await renderer.task(taskView([], { facts: orphan }), context)))).toContain(
      "Child of gone, a parent that is not in this workspace.",
    );
    const loose = facts({ task: task({ attached: false }) });
    expect(textOf(parsed(await renderer.task(taskView([], { facts: loose }), context)))).toContain(
      "Unattached: nothing readable says which Task it belongs to.",
    );
  });

  it("lists children with how the edge is known and where they came back", () => {
    expect(text("task")).toMatch(
      /Check the 2019 integration ?succeeded ?created by the call at 011\.1 .*returned at 013 \(final-response\)/,
    );
    expect(text("task")).toContain(
      "not in this workspace · created; no call names it (unlinked: only its id tells whose child it is)",
    );
    expect(text("task")).toContain("3 more: the whole tree");
  });

  it("says for what a Task waits, and since which row", async () => {
    const waits = taskView([], {
      facts: facts({ task: task({ status: { word: "running", basis: "a call waits", certainty: "derived" } }) }),
      waiting: [{ edge: sample.DELEGATION.edge, facts: sample.CHILD_FACTS, callLabel: "011.1", returns: [] }],
    });
    expect(textOf(parsed(await renderer.task(waits, flatContext())))).toContain(
      "Waits for Check the 2019 integration, since row 011.1.",
    );
  });

  it("says a lower bound as one and keeps every counter under its own name", () => {
    expect(text("task")).toContain("tokensat least 9,412 in, 1,204 out");
    expect(text("task")).toContain("cache_read_tokens500");
  });

  it("says of a Task without a record that nothing of it is here", () => {
    expect(text("lost")).toContain("Not in this workspace. Nothing of this Task’s transcript is here");
    expect(text("lost")).not.toContain("tool calls0");
  });

  it("leads to the pages before and after in words, and back to its head", () => {
    for (const words of ["First page", "Previous page, 2", "Page 3 of 7", "Next page, 4", "Last page, 7"]) {
      expect(text("child")).toContain(words);
    }
    expect(text("child")).toContain("Goal, result, children and failures stand on the first page.");
  });

  it("lists this page's turns and gaps, each leading to a row of the page", () => {
    const side = /<nav class="side"[\s\S]*?<\/nav>/.exec(pages.get("task") ?? "")?.[0] ?? "";
    const targets = Array.from(side.matchAll(/<a [^>]*href="#([^"]+)"/g), (match) => match[1]);
    const ids = page("task").elements.map(({ attributes }) => attributes.get("id"));
    expect(targets).toHaveLength(5);
    for (const target of targets) expect(ids).toContain(target);
  });

  it("names each turn by what it was told, else by what the model said", async () => {
    const turn = { continued: false, note: "2 tools" };
    const view = taskView([], {
      turns: [
        { ...turn, index: 0, items: [message()], said: { by: "input", text: "Find out\nwhy. ".repeat(20) } },
        {
          ...turn,
          index: 1,
          items: [message({ itemId: "b" })],
          said: { by: "model", text: "## \u202eIt `is` **late**, my_friend." },
        },
        { ...turn, index: 2, items: [message({ itemId: "c" })] },
      ],
    });
    const html = await renderer.task(view, flatContext());
    const list = /<ul class="turns">.*?<\/ul>/s.exec(html)?.[0] ?? "";
    const names = Array.from(list.matchAll(/<li><a [^>]*>(.*?)<\/a>/g), (match) => match[1]);
    expect(names).toEqual([
      'Turn 1 <span class="note">2 tools</span> <bdi class="said asked">Find out why. Find out why. Find out why. Find …</bdi>',
      'Turn 2 <span class="note">2 tools</span> <bdi class="said">[RLO]It is late, my_friend.</bdi>',
      'Turn 3 <span class="note">2 tools</span>',
    ]);
  });

  it("says when a turn began, and how long nothing happened before it", async () => {
    const turn = { continued: false, note: "answer", index: 1, items: [message()] };
    const told = { ...turn, startedAt: "2027-01-02T08:00:00Z", pauseMs: 64_800_000 };
    const html = await renderer.task(taskView([], { turns: [told] }), flatContext());
    expect(textOf(parsed(html))).toMatch(/18 h later ?Turn 2 ?2027-01-02 08:00:00 UTC/);
    const quiet = await renderer.task(taskView([], { turns: [turn] }), flatContext());
    expect(quiet).not.toContain('class="edge"');
  });

  it("shows a long goal by its beginning and holds all of it", async () => {
    const goal = `First words. ${"and so on ".repeat(200)}last words`;
    const html = await renderer.task(taskView([], { facts: facts({ task: task({ goal }) }) }), flatContext());
    expect(textOf(parsed(html))).toMatch(/The whole goal · 2,023 characters.*last words/);
  });

  it("does not repeat a long goal that is its first message", async () => {
    const goal = `First words. ${"and so on ".repeat(200)}last words`;
    const first = message({ role: "user", input: { kind: "context" }, parts: [{ type: "text", text: goal }] });
    const html = await renderer.task(taskView([first], { facts: facts({ task: task({ goal }) }) }), flatContext());
    expect(textOf(parsed(html))).toContain("the whole of it is the first message, row 001.");
    expect(html.split("last words")).toHaveLength(2);
  });
});

describe("the overview", () => {
  it("tells the subject, its result and what went wrong before the tree", () => {
    expect(text("overview")).toMatch(
      /Date importer.*4 Tasks under 1 root.*Asked: Dates from the partner feed.*The compatibility branch stays.*Failures first.*budget exhausted.*Tasks.*What this report lacks/,
    );
  });

  it("says which records do not add up, and nothing of that when all do", async () => {
    expect(text("overview")).not.toContain("does not add up");
    const broken: Account = account({
      balanced: false,
      unbalanced: [
        {
          path: "m/007.md",
          kind: "message",
          records: 1,
          shown: 0,
          shownInPart: 0,
          withheld: 0,
          raw: 0,
          repeated: 0,
          joined: 0,
          noRow: 0,
        },
      ],
      astray: ["t-1 · 009"],
      counted: 4,
    });
    const html = await renderer.overview({ ...sample.OVERVIEW, account: broken }, flatContext());
    expect(textOf(parsed(html))).toMatch(
      /This report does not add up\..*m\/007\.md.*t-1 · 009.*named: 5; counted on the pages: 4/,
    );
  });

  it("lists the first files that were changed, and says how many there are", async () => {
    expect(text("overview")).toMatch(
      /Files touched ?File ?What ?Lines ?Tasks.*370 files that tool calls name: 200 changed and 170 only read\. All files/,
    );
    const many = { ...sample.OVERVIEW, files: Array.from({ length: 50 }, () => sample.FILES.entries[0] as never) };
    const html = await renderer.overview(many, flatContext());
    expect(/<table class="wide files">.*?<\/table>/s.exec(html)?.[0].match(/<tr>/g)).toHaveLength(13);
    const none = await renderer.overview({ ...sample.OVERVIEW, files: [], fileTotals: [] }, flatContext());
    expect(none).not.toContain("Files touched");
    const read = [{ standing: "only read" as const, files: 3 }];
    const onlyRead = await renderer.overview({ ...sample.OVERVIEW, files: [], fileTotals: read }, flatContext());
    expect(textOf(parsed(onlyRead))).toContain("Files touched3 files that tool calls name: 3 only read. All files");
  });

  it("stays below 200 kB with as many Tasks as it holds and all that can stand around them", async () => {
    const many = Array.from({ length: 250 }, (_, at) =>
      facts({
        ...sample.ROOT_FACTS,
        depth: at % 7,
        task: { ...sample.ROOT, id: `task-${at}`, title: `${"A title of some length ".repeat(5)}${at}` },
      }),
    );
    const check = {
      ref: { taskId: "task-1", itemId: "x" },
      label: "0130.2",
      runner: "npm test",
      command: "npm test -- a/path/of/some/length ".repeat(9),
      outcome: { words: "failed, exit 1", tone: "bad" as const },
    };
    const view = {
      ...sample.OVERVIEW,
      roots: many.slice(0, 20).map((each) => ({ facts: each, result: { text: "A result. ".repeat(2_000) } })),
      rootCount: 1_000,
      failures: Array.from(
        { length: 50 },
        () => ({ ...sample.OVERVIEW.failures[1], about: "x ".repeat(500) }) as never,
      ),
      diagnostics: Array.from({ length: 400 }, () => sample.OVERVIEW.diagnostics[0] as never),
      files: Array.from(
        { length: 100 },
        () => ({ ...sample.FILES.entries[0], path: "src/a/long/path/".repeat(9) }) as never,
      ),
      checks: Array.from(
        { length: 60 },
        (_, at) => ({ ...sample.OVERVIEW.checks[at % 2], last: check, before: Array(5).fill(check) }) as never,
      ),
      timeline: {
        bars: many.slice(0, 40).map((each) => ({ facts: each, from: 0.1, to: 0.9, end: "none" as const })),
        from: 0,
        to: 1e9,
        notDrawn: 960,
        untimed: 3,
      },
      tree: many,
      treeHidden: 750,
    };
    const html = await renderer.overview(view, flatContext());
    expect(Buffer.byteLength(html)).toBeLessThan(200_000);
    expect(parsed(html).elements.length).toBeLessThan(6_000);
  });
});

describe("the lists", () => {
  it("open a group under each heading", () => {
    expect(pages.get("by-status")).toMatch(/<th colspan="7" scope="rowgroup">unknown<\/th>/);
  });

  it("say a depth in words too", () => {
    expect(text("tasks")).toContain("level 2: Check the 2019 integration");
  });
});

describe("what is missing", () => {
  it("explains each kind and links each place", () => {
    expect(text("gaps")).toMatch(
      /Compacted ?The source removed rows.*Fix the date importer regression Entries 002–004 are not in this record.*At 002–004/,
    );
    expect(text("gaps")).toMatch(/Not in this workspace ?A Task that other records mention/);
  });

  it("holds very many findings in one file", async () => {
    const diagnostics = Array.from({ length: 5_000 }, (_, at) => ({
      code: "torn",
      severity: "error" as const,
      says: `Line ${at}.`,
    }));
    const context = flatContext();
    const html = await renderer.gaps({ ...sample.GAPS, diagnostics }, context);
    expect(Buffer.byteLength(html)).toBeLessThan(200_000);
    expect([...context.attached.values()].join("")).toContain("Line 4999.");
    expect(textOf(parsed(html))).toContain("4,500 more: all of them as text");
  });
});

describe("the page of a request", () => {
  it("links what equals a row and shows the rest as sent", () => {
    expect(text("request")).toContain("Same text as row 000");
    expect(text("request")).toContain("Same text as row 001");
    expect(text("request")).toContain("Today is a Friday.");
    expect(text("request")).not.toContain("You repair importers.");
  });

  it("holds more than fits in one file", async () => {
    const { request } = sample.REQUEST;
    if (request === undefined) throw new Error("no request");
    const messages = Array.from({ length: 2_000 }, (_, at) => ({
      role: "user",
      items: [{ type: "part" as const, part: { type: "text" as const, text: `${"word ".repeat(400)} ${at}` } }],
    }));
    const context = flatContext();
    const html = await renderer.request(
      { ...sample.REQUEST, request: { ...request, messages }, itemRows: [] },
      context,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(700_000);
    expect([...context.attached.values()].join("")).toContain(" 1999");
  });
});

describe("assets", () => {
  const css = readFileSync(join(TEMPLATES, "assets/report.css"), "utf8");
  const scripts = ["base.js", "rows.js", "filters.js", "keys.js", "search.js"].map(
    (name) => [name, readFileSync(join(TEMPLATES, "assets", name), "utf8")] as const,
  );

  it("hold no script that hostile text could use", () => {
    for (const [name, source] of scripts) expect(checkScript(name, source)).toEqual([]);
  });

  it("hide rows by filters only, and never one that says what is not there", () => {
    const hiding = Array.from(
      css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{[^{}]*display: none[^{}]*\}/g),
      (rule) => rule[1] ?? "",
    );
    const rows = hiding.flatMap((rule) => rule.split(/,\n/)).filter((selector) => selector.includes(":has(#"));
    const filters = rows.filter((selector) => !selector.includes("#hide-helpers"));
    expect(filters).toHaveLength(11);
    for (const selector of filters) expect(selector).toMatch(/:not\([^)]*\.stay/);
    for (const selector of hiding.filter((rule) => !rule.includes(":has(#"))) {
      expect(selector).not.toMatch(/\.(row|gap|absent|notice|stay|body)\b/);
    }
  });

  it("make no row invisible to a reader of the page's text", () => {
    expect(css).not.toMatch(/visibility: hidden|content-visibility: hidden|font-size: 0|opacity: 0/);
    const skipped = Array.from(css.matchAll(/([^{}]+)\{[^{}]*content-visibility: auto/g), (rule) => rule[1]?.trim());
    expect(skipped.every((selector) => selector?.endsWith(".row > .card:not([open])"))).toBe(true);
  });
});
