import type { LabelledRow, RowRef, Task, TaskId } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";

/** A Task by its title, as a link where this report has a page for it. */
export function taskLink(desk: Desk, id: TaskId, title: string): Html {
  return desk.fill("parts/task-link", { href: desk.links.task(id), title: text(title) });
}

export function linkTo(desk: Desk, task: Task): Html {
  return taskLink(desk, task.id, task.title);
}

/** `words` as a link to a row; plain words where the row is not in this report. */
export function rowLink(desk: Desk, ref: RowRef, words: string): Html {
  const href = desk.links.row(ref);
  return href === undefined ? text(words) : desk.fill("parts/link", { href, words: text(words) });
}

/** A row by its gutter label. */
export function linkedRow(desk: Desk, { ref, label }: LabelledRow): Html {
  return rowLink(desk, ref, label);
}

/** Our own link with our own words. */
export function plainLink(desk: Desk, href: string, words: string): Html {
  return desk.fill("parts/link", { href, words });
}
