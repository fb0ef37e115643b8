import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import type { Part, Row } from "../../src/model/index.ts";
import { openWorkspace } from "../../src/read.ts";
import { anchor, memoryWriter, slug } from "../../src/site/index.ts";
import { cases } from "../support/reports.ts";
import { tempFolder } from "../support/temp.ts";
import { type PageElement, parsePage } from "./page.ts";

/** Shorter strings stand in many places by chance. */
const TELLING = 20;
/** What pages show as marks, and white space, left out on both sides. */
const FOLDED =
  /\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\s\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff]/g;
const fold = (text: string) => text.replace(FOLDED, "");

function partStrings(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    part.type === "text" ? [part.text] : part.type === "json" ? valueStrings(part.value) : [],
  );
}

function valueStrings(root: unknown): string[] {
  const found: string[] = [];
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") found.push(value);
    else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) pending.push(item);
  }
  return found;
}

/** Every string of message text, reasoning, tool input and tool output. */
function rowStrings(row: Row): readonly string[] {
  if (row.restricted) return [];
  if (row.type === "message") return partStrings(row.parts);
  if (row.type === "reasoning" || row.type === "raw") return row.text === undefined ? [] : [row.text];
  if (row.type === "tool-call") return valueStrings(row.input);
  return row.type === "tool-result" ? partStrings(row.output) : [];
}

/** The text of a page's rows without marks. Navigation names other Tasks, so it is left out. */
function rowsText(path: string, bytes: Uint8Array): string {
  const texts = parsePage(path, bytes).texts.filter(
    ({ parent }) => parent?.attributes.get("class") !== "mark" && isInRow(parent),
  );
  return fold(texts.map(({ text }) => text).join(""));
}

function isInRow(element: PageElement | undefined): boolean {
  for (let at = element; at; at = at.parent) if (/^row\b/.test(at.attributes.get("class") ?? "")) return true;
  return false;
}

/** A Task's own exact view, with the raw files that it links. */
function exactViews(
  files: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, { readonly text: string; readonly raw: string }> {
  const views = new Map<string, { text: string; raw: string }>();
  const decoder = new TextDecoder();
  for (const [path, bytes] of files) {
    const [, taskSlug] = /^tasks\/(t-[0-9a-f]+)\/exact(?:-\d+)?\.html$/.exec(path) ?? [];
    if (taskSlug === undefined) continue;
    const view = views.get(taskSlug) ?? { text: "", raw: "" };
    views.set(taskSlug, view);
    view.text += rowsText(path, bytes);
    for (const [, name] of decoder.decode(bytes).matchAll(/href="\.\.\/\.\.\/(raw\/[0-9a-f]+\.txt)"/g)) {
      const file = name === undefined ? undefined : files.get(name);
      if (file) view.raw += fold(decoder.decode(file));
    }
  }
  return views;
}

async function checkWhole(workspace: string): Promise<void> {
  const writer = memoryWriter();
  const { account } = await build({ workspace, redact: false, highlight: false }, { writer });
  expect(account).toMatchObject({ balanced: true, unbalanced: [], astray: [] });
  const views = exactViews(writer.files);
  const opened = await openWorkspace({ workspace });
  const owners = new Map<string, Set<string>>();
  const lost: string[] = [];
  for (const { id } of opened.workspace.index.tasks) {
    const view = views.get(slug(id));
    for await (const row of opened.workspace.rows(id)) {
      for (const text of rowStrings(row).map(fold)) {
        if (text.length <= TELLING) continue;
        owners.set(text, (owners.get(text) ?? new Set()).add(slug(id)));
        if (!view?.text.includes(text) && !view?.raw.includes(text))
          lost.push(`${id} ${row.label}: ${text.slice(0, 60)}`);
      }
      // One card, one place: each row's id stands once in the semantic view.
      const name = anchor(slug(id), row.itemId);
      const pages = [...writer.files].filter(([path]) =>
        new RegExp(`^tasks/${slug(id)}/(?:index|page-\\d+)\\.html$`).test(path),
      );
      const times = pages.reduce(
        (sum, [, bytes]) => sum + Buffer.from(bytes).toString("latin1").split(`id="${name}"`).length - 1,
        0,
      );
      if (times !== 1) lost.push(`${id} ${row.label}: stands ${times} times in the semantic view`);
    }
  }
  await opened.workspace.close();
  expect(lost).toEqual([]);
  // What a Task alone holds stands in no other Task's exact view. Short sentences are looked at where they are unmistakable.
  const stray: string[] = [];
  for (const [text, own] of owners) {
    if (own.size !== 1 || text.length < 60) continue;
    const inside = [...owners.keys()].some(
      (other) => other !== text && other.length > text.length && owners.get(other)?.size !== 1 && other.includes(text),
    );
    for (const [other, view] of views)
      if (!inside && !own.has(other) && view.text.includes(text) && !quotedBy(other, text, owners))
        stray.push(`${other}: ${text.slice(0, 60)}`);
    if (owners.size > 4_000) break;
  }
  expect(stray).toEqual([]);
}

/** The other Task holds it inside a longer string of its own, such as a file that both read. */
function quotedBy(task: string, text: string, owners: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  for (const [other, own] of owners)
    if (own.has(task) && other.length > text.length && other.includes(text)) return true;
  return false;
}

describe("nothing is lost and nothing strays", () => {
  it.each(cases.filter(({ name }) => name !== "a large workspace"))(
    "in $name",
    async ({ workspace }) => {
      const folder = tempFolder();
      await checkWhole(typeof workspace === "string" ? workspace : await workspace(folder));
    },
    60_000,
  );

  const corpus = process.env.TASKFOLIO_CORPUS;
  const sets = corpus ? corpusSets(corpus, 10_000_000) : [];
  it.skipIf(sets.length === 0)("is tried on the corpus where TASKFOLIO_CORPUS names one", () =>
    expect(sets.length).toBeGreaterThan(5),
  );
  it.each(sets)("in the corpus, $name", async ({ path }) => checkWhole(path), 120_000);
});

/** The smallest sets first, as many as come to so many bytes. */
function corpusSets(corpus: string, most: number): readonly { readonly name: string; readonly path: string }[] {
  const sets = ["claude-code", "codex", "atif", "litany"].flatMap((format) =>
    readdirSync(join(corpus, format)).map((name) => ({ name: `${format}/${name}`, path: join(corpus, format, name) })),
  );
  const sized = sets
    .map((set) => ({ ...set, bytes: sizeOf(set.path) }))
    .sort((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1));
  let sum = 0;
  return sized.filter(({ bytes }) => {
    sum += bytes;
    return sum <= most;
  });
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}
