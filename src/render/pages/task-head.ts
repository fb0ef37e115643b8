import type { TaskFacts, TaskPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { icon } from "../icons.ts";
import { restricted } from "../items/restricted.ts";
import { plainLink, rowLink } from "../parts/links.ts";
import { statusBadge, statusSentence } from "../parts/status.ts";
import { timeOf } from "../parts/time.ts";
import { tokensOf } from "../parts/usage.ts";
import { count, duration } from "../words.ts";
import { checkTable } from "./checks.ts";
import { diagnosticList } from "./diagnostics.ts";
import { childEdges, lineage, waitingFor } from "./edges.ts";
import { failureTable } from "./failures.ts";
import { goalBlock } from "./goal.ts";

/** Longer reasons are cut in the sentence and stand below it. */
const REASON = 400;
/** What a text in the head of a page takes at most; the frame that pages are planned with counts on it. */
const HEAD_ROOM = { bytes: 40_000, elements: 200 };

/** Who, what and how it came out. Later pages of a transcript name the Task and point back at the first. */
export function taskHead(desk: Desk, view: TaskPageView): Html {
  const { facts, page, pages } = view;
  const { task } = facts;
  const first = page === 1;
  return desk.fill("pages/task-head", {
    first,
    firstPage: plainLink(desk, desk.links.taskPage(task.id, 1), "the first page"),
    title: text(task.title),
    page: pages > 1 ? `page ${count(page)} of ${count(pages)}` : "",
    badge: statusBadge(desk, task.status.word),
    lineage: lineage(desk, view),
    status: statusSentence(desk, task.status, REASON),
    reason: longReason(desk, view),
    helper: task.helper === undefined ? undefined : text(task.helper),
    facts: taskFacts(desk, facts),
    counters: Object.entries(facts.counts.usage).map(([name, value]) => ({ name: text(name), value: count(value) })),
    countersAtLeast: facts.counts.usageAtLeast,
    reported: Object.entries(task.usage ?? {}).map(([name, value]) => ({ name: text(name), value: count(value) })),
    withheld: first ? withheldTexts(desk, facts) : [],
    goal: first && task.goal !== undefined ? goalBlock(desk, task.goal, view, HEAD_ROOM) : undefined,
    result: first && view.result !== undefined ? resultBlock(desk, view) : undefined,
    lacks: facts.lacks,
    gapIcon: icon("gap"),
    waiting: waitingFor(desk, view),
    children: first ? childEdges(desk, view) : undefined,
    failures: first
      ? failureTable(desk, { failures: view.failures, total: view.failureCount, within: true })
      : undefined,
    checks: first ? checkTable(desk, { checks: view.checks, total: view.checks.length }) : undefined,
    diagnostics: first ? diagnosticList(desk, view.diagnostics, 25) : undefined,
  });
}

/** Placeholders for what of the Task itself is withheld. */
function withheldTexts(desk: Desk, { task }: TaskFacts): readonly Html[] {
  if (task.restricted) return [restricted(desk, "this whole Task is", task.restricted)];
  return Object.entries(task.withheldTexts ?? {}).map(([what, restriction]) =>
    restricted(desk, `the Task's ${what} is`, restriction),
  );
}

/** A reason that the sentence cuts, whole. */
function longReason(desk: Desk, { facts, page }: TaskPageView): Html | undefined {
  const { reason } = facts.task.status;
  if (page > 1 || reason === undefined || reason.length <= REASON) return undefined;
  return desk.blocks(
    [{ type: "code", text: reason, title: "The record's own words for the status, all of them" }],
    HEAD_ROOM,
  );
}

function taskFacts(desk: Desk, { task, counts, durationMs, children }: TaskFacts) {
  const tokens = tokensOf(counts.usage, counts.usageAtLeast);
  const fact = (name: string, value: Html | string) => ({ name, value });
  const inherited = counts.inheritedRows === 0 ? "" : `, ${count(counts.inheritedRows)} inherited`;
  const failed = counts.failedCalls === 0 ? "" : `, ${count(counts.failedCalls)} failed`;
  return [
    ...(task.agent === undefined ? [] : [fact("agent", desk.fill("parts/name", { name: text(task.agent) }))]),
    ...(counts.models.length === 0
      ? []
      : [fact(counts.models.length === 1 ? "model" : "models", text(counts.models.join(", ")))]),
    ...(task.createdAt === undefined ? [] : [fact("created", timeOf(desk, task.createdAt))]),
    ...(task.startedAt === undefined ? [] : [fact("started", timeOf(desk, task.startedAt))]),
    ...(task.endedAt === undefined ? [] : [fact("ended", timeOf(desk, task.endedAt))]),
    ...(durationMs === undefined ? [] : [fact("duration", duration(durationMs))]),
    ...(task.record === "absent" || task.restricted
      ? []
      : [
          fact("turns", count(counts.turns)),
          fact("rows", count(counts.rows) + inherited),
          fact("tool calls", count(counts.toolCalls) + failed),
        ]),
    ...(children.length === 0 ? [] : [fact("children", count(children.length))]),
    ...(tokens === undefined ? [] : [fact("tokens", tokens)]),
    ...(desk.links.exactPage(task.id, 1) === undefined
      ? []
      : [fact("views", desk.fill("parts/views", { exact: desk.links.exactPage(task.id, 1) }))]),
    fact("id", desk.fill("parts/code", { code: text(task.id) })),
  ];
}

function resultBlock(desk: Desk, { result, facts }: TaskPageView): Html | undefined {
  if (result === undefined) return undefined;
  return desk.fill("pages/result", {
    word: facts.task.status.word,
    content: desk.blocks([{ type: "prose", markdown: result.text }], HEAD_ROOM),
    empty: result.text === "",
    row: result.row && rowLink(desk, result.row.ref, `row ${result.row.label}`),
    elsewhere: result.row !== undefined && result.row.ref.taskId !== facts.task.id,
  });
}
