import type { SearchView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { plainLink } from "../parts/links.ts";
import { statusWords } from "../parts/status.ts";
import { count, plural } from "../words.ts";

/** Where script runs, a field to search with; for everyone, the lists that lead to all there is. */
export function searchPage(desk: Desk, view: SearchView): Html {
  const { links } = desk;
  const main = desk.fill("pages/search", {
    lead: `${plural(view.report.tasks, "Task")} with ${plural(view.rows, "row")}.`,
    tree: plainLink(desk, links.fixed("tasks"), "All Tasks, as a tree"),
    byStatus: plainLink(desk, links.fixed("by-status"), "By status"),
    statuses: view.byStatus.map(({ word, count: tasks }) => `${count(tasks)} ${statusWords(word)}`).join(", "),
    byTool: plainLink(desk, links.fixed("by-tool"), "By kind of tool"),
    kinds: view.kinds.map(({ kind, calls }) => ({ kind: text(kind), calls: count(calls) })),
    moreKinds: view.kindCount > view.kinds.length ? plural(view.kindCount - view.kinds.length, "more kind") : "",
    titles: plainLink(desk, links.fixed("a-z"), "A to Z"),
    overview: plainLink(desk, links.fixed("overview"), "Failures first"),
    gaps: plainLink(desk, links.fixed("gaps"), "What is missing"),
  });
  return framed(desk, {
    report: view.report,
    title: "Search",
    skip: "Skip to the search",
    current: "search",
    crumbs: [text("Search")],
    main,
  });
}
