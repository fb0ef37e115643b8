import type { AbsenceKind, GapsView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { linkTo, rowLink } from "../parts/links.ts";
import { pager } from "../parts/pager.ts";
import { count, oneLine, plural } from "../words.ts";
import { KIND_MEANS, KIND_TITLES } from "./absence-kinds.ts";
import { accountSentence, unbalancedBanner } from "./account.ts";
import { diagnosticList } from "./diagnostics.ts";

const TITLE = 110;
/** As many findings stand on the page; all that come after are one file. */
const MOST = 500;

/** Everything that is known not to be there: by kind, what the kind claims, then each place. */
export function gapsPage(desk: Desk, view: GapsView): Html {
  const place = { page: view.page, pages: view.pages, href: (page: number) => desk.links.fixed("gaps", page) };
  const main = desk.fill("pages/gaps", {
    page: view.pages > 1 ? `page ${count(view.page)} of ${count(view.pages)}` : "",
    lead:
      view.total === 0
        ? ""
        : `${plural(view.total, "entry", "entries")}, by kind. Each names the Task, the reason and the places.`,
    banner: unbalancedBanner(desk, view.account),
    pager: pager(desk, { ...place, label: "Pages of what is missing" }),
    groups: groups(desk, view),
    diagnostics: diagnosticList(desk, view.diagnostics, MOST),
    account: `${accountSentence(view.account)}.`,
    pagerBelow: pager(desk, { ...place, label: "Pages of what is missing, once more" }),
  });
  return framed(desk, {
    report: view.report,
    title: view.page === 1 ? "What is missing" : `What is missing, page ${count(view.page)}`,
    skip: "Skip to what is missing",
    current: "gaps",
    crumbs: [text("What is missing")],
    main,
    account: view.account,
  });
}

function groups(desk: Desk, { absences }: GapsView) {
  const byKind = new Map<AbsenceKind, Html[]>();
  for (const { absence, facts } of absences) {
    const entry = desk.fill("pages/absence", {
      task: linkTo(desk, { ...facts.task, title: oneLine(facts.task.title, TITLE) }),
      says: text(absence.says),
      places: absence.at.map(({ ref, label }) => rowLink(desk, ref, label)),
    });
    const group = byKind.get(absence.kind);
    if (group === undefined) byKind.set(absence.kind, [entry]);
    else group.push(entry);
  }
  return Array.from(byKind, ([kind, entries]) => ({ title: KIND_TITLES[kind], means: KIND_MEANS[kind], entries }));
}
