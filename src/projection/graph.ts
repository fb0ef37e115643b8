import type { DelegationEdge, Diagnostic, ItemId, Task, TaskId, WorkspaceIndex } from "../model/index.ts";
import { lacksSentence, taskAbsences } from "./absences.ts";
import type { DelegationView } from "./items.ts";
import type { Survey } from "./surveyed.ts";
import type { EdgeView, TaskFacts } from "./view.ts";

/** All Tasks with what pages may say of them, and the edges between them. */
export interface Graph {
  /** In tree order. */
  readonly tasks: readonly TaskFacts[];
  readonly roots: readonly TaskFacts[];
  facts(id: TaskId): TaskFacts | undefined;
  /** 0-based place among its siblings; roots are siblings of each other. */
  position(id: TaskId): number;
  survey(id: TaskId): Survey | undefined;
  /** A row's gutter label. */
  label(taskId: TaskId, itemId: ItemId): string | undefined;
  /** Edges to children, in the order of the calling rows, unlinked ones last. */
  childEdges(id: TaskId): readonly EdgeView[];
  parentEdge(id: TaskId): EdgeView | undefined;
  diagnostics(id: TaskId): readonly Diagnostic[];
}

/** Joins the workspace's index with the surveys of its ledgers. */
export function createGraph(index: WorkspaceIndex, surveys: ReadonlyMap<TaskId, Survey>): Graph {
  const known = new Map(index.tasks.map((task) => [task.id, task]));
  const children = groupBy(
    index.tasks.filter((task) => parentOf(task, known) !== undefined),
    (task) => task.parentId,
  );
  const labels = new Map(
    [...surveys].map(([id, survey]) => [id, new Map(survey.entries.map((entry) => [entry.itemId, entry.label]))]),
  );
  const facts = new Map<TaskId, TaskFacts>();
  const order: TaskFacts[] = [];
  const roots: TaskFacts[] = [];

  // Depth first without recursion: a chain of Tasks may be as long as its input.
  const pending: { task: Task; depth: number }[] = [];
  const visit = (task: Task, depth: number) => {
    const made = taskFacts(
      task,
      depth,
      (children.get(task.id) ?? []).map((child) => child.id),
      index,
      surveys.get(task.id),
      known,
    );
    facts.set(task.id, made);
    order.push(made);
    return made;
  };
  const walk = (root: Task) => {
    pending.push({ task: root, depth: 0 });
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (facts.has(next.task.id)) continue;
      const made = visit(next.task, next.depth);
      if (next.depth === 0) roots.push(made);
      const below = children.get(next.task.id) ?? [];
      for (let i = below.length - 1; i >= 0; i -= 1) {
        const child = below[i];
        if (child) pending.push({ task: child, depth: next.depth + 1 });
      }
    }
  };
  for (const task of index.tasks) if (parentOf(task, known) === undefined) walk(task);
  // A cycle of parents has no root of its own: its first Task stands at the top so that none is lost.
  for (const task of index.tasks) if (!facts.has(task.id)) walk(task);

  const positions = new Map<TaskId, number>(roots.map((root, i) => [root.task.id, i]));
  for (const made of order) for (const [i, child] of made.children.entries()) positions.set(child, i);

  const diagnostics = groupBy(index.diagnostics, (diagnostic) => diagnostic.taskId);
  const byParent = groupBy(index.edges, (edge) => edge.parentTaskId);
  for (const [id, edges] of byParent) byParent.set(id, inCallOrder(edges, surveys.get(id)));
  const created = new Map(
    index.edges.filter((edge) => edge.kind === "created").map((edge) => [edge.childTaskId, edge]),
  );
  const label = (taskId: TaskId, itemId: ItemId) => labels.get(taskId)?.get(itemId);
  const edgeView = (edge: DelegationEdge, other: TaskId): EdgeView => {
    const callLabel = edge.call === undefined ? undefined : label(edge.parentTaskId, edge.call);
    const made = facts.get(other);
    return { edge, facts: made, ...(callLabel !== undefined && { callLabel }), returns: edgeReturns(edge, label) };
  };
  return {
    tasks: order,
    roots,
    facts: (id) => facts.get(id),
    position: (id) => positions.get(id) ?? 0,
    survey: (id) => surveys.get(id),
    label,
    childEdges: (id) => (byParent.get(id) ?? []).map((edge) => edgeView(edge, edge.childTaskId)),
    parentEdge: (id) => {
      const edge = created.get(id);
      return edge && edgeView(edge, edge.parentTaskId);
    },
    diagnostics: (id) => diagnostics.get(id) ?? [],
  };
}

function inCallOrder(edges: DelegationEdge[], survey: Survey | undefined): DelegationEdge[] {
  if (edges.length < 2 || survey === undefined) return edges;
  const places = new Map(survey.entries.map(({ itemId }, at) => [itemId, at]));
  const place = ({ call }: DelegationEdge) => (call === undefined ? undefined : places.get(call)) ?? places.size;
  return edges.toSorted((a, b) => place(a) - place(b));
}

/** An edge's returns with the labels of their rows. */
export function edgeReturns(
  edge: DelegationEdge,
  label: (taskId: TaskId, itemId: ItemId) => string | undefined,
): DelegationView["returns"] {
  return edge.returns.map((back) => {
    const at = back.waiting ? undefined : label(back.taskId, back.itemId);
    return { ...back, ...(at !== undefined && { label: at }) };
  });
}

/** The Task that it stands under, if that is one of this workspace: its parent, or of an unattached Task where it was found. */
function parentOf(task: Task, known: ReadonlyMap<TaskId, Task>): Task | undefined {
  if (task.parentId === undefined || task.parentId === task.id) return undefined;
  return known.get(task.parentId);
}

function taskFacts(
  task: Task,
  depth: number,
  children: readonly TaskId[],
  index: WorkspaceIndex,
  survey: Survey | undefined,
  known: ReadonlyMap<TaskId, Task>,
): TaskFacts {
  const gaps = index.gaps.get(task.id) ?? [];
  const filled = survey ?? emptySurvey(task.id);
  const absences = taskAbsences(task, filled, gaps);
  const durationMs = duration(task);
  return {
    task,
    depth,
    children,
    parent: task.parentId === undefined ? "none" : known.has(task.parentId) ? "here" : "not here",
    counts: filled.counts,
    ...(durationMs !== undefined && { durationMs }),
    absences,
    lacks: lacksSentence(task, absences, gaps),
  };
}

/** From the recorded start, else creation, to the recorded end. Skewed clocks give none. */
function duration(task: Task): number | undefined {
  const from = Date.parse(task.startedAt ?? task.createdAt ?? "");
  const to = Date.parse(task.endedAt ?? "");
  return Number.isFinite(to - from) && to >= from ? to - from : undefined;
}

/** The survey of a Task without a ledger. */
function emptySurvey(taskId: TaskId): Survey {
  return {
    taskId,
    entries: [],
    noResult: new Map(),
    counts: {
      rows: 0,
      turns: 0,
      messages: 0,
      reasoning: 0,
      toolCalls: 0,
      failedCalls: 0,
      gaps: 0,
      inheritedRows: 0,
      usage: {},
      usageAtLeast: false,
      models: [],
    },
    failures: [],
    touches: [],
    touchesCut: 0,
    folders: new Set(),
    checks: [],
    listChanges: new Map(),
    requests: [],
    texts: new Map(),
    calls: new Map(),
    results: new Map(),
    records: new Map(),
  };
}

function groupBy<T, K>(things: readonly T[], key: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const k = key(thing);
    const group = groups.get(k);
    if (group) group.push(thing);
    else groups.set(k, [thing]);
  }
  return groups;
}
