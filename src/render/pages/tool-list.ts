import type { ToolListGroup, ToolListView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { linkedRow, linkTo } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { count, oneLine, plural } from "../words.ts";

const TITLE = 90;

/** Calls by kind of tool, and for each Task its first ones, those that failed before others. */
export function toolListPage(desk: Desk, view: ToolListView): Html {
  const place = { page: view.page, pages: view.pages, href: (page: number) => desk.links.fixed("by-tool", page) };
  const main = desk.fill("pages/tool-list", {
    page: view.pages > 1 ? `page ${count(view.page)} of ${count(view.pages)}` : "",
    pager: pager(desk, { ...place, label: "Pages of this list" }),
    groups: view.groups.map((group) => toolGroup(desk, group)),
    pagerBelow: pager(desk, { ...place, label: "Pages of this list, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: view.page === 1 ? "Calls by kind of tool" : `Calls by kind of tool, page ${count(view.page)}`,
    skip: "Skip to the list",
    current: "by-tool",
    crumbs: [text("Calls by kind of tool")],
    main,
  });
}

function toolGroup(desk: Desk, { kind, calls, failed, tasks }: ToolListGroup) {
  return {
    kind: text(kind),
    calls: callWords(calls, failed),
    tasks: tasks.map((entry) => ({
      task: linkTo(desk, { ...entry.facts.task, title: oneLine(entry.facts.task.title, TITLE) }),
      calls: callWords(entry.calls, entry.failed),
      rows: entry.rows.map((row) => ({ link: linkedRow(desk, row), failed: row.failed })),
      more: entry.calls > entry.rows.length ? count(entry.calls - entry.rows.length) : "",
    })),
  };
}

function callWords(calls: number, failed: number): string {
  return plural(calls, "call") + (failed === 0 ? "" : `, ${count(failed)} failed`);
}
