import { expect, it } from "vitest";
import type { Item, ToolItem } from "../../../src/projection/index.ts";
import { flatContext } from "./links.ts";
import * as sample from "./sample.ts";
import { pageOf, parsed, renderer, textOf } from "./support.ts";
import { call, result, tool } from "./views.ts";

const text = async (html: Promise<string>) => textOf(parsed(await html));

it("lists files by how they stand, with what each was done to it", async () => {
  const shown = await text(renderer.files(sample.FILES, flatContext()));
  expect(shown).toContain("370 files that tool calls name: 200 changed and 170 only read.");
  expect(shown).toContain("src/date.ts2 changes, 1 possible write and 3 reads, 1 change failed+8 −3");
  expect(shown).toContain("May have been changed, by shell commands that visibly write");
  expect(shown).toContain("12 more files stand in their cards only");
});

it("says so where no file is known to have been touched", async () => {
  const empty = { ...sample.FILES, entries: [], total: [], cut: 0, pages: 1 };
  expect(await text(renderer.files(empty, flatContext()))).toContain("No tool call is known to have touched a file.");
});

it("tells of a file what each Task did, Tasks apart, each row a link to its card", async () => {
  const html = await renderer.file(sample.FILE, flatContext());
  const shown = textOf(parsed(html));
  expect(shown).toContain("Also named /repo/src/date.ts and 38 more.");
  expect(shown).toContain("row 006edited+8 −3done");
  expect(shown).toContain("row 007editedfailed");
  expect(shown).toContain("row 008renamed from src/old.tsdone");
  expect(shown).toContain("row 009possible write, by a shell commandno result recorded");
  expect(html.match(/<h2><a href="t-/g)).toHaveLength(2);
});

it("tells of checks what they look like, how the last came out and those before it", async () => {
  const shown = await text(renderer.overview(sample.OVERVIEW, flatContext()));
  expect(shown).toContain("a test run cd app && npm test -- dates");
  expect(shown).toContain(
    "exit 0, row 021.29 runs, 4 failed; failed, exit 1, row 014.1; failed, exit 1, row 009.1; 6 more before",
  );
  expect(shown).toContain("started in the background, row 022the only one");
  expect(shown).toContain("68 more stand on the pages of their Tasks.");
});

it("folds many calls that looked into one line, each with its own place", async () => {
  const looks = Array.from({ length: 7 }, (_, at): ToolItem => {
    const id = `00${at}`;
    return tool({
      call: call({
        itemId: id,
        label: id,
        kind: at < 5 ? "read" : "search",
        fields: at < 5 ? { path: `src/f${at}.ts` } : { pattern: "a|b" },
      }),
      result: result({ itemId: `${id}r`, label: `${id}r` }),
    });
  });
  const alone = await pageOf(looks);
  const folded = await pageOf([{ type: "streak", items: looks } satisfies Item]);
  expect(folded.text).toContain("5 reads, 2 searches src/f0.ts, src/f1.ts, src/f2.ts … none failed · 000–006");
  // The rows are the same bytes, whether they stand in the fold or by themselves.
  const rows = (html: string) => html.match(/<div class="row[\s\S]*?\n<\/div>/g);
  expect(rows(folded.html)).toHaveLength(7);
  expect(rows(folded.html)).toEqual(rows(alone.html));
});
