import { STATUS_WORDS, type WorkspaceIndex } from "../model/index.ts";
import { allCheckRuns } from "./check-runs.ts";
import { fileTotals } from "./files.ts";
import type { Graph } from "./graph.ts";
import { resultView } from "./result.ts";
import { taskFailures } from "./task-page.ts";
import { timeline } from "./timeline.ts";
import type {
  AboutView,
  Absence,
  AbsenceKind,
  Account,
  Failure,
  FileFacts,
  GapsView,
  OverviewView,
  ReportFacts,
  TaskFacts,
} from "./view.ts";

/** How much an overview holds, whatever the input. */
const ROOTS = 20;
const TREE = 250;
const FAILURES = 50;
const FAILURES_PER_TASK = 5;
const FILES = 100;

/** In the order in which pages list them. */
const ABSENCE_ORDER: readonly AbsenceKind[] = [
  "not in this workspace",
  "unattached",
  "compacted",
  "missing",
  "restricted",
  "unreadable",
  "no result recorded",
  "result without call",
  "stored, not incorporated",
  "cleared from context",
  "unreadable by design",
];

/** `files` are all that `allFiles` found. */
export function overview(
  report: ReportFacts,
  index: WorkspaceIndex,
  graph: Graph,
  files: readonly FileFacts[],
  account: Account,
): OverviewView {
  const { tasks, roots } = graph;
  const sum = (count: (facts: TaskFacts) => number) => tasks.reduce((total, facts) => total + count(facts), 0);
  const failures = allFailures(graph);
  const tree = overviewTree(tasks);
  const checks = allCheckRuns(graph);
  const when = timeline(graph);
  return {
    report,
    roots: roots.slice(0, ROOTS).map((facts) => {
      const result = resultView(facts.task, graph);
      return { facts, ...(result && { result }) };
    }),
    rootCount: roots.length,
    byStatus: byStatusWord(tasks),
    totals: {
      rows: sum(({ counts }) => counts.rows),
      toolCalls: sum(({ counts }) => counts.toolCalls),
      failedCalls: sum(({ counts }) => counts.failedCalls),
      gaps: sum(({ counts }) => counts.gaps),
      absentTasks: sum(({ task }) => (task.record === "absent" ? 1 : 0)),
    },
    failures: failures.listed,
    failureCount: failures.count,
    checks: checks.listed,
    checkCount: checks.count,
    files: files.filter(({ standing }) => standing !== "only read").slice(0, FILES),
    fileTotals: fileTotals(files),
    tree,
    treeHidden: tasks.length - tree.length,
    ...(when && { timeline: when }),
    lacks: sumAbsences(tasks),
    diagnostics: index.diagnostics,
    account,
  };
}

/** Tasks by status word, in STATUS_WORDS order, zeros left out. */
export function byStatusWord(tasks: readonly TaskFacts[]): OverviewView["byStatus"] {
  return STATUS_WORDS.map((word) => ({
    word,
    count: tasks.filter(({ task }) => task.status.word === word).length,
  })).filter(({ count }) => count > 0);
}

/** Absences over all Tasks, by kind. */
export function sumAbsences(tasks: readonly TaskFacts[]): OverviewView["lacks"] {
  return ABSENCE_ORDER.flatMap((kind) => {
    let places = 0;
    let count = 0;
    for (const facts of tasks) {
      const own = facts.absences.filter((absence) => absence.kind === kind);
      if (own.length > 0) count += 1;
      for (const absence of own) places += Math.max(1, absence.at.length);
    }
    return places > 0 ? [{ kind, places, tasks: count }] : [];
  });
}

/** Failed Tasks, then the first failed calls of each Task, in tree order. */
function allFailures(graph: Graph): { readonly listed: readonly Failure[]; readonly count: number } {
  const listed: Failure[] = [];
  let count = 0;
  for (const { task } of graph.tasks) {
    const { word, basis, reason } = task.status;
    if (word !== "failed" && word !== "timed_out") continue;
    count += 1;
    if (listed.length < FAILURES) {
      const words = word === "failed" ? "failed" : "timed out";
      listed.push({
        taskId: task.id,
        kind: `the Task ${words}`,
        about: reason ?? basis,
        outcome: { words, tone: "bad" },
      });
    }
  }
  for (const { task } of graph.tasks) {
    const own = graph.survey(task.id);
    if (!own) continue;
    count += own.failures.length;
    for (const failure of taskFailures(own).slice(0, FAILURES_PER_TASK))
      if (listed.length < FAILURES) listed.push(failure);
  }
  return { listed, count };
}

/** Roots, two levels below them and everything that failed, in tree order, as far as there is room. */
function overviewTree(tasks: readonly TaskFacts[]): readonly TaskFacts[] {
  if (tasks.length <= TREE) return tasks;
  const failed = (facts: TaskFacts) => facts.task.status.word === "failed" || facts.task.status.word === "timed_out";
  const chosen = new Set<TaskFacts>();
  // What failed first, then level by level, so that a wide level cannot push out what matters more.
  for (const choose of [failed, ...[0, 1, 2].map((depth) => (facts: TaskFacts) => facts.depth === depth)]) {
    for (const facts of tasks) if (chosen.size < TREE && choose(facts)) chosen.add(facts);
  }
  return tasks.filter((facts) => chosen.has(facts));
}

/** Every absence of the report, by kind, then Task in tree order. */
export function allAbsences(graph: Graph): readonly { readonly absence: Absence; readonly facts: TaskFacts }[] {
  const byKind = new Map<AbsenceKind, { absence: Absence; facts: TaskFacts }[]>(
    ABSENCE_ORDER.map((kind) => [kind, []]),
  );
  for (const facts of graph.tasks)
    for (const absence of facts.absences) byKind.get(absence.kind)?.push({ absence, facts });
  return ABSENCE_ORDER.flatMap((kind) => byKind.get(kind) ?? []);
}

export function gapsPage(
  report: ReportFacts,
  index: WorkspaceIndex,
  absences: GapsView["absences"],
  place: { readonly page: number; readonly pages: number; readonly total: number },
  account: Account,
): GapsView {
  return { report, ...place, absences, diagnostics: place.page === 1 ? index.diagnostics : [], account };
}

export function about(report: ReportFacts, because: string, graph: Graph, account: Account): AboutView {
  return { report, because, account, lacks: sumAbsences(graph.tasks) };
}
