import type {
  FileFacts,
  GapsView,
  Graph,
  RowRef,
  Survey,
  TaskId,
  TaskListView,
  ToolListGroup,
} from "../projection/index.ts";
import type { FixedPage } from "../render/index.ts";
import { anchor, requestName, slug } from "./names.ts";
import { type Pagination, paginate, paginateExact } from "./paginate.ts";
import { type FilesPlan, planFiles } from "./plan-files.ts";

/** Tasks on one page of a list, and links on one page of gaps. */
const LIST_ENTRIES = 400;
const GAP_LINKS = 1_500;
const TOOL_LINKS = 2_000;

/** Every page of a report and every URL in it, decided before the first page is made. All paths are relative to the report. */
export interface Plan {
  tasks: ReadonlyMap<TaskId, TaskPlan>;
  lists: Readonly<Record<TaskListView["list"], readonly TaskListView["entries"][]>>;
  gaps: readonly GapsView["absences"][];
  files: FilesPlan;
  tools: readonly (readonly ToolListGroup[])[];
  fixed(name: FixedPage, page?: number): string;
  taskPage(id: TaskId, page: number): string | undefined;
  row(ref: RowRef): string | undefined;
  /** One page of a Task's exact view; `undefined` where there is none. */
  exactPage(id: TaskId, page: number): string | undefined;
  /** A row's place in the exact view. */
  exact(ref: RowRef): string | undefined;
  request(id: TaskId, file: string): string | undefined;
}

export interface TaskPlan {
  readonly slug: string;
  readonly pagination: Pagination;
  /** Absent in a lean report. */
  readonly exact?: Omit<Pagination, "rooms">;
  /** Paths of the request pages, by the request's file. */
  readonly requests: ReadonlyMap<string, string>;
}

/** What the plan is made from, besides the ledgers. */
export interface PlanInput {
  readonly graph: Graph;
  readonly lists: Readonly<Record<TaskListView["list"], TaskListView["entries"]>>;
  readonly absences: GapsView["absences"];
  readonly files: readonly FileFacts[];
  readonly tools: readonly ToolListGroup[];
  survey(id: TaskId): Survey | undefined;
  /** Whether there is an exact view. */
  readonly exact: boolean;
}

export function planSite(input: PlanInput): Plan {
  const tasks = new Map<TaskId, TaskPlan>();
  for (const { task } of input.graph.tasks) {
    const own = input.survey(task.id);
    const taskSlug = slug(task.id);
    const requests = new Map(
      (own?.requests ?? []).map(({ place }) => [place.file, `tasks/${taskSlug}/${requestName(place.file)}`] as const),
    );
    const entries = own?.entries ?? [];
    const exact = input.exact && { exact: paginateExact(entries) };
    tasks.set(task.id, { slug: taskSlug, pagination: paginate(entries), ...exact, requests });
  }
  const taskPage = (id: TaskId, page: number) => {
    const planned = tasks.get(id);
    return planned && `tasks/${planned.slug}/${pageFile(page)}`;
  };
  const exactPage = (id: TaskId, page: number) => {
    const planned = tasks.get(id);
    return planned?.exact && `tasks/${planned.slug}/${page === 1 ? "exact.html" : `exact-${page}.html`}`;
  };
  return {
    tasks,
    lists: {
      tasks: chunk(input.lists.tasks, LIST_ENTRIES),
      "by-status": chunk(input.lists["by-status"], LIST_ENTRIES),
      "a-z": chunk(input.lists["a-z"], LIST_ENTRIES),
    },
    gaps: chunkAbsences(input.absences),
    files: planFiles(input.files),
    tools: chunkTools(input.tools),
    fixed: fixedPath,
    taskPage,
    row: ({ taskId, itemId }) => {
      const planned = tasks.get(taskId);
      const page = planned?.pagination.pageOf.get(itemId);
      return planned && page !== undefined ? `${taskPage(taskId, page)}#${anchor(planned.slug, itemId)}` : undefined;
    },
    exactPage,
    exact: ({ taskId, itemId }) => {
      const planned = tasks.get(taskId);
      const page = planned?.exact?.pageOf.get(itemId);
      return planned && page !== undefined ? `${exactPage(taskId, page)}#${anchor(planned.slug, itemId)}` : undefined;
    },
    request: (id, file) => tasks.get(id)?.requests.get(file),
  };
}

function pageFile(page: number): string {
  return page === 1 ? "index.html" : `page-${page}.html`;
}

function fixedPath(name: FixedPage, page = 1): string {
  const numbered = (stem: string) => (page === 1 ? `${stem}.html` : `${stem}-${page}.html`);
  switch (name) {
    case "overview":
      return "index.html";
    case "tasks":
      return `tasks/${pageFile(page)}`;
    case "files":
      return `files/${pageFile(page)}`;
    case "gaps":
      return numbered("gaps");
    case "about":
    case "search":
      return `${name}.html`;
    case "by-status":
    case "by-tool":
    case "a-z":
      return numbered(`lists/${name}`);
  }
}

/** At least one chunk, so that every list has a page. */
function chunk<T>(things: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let i = 0; i < things.length; i += size) chunks.push(things.slice(i, i + size));
  return chunks.length > 0 ? chunks : [[]];
}

/** Splits by links; an absence with more places than a page holds goes on over several. */
function chunkAbsences(absences: GapsView["absences"]): readonly GapsView["absences"][] {
  const pages: GapsView["absences"][number][][] = [[]];
  let links = 0;
  for (const { absence, facts } of absences) {
    const parts = chunk(absence.at, GAP_LINKS);
    for (const at of parts) {
      if (links > 0 && links + at.length + 4 > GAP_LINKS) {
        pages.push([]);
        links = 0;
      }
      pages[pages.length - 1]?.push({ absence: { ...absence, at }, facts });
      links += at.length + 4;
    }
  }
  return pages;
}

/** Splits by links; a kind of tool with more Tasks than a page holds goes on over several. */
function chunkTools(groups: readonly ToolListGroup[]): readonly (readonly ToolListGroup[])[] {
  const pages: ToolListGroup[][] = [[]];
  let links = 0;
  for (const group of groups) {
    let tasks: ToolListGroup["tasks"][number][] = [];
    const put = () => {
      if (tasks.length > 0) pages[pages.length - 1]?.push({ ...group, tasks });
      tasks = [];
    };
    for (const entry of group.tasks) {
      const more = entry.rows.length + 2;
      if (links > 0 && links + more > TOOL_LINKS) {
        put();
        pages.push([]);
        links = 0;
      }
      tasks.push(entry);
      links += more;
    }
    put();
  }
  return pages;
}
