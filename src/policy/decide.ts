import type { OpenWorkspace, RecordId, Restriction, Row, Task, TaskId } from "../model/index.ts";
import { createRestrictions, followCopies, type Name, type Node, type Restrictions } from "./copies.ts";
import { createFamily } from "./family.ts";
import { createJudge, type Match, type Verdict } from "./judge.ts";
import type { Policy } from "./policy.ts";

/** What a policy, and the source's own marks, withhold from a workspace. */
export interface Decisions {
  of(name: Name): Restriction | undefined;
  /** Tasks withheld whole. */
  readonly tasks: ReadonlyMap<TaskId, Restriction>;
  /** Tasks of which anything is withheld: copies that cannot be told apart, such as requests, go with it. */
  readonly touched: ReadonlyMap<TaskId, Restriction>;
  /** Tasks whose summaries are withheld with the rows that they sum up. */
  readonly summaries: ReadonlyMap<TaskId, Restriction>;
  /** Records that rows of Tasks withheld whole name, by file. */
  readonly wholeRecords: ReadonlyMap<string, ReadonlySet<RecordId>>;
  /** The Tasks, rows and messages that each rule means, in the policy's order; not what is copied from them. */
  readonly matched: ReadonlyMap<string, readonly Match[]>;
  /** Ids that a rule names and the workspace does not have, by rule. */
  readonly unknownTasks: ReadonlyMap<string, readonly TaskId[]>;
}

/** First look over every ledger under a policy. It keeps ids and digests, no text. */
export async function decide(workspace: OpenWorkspace, policy: Policy): Promise<Decisions> {
  const { index } = workspace;
  const judge = createJudge(policy, index.tasks);
  const family = createFamily(index);
  const withheld = createRestrictions();
  const tasks = new Map<TaskId, Restriction>();
  const sparedSummaries = new Set<TaskId>();
  const wholeRecords = new Map<string, Set<RecordId>>();
  const nodes: Node[] = [];

  for (const task of index.tasks) {
    const whole = task.restricted ? { restriction: task.restricted } : judge.wholeTask(task);
    if (whole) tasks.set(task.id, whole.restriction);
    const withhold = (name: Name, verdict: Verdict) => {
      withheld.add(name, verdict.restriction);
      if (verdict.rule?.summaries) sparedSummaries.add(task.id);
      if (verdict.rule?.title)
        for (const facet of ["title", "goal", "result"] as const)
          withheld.add({ taskId: task.id, facet }, verdict.restriction);
    };
    if (whole) for (const facet of ["goal", "result"] as const) withhold({ taskId: task.id, facet }, whole);
    const first = nodes.length;
    nodes.push(...family.ofTask(task));
    // Of a Task withheld whole no rule tells more: not even how much of it there is.
    for await (const { row, verdict } of whole ? unjudged(workspace, task) : judge.rows(workspace, task)) {
      const found = row.restricted ? { restriction: row.restricted } : (whole ?? verdict);
      if (found) withhold({ taskId: task.id, itemId: row.itemId }, found);
      if (whole) {
        const records = wholeRecords.get(row.place.file) ?? new Set();
        wholeRecords.set(row.place.file, records.add(row.record));
      }
      nodes.push(family.ofRow(task, row));
    }
    for (const message of index.stored.get(task.id) ?? []) {
      const found = message.restricted ? { restriction: message.restricted } : (whole ?? judge.stored(task, message));
      if (found) withhold({ taskId: task.id, itemId: message.itemId }, found);
      nodes.push(family.ofStored(task, message));
    }
    if (policy.default === "withhold") withholdUnshownFacets(nodes.slice(first), withheld);
  }
  followCopies(nodes, withheld);

  const touched = new Map<TaskId, Restriction>(tasks);
  for (const [taskId, own] of withheld.byTask()) {
    for (const restriction of own.values()) if (!touched.has(taskId)) touched.set(taskId, restriction);
  }
  return {
    of: withheld.get,
    tasks,
    touched,
    summaries: new Map([...touched].filter(([taskId]) => !sparedSummaries.has(taskId))),
    wholeRecords,
    matched: judge.matched,
    unknownTasks: judge.unknownTasks,
  };
}

async function* unjudged(workspace: OpenWorkspace, task: Task): AsyncGenerator<{ row: Row; verdict: undefined }> {
  for await (const row of workspace.rows(task.id)) yield { row, verdict: undefined };
}

/** Under an allow-list a Task's own texts are shown only where a row that is shown holds the same. */
function withholdUnshownFacets(own: readonly Node[], withheld: Restrictions): void {
  const shownKeys = new Set(
    own.filter((node) => "itemId" in node.name && !withheld.get(node.name)).flatMap((node) => node.keys),
  );
  for (const node of own) {
    if ("itemId" in node.name || node.name.facet === "title") continue;
    if (!node.keys.some((key) => shownKeys.has(key))) {
      withheld.add(node.name, { rule: "default", reason: "it is not on the list of what this report may show" });
    }
  }
}
