import type { FilePageView, FileTouchView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { linkTo, plainLink, rowLink } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { count, oneLine, plural } from "../words.ts";
import { lineWords, STANDING_WORDS, whatWords } from "./files.ts";

const TITLE = 200;
const CRUMB = 60;
const FORM = 400;

/** One file: what each Task did to it, in the order of its ledger, Tasks apart. */
export function filePage(desk: Desk, view: FilePageView): Html {
  const { file, page, pages } = view;
  const place = { page, pages, href: (to: number) => desk.links.file(file.path, to) ?? "" };
  const lines = lineWords(file);
  const others = file.forms.filter((form) => form !== file.path);
  const main = desk.fill("pages/file", {
    path: text(oneLine(file.path, TITLE * 2)),
    page: pages > 1 ? `page ${count(page)} of ${count(pages)}` : "",
    lead: `${capital(STANDING_WORDS[file.standing][1])}: ${whatWords(file)}${lines === "" ? "" : `, ${lines} where the lines are known`}. ${plural(file.groups.length, "Task")}.`,
    forms: page === 1 ? others.map((form) => text(oneLine(form, FORM))) : [],
    moreForms: file.formCount > file.forms.length ? count(file.formCount - file.forms.length) : "",
    pager: pager(desk, { ...place, label: "Pages of this file" }),
    groups: view.groups.map(({ facts, touches }) => ({
      task: linkTo(desk, { ...facts.task, title: oneLine(facts.task.title, TITLE) }),
      label: `What one Task did, ${plural(touches.length, "row")}`,
      rows: touches.map((touch) => row(desk, touch)),
    })),
    pagerBelow: pager(desk, { ...place, label: "Pages of this file, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: `${oneLine(file.path, CRUMB)}${page === 1 ? "" : `, page ${count(page)}`}`,
    skip: "Skip to the file",
    crumbs: [
      plainLink(desk, desk.links.fixed("files"), "Files"),
      desk.fill("parts/name", { name: text(oneLine(file.path, CRUMB)) }),
    ],
    main,
  });
}

const ACTIONS: Readonly<Record<FileTouchView["action"], string>> = {
  read: "read",
  created: "created",
  written: "written whole",
  edited: "edited",
  deleted: "deleted",
  renamed: "renamed",
  "may have written": "possible write, by a shell command",
};

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function row(desk: Desk, touch: FileTouchView) {
  const { other } = touch;
  return {
    where: rowLink(desk, touch.ref, `row ${touch.label}`),
    what: ACTIONS[touch.action],
    other: other && {
      words: "from" in other ? "from" : "to",
      href: desk.links.file("from" in other ? other.from : other.to, 1),
      path: text(oneLine("from" in other ? other.from : other.to, TITLE)),
    },
    lines: touch.came === "done" ? lineWords(touch) : "",
    came: touch.came,
    tone: touch.came === "failed" ? "bad" : "quiet",
  };
}
