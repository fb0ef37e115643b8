import type { CheckKind } from "./checks.ts";
import type { Graph } from "./graph.ts";
import type { Survey, SurveyedCheck } from "./surveyed.ts";
import type { CheckRun, CheckRuns } from "./view.ts";

/** How many earlier runs of one kind are listed. */
const BEFORE = 5;
/** How many kinds of checks an overview lists. */
const LISTED = 60;

const KINDS: readonly CheckKind[] = ["test", "build", "lint"];

/** What one Task checked, by kind: the last run and those before it. */
export function checkRuns({ taskId, checks }: Pick<Survey, "taskId" | "checks">): readonly CheckRuns[] {
  return KINDS.flatMap((kind) => {
    const own = checks.filter((check) => check.kind === kind).reverse();
    const [last, ...before] = own.map((check) => runOf(taskId, check));
    if (last === undefined) return [];
    const bad = own.filter(({ outcome }) => outcome.tone === "bad").length;
    return [{ taskId, kind, last, before: before.slice(0, BEFORE), count: own.length, bad }];
  });
}

/** The same over all Tasks, in tree order. Runs of different Tasks have no order among each other. */
export function allCheckRuns(graph: Graph): { readonly listed: readonly CheckRuns[]; readonly count: number } {
  const listed: CheckRuns[] = [];
  let count = 0;
  for (const { task } of graph.tasks) {
    const survey = graph.survey(task.id);
    if (survey === undefined || survey.checks.length === 0) continue;
    const runs = checkRuns(survey);
    count += runs.length;
    for (const one of runs) if (listed.length < LISTED) listed.push(one);
  }
  return { listed, count };
}

function runOf(taskId: string, { itemId, label, runner, command, outcome }: SurveyedCheck): CheckRun {
  return { ref: { taskId, itemId }, label, runner, command, outcome };
}
