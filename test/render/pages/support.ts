import { resolve } from "node:path";
import type { Item } from "../../../src/projection/index.ts";
import { createRenderer } from "../../../src/render/index.ts";
import { type Page, parsePage } from "../../gates/page.ts";
import { flatContext } from "./links.ts";
import * as sample from "./sample.ts";
import { taskView } from "./views.ts";

export const TEMPLATES = resolve(import.meta.dirname, "../../../templates");
export const renderer = createRenderer({ templates: TEMPLATES, highlight: false });

/** Every page of the sample report, by name. `change` makes another report of the same shape. */
export async function samplePages(
  change: <View>(view: View) => View = (view) => view,
): Promise<ReadonlyMap<string, string>> {
  const context = flatContext();
  const pages: [string, Promise<string>][] = [
    ["overview", renderer.overview(change(sample.OVERVIEW), context)],
    ["task", renderer.task(change(sample.TASK_VIEW), context)],
    ["child", renderer.task(change(sample.CHILD_VIEW), context)],
    ["lost", renderer.task(change(sample.LOST_VIEW), context)],
    ...sample.LISTS.map((view): [string, Promise<string>] => [view.list, renderer.taskList(change(view), context)]),
    ["files", renderer.files(change(sample.FILES), context)],
    ["file", renderer.file(change(sample.FILE), context)],
    ["gaps", renderer.gaps(change(sample.GAPS), context)],
    ["about", renderer.about(change(sample.ABOUT), context)],
    ["request", renderer.request(change(sample.REQUEST), context)],
  ];
  return new Map(await Promise.all(pages.map(async ([name, html]) => [name, await html] as const)));
}

/** A Task page that holds these items and nothing else. */
export async function pageOf(
  items: readonly Item[],
): Promise<{ readonly html: string; readonly text: string; readonly page: Page }> {
  const html = await renderer.task(taskView(items), flatContext());
  const page = parsed(html);
  return { html, page, text: textOf(page) };
}

export function parsed(html: string): Page {
  return parsePage("t.html", new TextEncoder().encode(html));
}

/** What a reader reads, with single blanks. */
export function textOf(page: Page): string {
  const shown = page.texts.filter(({ parent }) => parent?.name !== "title" && parent?.name !== "script");
  return shown
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ");
}

/** The classes of each row, in order. */
export function rowClasses(page: Page): readonly string[] {
  return page.elements
    .map(({ attributes }) => attributes.get("class") ?? "")
    .filter((names) => names.split(" ").includes("row"));
}
