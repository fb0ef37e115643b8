import type { Graph } from "./graph.ts";
import { byStatusWord } from "./overview.ts";
import type { LabelledRow, ReportFacts, SearchView, TaskFacts, ToolListEntry, ToolListGroup } from "./view.ts";

/** How many rows of one Task a list by kind of tool links. */
const ROWS = 12;

/** Every tool call by kind: the most used kind first, then Tasks as the tree has them. */
export function byTool(graph: Graph): readonly ToolListGroup[] {
  const kinds = new Map<string, ToolListEntry[]>();
  for (const facts of graph.tasks) {
    for (const [kind, entry] of toolsOf(facts, graph)) {
      const known = kinds.get(kind);
      if (known) known.push(entry);
      else kinds.set(kind, [entry]);
    }
  }
  const groups = Array.from(kinds, ([kind, tasks]) => ({
    kind,
    calls: tasks.reduce((sum, { calls }) => sum + calls, 0),
    failed: tasks.reduce((sum, { failed }) => sum + failed, 0),
    tasks,
  }));
  return groups.sort((a, b) => b.calls - a.calls || (a.kind < b.kind ? -1 : 1));
}

function toolsOf(facts: TaskFacts, graph: Graph): ReadonlyMap<string, ToolListEntry> {
  const survey = graph.survey(facts.task.id);
  const failed = new Set(survey?.failures.map(({ itemId }) => itemId));
  const kinds = new Map<string, { failed: LabelledRow[]; others: LabelledRow[]; calls: number; failures: number }>();
  for (const { tool, itemId, label } of survey?.entries ?? []) {
    if (tool === undefined) continue;
    const sum = kinds.get(tool) ?? { failed: [], others: [], calls: 0, failures: 0 };
    kinds.set(tool, sum);
    const wrong = failed.has(itemId);
    sum.calls += 1;
    if (wrong) sum.failures += 1;
    const rows = wrong ? sum.failed : sum.others;
    if (rows.length < ROWS) rows.push({ ref: { taskId: facts.task.id, itemId }, label });
  }
  return new Map(
    Array.from(kinds, ([kind, sum]) => [
      kind,
      {
        facts,
        calls: sum.calls,
        failed: sum.failures,
        rows: [
          ...sum.failed.map((row) => ({ ...row, failed: true })),
          ...sum.others.map((row) => ({ ...row, failed: false })),
        ].slice(0, ROWS),
      },
    ]),
  );
}

/** Kinds of tool that the page of search leads to at most. */
const KINDS = 40;

/** What the page of search says without script. A kind may stand in several groups, one for each page of the list. */
export function searchPage(report: ReportFacts, graph: Graph, groups: readonly ToolListGroup[]): SearchView {
  const kinds = [...new Map(groups.map(({ kind, calls, failed }) => [kind, { kind, calls, failed }])).values()];
  return {
    report,
    rows: graph.tasks.reduce((sum, { counts }) => sum + counts.rows, 0),
    byStatus: byStatusWord(graph.tasks),
    kinds: kinds.slice(0, KINDS),
    kindCount: kinds.length,
  };
}
