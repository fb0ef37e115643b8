import type { Task, TaskId } from "../model/index.ts";
import { joinPaths } from "./file-paths.ts";
import type { Graph } from "./graph.ts";
import type { SurveyedTouch } from "./surveyed.ts";
import type { FileFacts, FileGroup, FilePageView, FilesPageView, FileTouchView, ReportFacts } from "./view.ts";

/** How many forms of a path its page lists. */
const MOST_FORMS = 20;

/** Every file that a tool call is known to have touched, by its joined path; those that were changed come first. */
export function allFiles(graph: Graph): readonly FileFacts[] {
  const touched = graph.tasks.flatMap(({ task }) => {
    const survey = graph.survey(task.id);
    return survey === undefined ? [] : [{ task, survey }];
  });
  const names = joinPaths(
    touched.flatMap(({ survey }) =>
      survey.touches.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
    ),
    touched.flatMap(({ survey }) => [...survey.folders]),
  );
  const nameOf = (path: string) => names.get(path) ?? path;
  const files = new Map<string, Draft>();
  const file = (path: string) => {
    const known = files.get(nameOf(path)) ?? { forms: new Set(), tasks: new Map() };
    files.set(nameOf(path), known);
    known.forms.add(path);
    return known;
  };
  for (const { task, survey } of touched) {
    for (const touch of survey.touches) {
      const from = touch.from === undefined ? undefined : nameOf(touch.from);
      add(file(touch.path), task, { ...touch, ...(from !== undefined && { other: { from } }) });
      // Under its old name the file is gone.
      if (touch.from !== undefined) add(file(touch.from), task, { ...touch, other: { to: nameOf(touch.path) } });
    }
  }
  return Array.from(files, ([path, draft]) => factsOf(path, draft)).sort(byWeight);
}

interface Draft {
  readonly forms: Set<string>;
  readonly tasks: Map<TaskId, { readonly title: string; readonly touches: FileTouchView[] }>;
}

type Touched = SurveyedTouch & Pick<FileTouchView, "other">;

function add({ tasks }: Draft, task: Task, touch: Touched): void {
  const { itemId, label, action, came, added, removed, other } = touch;
  const view: FileTouchView = {
    ref: { taskId: task.id, itemId },
    label,
    action,
    came,
    ...(added !== undefined && { added }),
    ...(removed !== undefined && { removed }),
    ...(other && { other }),
  };
  const own = tasks.get(task.id);
  if (own) own.touches.push(view);
  else tasks.set(task.id, { title: task.title, touches: [view] });
}

function factsOf(path: string, { forms, tasks }: Draft): FileFacts {
  const touches = [...tasks.values()].flatMap((group) => group.touches);
  const sum = (of: "added" | "removed") =>
    touches.reduce((total, touch) => total + (touch.came === "done" ? (touch[of] ?? 0) : 0), 0);
  const many = (is: (touch: FileTouchView) => boolean) => touches.filter(is).length;
  const changes = many(({ action, came }) => came !== "failed" && isChange(action));
  const mayWrites = many(({ action }) => action === "may have written");
  return {
    path,
    standing: changes > 0 ? "changed" : mayWrites > 0 ? "may have been changed" : "only read",
    forms: [...forms].sort().slice(0, MOST_FORMS),
    formCount: forms.size,
    reads: many(({ action }) => action === "read"),
    changes,
    mayWrites,
    failed: many(({ came, action }) => came === "failed" && isChange(action)),
    added: sum("added"),
    removed: sum("removed"),
    groups: Array.from(tasks, ([taskId, { title, touches: own }]) => ({ taskId, title, touches: own })),
  };
}

function isChange(action: SurveyedTouch["action"]): boolean {
  return action !== "read" && action !== "may have written";
}

const STANDINGS: readonly FileFacts["standing"][] = ["changed", "may have been changed", "only read"];

function byWeight(a: FileFacts, b: FileFacts): number {
  const difference = STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing);
  return difference || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** One page of the list of files. */
export function filesPage(
  report: ReportFacts,
  graph: Graph,
  entries: readonly FileFacts[],
  place: { readonly page: number; readonly pages: number },
  total: FilesPageView["total"],
): FilesPageView {
  const cut = graph.tasks.reduce((sum, { task }) => sum + (graph.survey(task.id)?.touchesCut ?? 0), 0);
  return { report, ...place, entries, total, cut };
}

/** How many files there are of each standing. */
export function fileTotals(files: readonly FileFacts[]): FilesPageView["total"] {
  return STANDINGS.map((standing) => ({
    standing,
    files: files.filter((file) => file.standing === standing).length,
  })).filter(({ files: many }) => many > 0);
}

/** One page of one file: each Task's touches apart, in the order of its ledger. */
export function filePage(
  report: ReportFacts,
  graph: Graph,
  file: FileFacts,
  groups: readonly FileGroup[],
  place: { readonly page: number; readonly pages: number },
): FilePageView {
  return {
    report,
    ...place,
    file,
    groups: groups.flatMap(({ taskId, touches }) => {
      const facts = graph.facts(taskId);
      return facts === undefined ? [] : [{ facts, touches }];
    }),
  };
}
