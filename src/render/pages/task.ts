import type { Task, TaskPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, join, text } from "../html.ts";
import { renderItem } from "../items/index.ts";
import { linkTo } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { count, oneLine } from "../words.ts";
import { stripOf } from "./strip.ts";
import { taskHead } from "./task-head.ts";
import { taskSide } from "./task-side.ts";
import { turn } from "./turn.ts";

/** The page's own heading holds a title whole. */
const CRUMB = 50;

/** One page of a Task: what was asked and what came of it, then its ledger. */
export function taskPage(desk: Desk, view: TaskPageView): Html {
  const { facts, page, pages } = view;
  const { task } = facts;
  const owner = { ...task, around: (itemId: string) => view.neighbours?.get(itemId) };
  const place = { page, pages, href: (to: number) => desk.links.taskPage(task.id, to) };
  const main = desk.fill("pages/task", {
    head: taskHead(desk, view),
    strip: view.strip && stripOf(desk, view.strip),
    pager: pager(desk, { ...place, label: "Pages of this transcript" }),
    turns: view.turns.map((each) => turn(desk, each, owner)),
    stored: join(view.stored.map((message) => renderItem(desk, { type: "stored", message }, task))),
    hasStored: view.stored.length > 0,
    empty: view.turns.length === 0 && view.stored.length === 0 && task.restricted === undefined,
    absent: task.record === "absent",
    pagerBelow: pager(desk, { ...place, label: "Pages of this transcript, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: page === 1 ? task.title : `${task.title.slice(0, 200)}, page ${count(page)}`,
    skip: "Skip to the transcript",
    crumbs: [
      ...view.ancestors.map((above) =>
        above === undefined
          ? text("… more Tasks between")
          : linkTo(desk, { ...above.task, title: crumb(view, above.task) }),
      ),
      desk.fill("parts/name", { name: text(crumb(view, task)) }),
    ],
    main,
    side: taskSide(desk, view),
  });
}

/** A report is mostly named after its root; saying the name twice in a row tells nothing. */
function crumb({ report }: TaskPageView, { title, parentId }: Task): string {
  return parentId === undefined && title === report.title ? "Root Task" : oneLine(title, CRUMB);
}
