import type { FileFacts, FilesPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { taskLink } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { count, oneLine, plural, series } from "../words.ts";

const PATH = 200;
const TASKS = 3;
const TITLE = 80;

/** How a file stands, as a heading and in a sentence. */
export const STANDING_WORDS: Readonly<Record<FileFacts["standing"], readonly [heading: string, words: string]>> = {
  changed: ["Changed", "changed"],
  "may have been changed": ["May have been changed, by shell commands that visibly write", "may have been changed"],
  "only read": ["Only read", "only read"],
};

/** Every file that tool calls touched, the changed ones first. */
export function filesPage(desk: Desk, view: FilesPageView): Html {
  const place = { page: view.page, pages: view.pages, href: (page: number) => desk.links.fixed("files", page) };
  const main = desk.fill("pages/files", {
    page: view.pages > 1 ? `page ${count(view.page)} of ${count(view.pages)}` : "",
    lead: fileTotalWords(view.total),
    cut: view.cut === 0 ? "" : plural(view.cut, "more file"),
    pager: pager(desk, { ...place, label: "Pages of files" }),
    groups: groups(desk, view),
    pagerBelow: pager(desk, { ...place, label: "Pages of files, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: view.page === 1 ? "Files" : `Files, page ${count(view.page)}`,
    skip: "Skip to the files",
    current: "files",
    crumbs: [text("Files")],
    main,
  });
}

/** `15 files that tool calls name: 12 changed and 3 only read.` */
export function fileTotalWords(total: FilesPageView["total"]): string {
  const all = total.reduce((sum, { files }) => sum + files, 0);
  if (all === 0) return "No tool call is known to have touched a file.";
  const parts = total.map(({ standing, files }) => `${count(files)} ${STANDING_WORDS[standing][1]}`);
  return `${plural(all, "file")} that tool calls name: ${series(parts)}.`;
}

function groups(desk: Desk, { entries }: FilesPageView) {
  const standings = [...new Set(entries.map(({ standing }) => standing))];
  return standings.map((standing) => ({
    heading: STANDING_WORDS[standing][0],
    table: fileTable(
      desk,
      entries.filter((file) => file.standing === standing),
      STANDING_WORDS[standing][0],
    ),
  }));
}

/** Files one a line, in the order given; `label` names the table. */
export function fileTable(desk: Desk, files: readonly FileFacts[], label: string): Html {
  return desk.fill("pages/file-table", { label, rows: files.map((file) => row(desk, file)) });
}

function row(desk: Desk, file: FileFacts) {
  const { path, groups: tasks } = file;
  return {
    href: desk.links.file(path, 1),
    path: text(oneLine(path, PATH)),
    what: whatWords(file),
    failed: file.failed === 0 ? "" : `${plural(file.failed, "change")} failed`,
    lines: lineWords(file),
    tasks: tasks.slice(0, TASKS).map(({ taskId, title }) => taskLink(desk, taskId, oneLine(title, TITLE))),
    more: tasks.length > TASKS ? count(tasks.length - TASKS) : "",
  };
}

/** `3 changes, read 12 times`. */
export function whatWords({ changes, reads, mayWrites }: FileFacts): string {
  const parts = [
    ...(changes === 0 ? [] : [plural(changes, "change")]),
    ...(mayWrites === 0 ? [] : [plural(mayWrites, "possible write")]),
    ...(reads === 0 ? [] : [plural(reads, "read")]),
  ];
  return parts.length === 0 ? "no change came to pass" : series(parts);
}

export function lineWords({ added, removed }: { readonly added?: number; readonly removed?: number }): string {
  if (added === undefined && removed === undefined) return "";
  return (added ?? 0) + (removed ?? 0) === 0
    ? ""
    : `+${count(added ?? 0)}${removed === undefined ? "" : ` −${count(removed)}`}`;
}
