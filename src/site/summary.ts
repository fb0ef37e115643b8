import type { OverviewView, RowRef, TaskFacts, TaskId } from "../projection/index.ts";
import type { MarkdownText } from "./markdown-text.ts";
import { type Detail, fitted } from "./summary-fit.ts";

export interface SummaryHow {
  readonly text: MarkdownText;
  /** Bytes. */
  readonly limit: number;
  /** Link target of a path of the report. */
  link(path: string): string;
  /** Paths in the report. */
  task(id: TaskId): string | undefined;
  row(ref: RowRef): string | undefined;
}

/** Where renderers differ on what ends the words of a link. */
const RISKY = /[[\]\\]|``/;

const TITLE = 120;
const ABOUT = 160;

/** `summary.md`: for a comment or a job summary. It never has more bytes than the limit, and says what it left out for that. */
export function summaryMarkdown(overview: OverviewView, how: SummaryHow): string {
  return fitted(how.limit, (detail) => compose(overview, how, detail));
}

function compose(overview: OverviewView, how: SummaryHow, detail: Detail): readonly string[] {
  const { text } = how;
  return [
    `## ${text.line(overview.report.title, TITLE)}`,
    head(overview),
    ...subject(overview, how, detail),
    ...section("Failures", overview.failureCount, overview.failures, detail.failures, (failure) => {
      const title = taskTitle(overview, failure.taskId);
      const where = failure.at ? how.row(failure.at.ref) : how.task(failure.taskId);
      const what = failure.about === "" ? failure.kind : `${failure.kind}: ${failure.about}`;
      const in_ = title === undefined ? "" : `, in ${text.line(title, TITLE)}`;
      return `- ${text.line(failure.outcome.words, ABOUT)}: ${linked(how, text.line(what, ABOUT), where)}${in_}`;
    }),
    ...section("Checks", overview.checkCount, overview.checks, detail.checks, ({ kind, last, count }) => {
      const times = count > 1 ? ` (the last of ${count})` : "";
      const what = linked(how, text.line(last.command, ABOUT), how.row(last.ref));
      return `- looks like ${kind}: ${what}: ${text.line(last.outcome.words, ABOUT)}${times}`;
    }),
    ...section("Tasks", overview.report.tasks, overview.tree, detail.tasks, (task) => taskLine(task, how)),
    ...section("Files", changedFiles(overview), overview.files, detail.files, ({ path, changes, standing }) => {
      return `- ${standing}: ${text.line(path, ABOUT)}${changes > 0 ? `, ${plural(changes, "change")}` : ""}`;
    }),
    ...missing(overview, how),
    `[The whole report](${how.link("index.html")}) · ${overview.report.generator} · ${masked(overview)}`,
  ];
}

/** How many files calls changed or may have changed. */
function changedFiles({ fileTotals }: OverviewView): number {
  return fileTotals.reduce((sum, { standing, files }) => sum + (standing === "only read" ? 0 : files), 0);
}

function head({ report, byStatus, totals }: OverviewView): string {
  const tasks = byStatus.map(({ word, count }) => `${count} ${word.replace("_", " ")}`).join(", ");
  const calls = `${plural(totals.toolCalls, "tool call")}${totals.failedCalls > 0 ? `, ${totals.failedCalls} failed` : ""}`;
  return `**${plural(report.tasks, "Task")}**${tasks === "" ? "" : `: ${tasks}`} · ${plural(totals.rows, "row")} · ${calls} · ${plural(totals.gaps, "gap")}`;
}

/** Objective and result of the report's subject; further roots stand in the tree. */
function subject({ roots }: OverviewView, { text }: SummaryHow, detail: Detail): readonly string[] {
  const [root] = roots;
  if (!root) return ["The workspace holds no Task."];
  const { task } = root.facts;
  const result = root.result?.text ?? "";
  return [
    ...(detail.goal > 0 && task.goal !== undefined ? ["**Objective**", text.block(task.goal, detail.goal)] : []),
    `**Status**: ${statusWords(root.facts)}`,
    ...(result === "" ? ["No result is recorded."] : []),
    ...(detail.result > 0 && result !== "" ? ["**Result**", text.block(result, detail.result)] : []),
  ];
}

function taskLine(facts: TaskFacts, how: SummaryHow): string {
  const { task, depth, counts } = facts;
  const failed = counts.failedCalls > 0 ? `, ${plural(counts.failedCalls, "failed call")}` : "";
  const absent = task.record === "absent" ? ", not in this workspace" : "";
  return `${"  ".repeat(Math.min(depth, 8))}- ${statusWords(facts)}: ${linked(how, how.text.line(task.title, TITLE), how.task(task.id))}${failed}${absent}`;
}

function missing({ lacks, report, account }: OverviewView, how: SummaryHow): readonly string[] {
  const secrets = report.masking.counts.reduce((sum, rule) => sum + rule.secrets, 0);
  const lines = [
    ...lacks.map(({ kind, places, tasks }) => `- ${kind}: ${plural(places, "place")} in ${plural(tasks, "Task")}`),
    ...(secrets > 0 ? [`- ${plural(secrets, "secret")} masked`] : []),
    ...(report.masking.imagesLeftOut ? [`- images left out of ${plural(report.masking.imagesLeftOut, "row")}`] : []),
    ...(report.masking.policy
      ? ["- withheld under a policy: its rules and reasons are on the page about the report"]
      : []),
    ...(account.balanced ? [] : ["- **the account of the records does not balance**: the overview names them"]),
  ];
  if (lines.length === 0) return ["Nothing is known to be missing from the record."];
  return [`### What the record lacks`, lines.join("\n"), `[Each place, with its reason](${how.link("gaps.html")})`];
}

function masked({ report: { masking } }: OverviewView): string {
  return masking.redaction ? "secrets looked for" : "secrets not looked for";
}

function section<T>(
  title: string,
  total: number,
  items: readonly T[],
  most: number,
  line: (item: T) => string,
): readonly string[] {
  if (total === 0) return [];
  const shown = items.slice(0, most).map(line);
  const rest = total - shown.length;
  const more = rest > 0 ? [`${shown.length > 0 ? "and " : ""}${rest} more in the report`] : [];
  return [`### ${title} (${total})`, ...(shown.length > 0 ? [shown.join("\n")] : []), ...more];
}

/**
 * Never first on its line: there, a text such as `]:` would make it the definition of a link, which is not shown. Brackets and
 * longer runs of backticks stay out of the link's own words, since renderers do not agree on them.
 */
export function linked(how: Pick<SummaryHow, "link">, words: string, path: string | undefined): string {
  if (path === undefined) return words;
  return RISKY.test(words) ? `${words} ([open](${how.link(path)}))` : `[${words}](${how.link(path)})`;
}

function taskTitle({ tree, roots }: OverviewView, id: TaskId): string | undefined {
  return (tree.find(({ task }) => task.id === id) ?? roots.find(({ facts }) => facts.task.id === id)?.facts)?.task
    .title;
}

function statusWords({ task }: TaskFacts): string {
  const word = task.status.word.replace("_", " ");
  return task.status.certainty === "recorded" ? word : `${word} (${task.status.certainty})`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
