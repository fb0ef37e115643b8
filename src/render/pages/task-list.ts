import type { TaskListView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { pager } from "../parts/pager.ts";
import { count, plural } from "../words.ts";
import { taskTable } from "./task-table.ts";

const LISTS = {
  tasks: { title: "All Tasks", says: "as the tree has them, parents before their children" },
  "by-status": {
    title: "Tasks by status",
    says: "by status word; a status is of one Task and says nothing of its parent or children",
  },
  "a-z": { title: "Tasks from A to Z", says: "by title" },
} as const;

export function taskListPage(desk: Desk, view: TaskListView): Html {
  const { title, says } = LISTS[view.list];
  const place = { page: view.page, pages: view.pages, href: (page: number) => desk.links.fixed(view.list, page) };
  const main = desk.fill("pages/list", {
    title,
    page: view.pages > 1 ? `page ${count(view.page)} of ${count(view.pages)}` : "",
    lead: `${plural(view.total, "Task")}, ${says}.`,
    pager: pager(desk, { ...place, label: "Pages of this list" }),
    content: taskTable(desk, view.entries, { tree: view.list === "tasks" }),
    pagerBelow: pager(desk, { ...place, label: "Pages of this list, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: view.page === 1 ? title : `${title}, page ${count(view.page)}`,
    skip: "Skip to the list",
    current: view.list,
    crumbs: [text(title)],
    main,
  });
}
