import type { Failure, OverviewView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { linkTo, plainLink, rowLink } from "../parts/links.ts";
import { statusBadge, statusSentence, statusWords } from "../parts/status.ts";
import { count, oneLine, plural } from "../words.ts";
import { KIND_TITLES } from "./absence-kinds.ts";
import { accountSentence, unbalancedBanner } from "./account.ts";
import { checkTable } from "./checks.ts";
import { diagnosticList } from "./diagnostics.ts";
import { failureTable } from "./failures.ts";
import { fileTable, fileTotalWords } from "./files.ts";
import { taskTable } from "./task-table.ts";
import { timelineOf } from "./timeline.ts";

/** The report's subject is told at length, every further root in a few lines. */
const SUBJECT = { goal: 1_200, result: 4_000 };
const OTHERS = { goal: 150, result: 150 };
/** What is listed of each kind: all of it stands on pages of its own. Together they keep the page within its budget. */
const FAILURES = 30;
const CHECKS = 25;
const EARLIER_RUNS = 2;
const FILES = 12;

export function overviewPage(desk: Desk, view: OverviewView): Html {
  const { report, account, roots } = view;
  const titles = new Map([...view.tree, ...roots.map(({ facts }) => facts)].map(({ task }) => [task.id, task.title]));
  const main = desk.fill("pages/overview", {
    title: text(report.title),
    lead: `${plural(report.tasks, "Task")} under ${plural(view.rootCount, "root")}, read from a ${report.format} workspace.`,
    banner: unbalancedBanner(desk, account),
    roots: roots.map((root, at) => rootBlock(desk, root, at === 0 ? SUBJECT : OTHERS)),
    moreRoots: view.rootCount > roots.length ? count(view.rootCount - roots.length) : "",
    counts: counts(view),
    failures: failureTable(desk, {
      failures: view.failures.slice(0, FAILURES),
      total: view.failureCount,
      within: false,
      titleOf: ({ taskId }: Failure) => titles.get(taskId) ?? taskId,
    }),
    checks: checkTable(desk, {
      checks: view.checks.slice(0, CHECKS),
      earlier: EARLIER_RUNS,
      total: view.checkCount,
      titleOf: (taskId) => titles.get(taskId) ?? taskId,
    }),
    files: view.files.length === 0 ? undefined : fileTable(desk, view.files.slice(0, FILES), "Files touched"),
    fileTotals: view.fileTotals.length === 0 ? "" : fileTotalWords(view.fileTotals),
    allFiles: plainLink(desk, desk.links.fixed("files"), "All files"),
    tree: taskTable(
      desk,
      view.tree.map((facts) => ({ facts })),
      { tree: true },
    ),
    timeline: view.timeline && timelineOf(desk, view.timeline),
    treeHidden: view.treeHidden === 0 ? "" : plural(view.treeHidden, "Task"),
    whole: desk.links.fixed("tasks"),
    lacks: view.lacks.map(({ kind, places, tasks }) => ({
      kind: KIND_TITLES[kind],
      places: plural(places, "place"),
      tasks: plural(tasks, "Task"),
    })),
    masked: maskedWords(report),
    images: report.masking.imagesLeftOut ? `in ${plural(report.masking.imagesLeftOut, "row")}` : "",
    gaps: plainLink(desk, desk.links.fixed("gaps"), "Each place, with its reason"),
    diagnostics: diagnosticList(desk, view.diagnostics, 20),
    account: `${accountSentence(account)}.`,
  });
  return framed(desk, { report, skip: "Skip to the overview", current: "overview", crumbs: [], main, account });
}

/** Masked secrets are missing too. */
function maskedWords({ masking }: OverviewView["report"]): string {
  const secrets = masking.counts.reduce((sum, rule) => sum + rule.secrets, 0);
  const places = masking.counts.reduce((sum, rule) => sum + rule.places, 0);
  return secrets === 0 ? "" : `${plural(secrets, "secret")} in ${plural(places, "place")}`;
}

function rootBlock(
  desk: Desk,
  { facts, result }: OverviewView["roots"][number],
  most: { goal: number; result: number },
) {
  const { task } = facts;
  return {
    task: linkTo(desk, { ...task, title: oneLine(task.title, 200) }),
    badge: statusBadge(desk, task.status.word),
    status: statusSentence(desk, task.status, 300),
    goal: task.goal === undefined ? undefined : text(oneLine(task.goal, most.goal)),
    result: result && {
      whole: result.text.length <= most.result,
      content:
        result.text.length <= most.result
          ? desk.blocks([{ type: "prose", markdown: result.text }])
          : text(oneLine(result.text, most.result)),
      size: plural(result.text.length, "character"),
      row: result.row && rowLink(desk, result.row.ref, `row ${result.row.label}`),
    },
    lacks: facts.lacks,
  };
}

function counts({ report, byStatus, totals }: OverviewView) {
  const entry = (value: number, words: string, bad = false) => ({ value: count(value), words, bad });
  return [
    entry(report.tasks, report.tasks === 1 ? "Task" : "Tasks"),
    ...byStatus.map(({ word, count }) => entry(count, statusWords(word), word === "failed" || word === "timed_out")),
    ...(totals.absentTasks === 0 ? [] : [entry(totals.absentTasks, "not in this workspace")]),
    entry(totals.rows, totals.rows === 1 ? "row" : "rows"),
    entry(totals.toolCalls, totals.toolCalls === 1 ? "tool call" : "tool calls"),
    ...(totals.failedCalls === 0
      ? []
      : [entry(totals.failedCalls, totals.failedCalls === 1 ? "failed call" : "failed calls", true)]),
    ...(totals.gaps === 0 ? [] : [entry(totals.gaps, totals.gaps === 1 ? "gap" : "gaps")]),
  ];
}
