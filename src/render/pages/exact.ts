import type { ExactPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { text } from "../html.ts";
import { exactItems } from "../items/exact.ts";
import { linkTo, plainLink } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { statusBadge } from "../parts/status.ts";
import { count, oneLine } from "../words.ts";
import { treeSide } from "./task-side.ts";

const CRUMB = 50;

/** One page of a Task's exact view: every row by itself, in sequence. */
export function exactPage(desk: Desk, view: ExactPageView): ReturnType<typeof framed> {
  const { facts, page, pages } = view;
  const { task } = facts;
  const place = { page, pages, href: (to: number) => desk.links.exactPage(task.id, to) ?? "" };
  const main = desk.fill("pages/exact", {
    title: text(oneLine(task.title, 200)),
    page: pages > 1 ? `page ${count(page)} of ${count(pages)}` : "",
    badge: statusBadge(desk, task.status.word),
    semantic: plainLink(desk, desk.links.taskPage(task.id, 1), "The semantic view"),
    lacks: facts.lacks,
    pager: pager(desk, { ...place, label: "Pages of this exact view" }),
    items: exactItems(desk, view.items, task),
    empty: view.items.length === 0,
    pagerBelow: pager(desk, { ...place, label: "Pages of this exact view, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: `${task.title.slice(0, 200)}, exact view${page === 1 ? "" : `, page ${count(page)}`}`,
    skip: "Skip to the rows",
    crumbs: [
      ...view.ancestors.map((above) =>
        above === undefined
          ? text("… more Tasks between")
          : linkTo(desk, { ...above.task, title: oneLine(above.task.title, CRUMB) }),
      ),
      linkTo(desk, { ...task, title: oneLine(task.title, CRUMB) }),
      text("Exact view"),
    ],
    main,
    side: treeSide(desk, view.tree),
  });
}
