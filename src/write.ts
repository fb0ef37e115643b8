import type { TaskId } from "./model/index.ts";
import {
  type Account,
  about,
  type ExactSources,
  exactPage,
  filePage,
  filesPage,
  fileTotals,
  gapsPage,
  type OverviewView,
  type PageSources,
  requestPage,
  type Survey,
  searchPage,
  taskPage,
} from "./projection/index.ts";
import { delegationsOf, digest, rawReader } from "./read.ts";
import type { FixedPage, PageContext } from "./render/index.ts";
import type { Shared } from "./shared.ts";
import {
  anchor,
  compareIds,
  createAttachments,
  linksFrom,
  pagesOf,
  rowIds,
  type TaskPlan,
  utf8,
} from "./site/index.ts";
import { searchOf } from "./write-search.ts";

/** Every Task's pages, and the count of the row ids that stand in them. */
export async function writeTasks(
  shared: Shared,
  surveys: ReadonlyMap<TaskId, Survey>,
  progress: (done: number, total: number) => void,
): Promise<Pick<Account, "named" | "astray"> & { counted: number; rows: number }> {
  const { workspace, graph, plan, report, lean } = shared;
  const raw = lean ? async () => undefined : rawReader(workspace);
  const delegations = delegationsOf(workspace, graph.label);
  const sources: PageSources & ExactSources = { report, index: workspace.index, graph, delegations, raw };
  const sum = { named: 0, counted: 0, rows: 0, astray: [] as string[] };
  let done = 0;
  for (const [taskId, survey] of surveys) {
    const planned = plan.tasks.get(taskId);
    if (!planned) throw new Error("a Task was surveyed and not planned");
    const named = new Map(survey.entries.map(({ itemId }) => [anchor(planned.slug, itemId), `${taskId} · ${itemId}`]));
    // Both views are held against what the records name; where there is an exact view, its count is the account's.
    const ids = await writeViews(shared, survey, planned, sources);
    const found = compareIds(named, ids.semantic);
    const exact = planned.exact && compareIds(named, ids.exact);
    await writeRequests(shared, survey);
    sum.named += named.size;
    sum.counted += (exact ?? found).counted;
    sum.rows += survey.counts.rows;
    sum.astray.push(...found.astray, ...(exact?.astray ?? []));
    done += 1;
    progress(done, surveys.size);
  }
  await shared.output.write(shared.search.finish());
  return sum;
}

/** A Task's pages in both views, from one reading of its ledger; answers the row ids that stand in them. */
async function writeViews(
  shared: Shared,
  survey: Survey,
  planned: TaskPlan,
  sources: PageSources & ExactSources,
): Promise<{ readonly semantic: readonly string[]; readonly exact: readonly string[] }> {
  const { workspace, plan, renderer, output } = shared;
  const { pagination, exact } = planned;
  const { taskId } = survey;
  const search = searchOf(shared, survey, planned);
  const ids: { semantic: string[]; exact: string[] } = { semantic: [], exact: [] };
  const queue = inOrder(PAGES_UNDER_WAY);
  const views = [
    { view: "semantic" as const, pagination },
    ...(exact ? [{ view: "exact" as const, pagination: exact }] : []),
  ];
  for await (const { view, page, rows } of pagesOf(search.pass(workspace.rows(taskId)), views)) {
    for (const file of search.take()) await queue.add(() => output.write(file));
    const { pages } = view === "exact" && exact ? exact : pagination;
    const place = { page, pages: pages.length, entries: pages[page - 1] ?? [] };
    const begun =
      view === "exact"
        ? await exactPage(survey, place, rows, sources).then((made) =>
            makePage(shared, plan.exactPage(taskId, page), (context) => renderer.exact(made, context)),
          )
        : await taskPage(survey, { ...place, rooms: pagination.rooms }, rows, sources).then((made) =>
            makePage(shared, plan.taskPage(taskId, page), (context) => renderer.task(made, context)),
          );
    await queue.add(async () => {
      for (const id of rowIds(await begun.write())) ids[view].push(id);
    });
  }
  await queue.done();
  for (const file of search.close()) await output.write(file);
  return ids;
}

/** Pages that are made at once: colouring goes on beside, and what is made waits for it. */
const PAGES_UNDER_WAY = 6;

/** Does one thing after another, in the order in which they are added, with at most so many of them waiting. */
function inOrder(most: number): { add(work: () => Promise<void>): Promise<void>; done(): Promise<void> } {
  const waiting: Promise<void>[] = [];
  let last = Promise.resolve();
  return {
    async add(work) {
      last = last.then(work);
      // The next who awaits it is told of a failure.
      last.catch(() => undefined);
      waiting.push(last);
      if (waiting.length > most) await waiting.shift();
    },
    async done() {
      await last;
    },
  };
}

async function writeRequests(shared: Shared, survey: Survey): Promise<void> {
  const { workspace, graph, plan, report, renderer } = shared;
  const raw = rawReader(workspace);
  for (const surveyed of survey.requests) {
    const request = await workspace.request(surveyed.place);
    const unreadable = request ? undefined : (await raw(surveyed.place)).text;
    const read = { request, ...(unreadable !== undefined && { unreadable }) };
    const view = requestPage(report, graph, survey, surveyed, read, digest);
    await writePage(shared, plan.request(survey.taskId, surveyed.place.file), (context) =>
      renderer.request(view, context),
    );
  }
}

/** The pages that speak of all Tasks. The overview is written last: it states the account. */
export async function writeWholes(shared: Shared, because: string, view: OverviewView, total: number): Promise<void> {
  const { workspace, graph, plan, report, renderer } = shared;
  const { account } = view;
  const fixed = (name: FixedPage, page: number, render: (context: PageContext) => Promise<string>) =>
    writePage(shared, plan.fixed(name, page), render);
  for (const list of ["tasks", "by-status", "a-z"] as const) {
    const pages = plan.lists[list];
    for (const [i, entries] of pages.entries()) {
      const view = { report, list, page: i + 1, pages: pages.length, entries, total: graph.tasks.length };
      await fixed(list, i + 1, (context) => renderer.taskList(view, context));
    }
  }
  for (const [i, absences] of plan.gaps.entries()) {
    const view = gapsPage(report, workspace.index, absences, { page: i + 1, pages: plan.gaps.length, total }, account);
    await fixed("gaps", i + 1, (context) => renderer.gaps(view, context));
  }
  await writeFiles(shared);
  for (const [i, groups] of plan.tools.entries()) {
    const view = { report, page: i + 1, pages: plan.tools.length, groups };
    await fixed("by-tool", i + 1, (context) => renderer.toolList(view, context));
  }
  await fixed("search", 1, (context) => renderer.search(searchPage(report, graph, plan.tools.flat()), context));
  await fixed("about", 1, (context) => renderer.about(about(report, because, graph, account), context));
  await fixed("overview", 1, (context) => renderer.overview(view, context));
}

async function writeFiles(shared: Shared): Promise<void> {
  const { graph, plan, report, renderer } = shared;
  const { lists, files } = plan.files;
  const total = fileTotals(lists.flat());
  for (const [i, entries] of lists.entries()) {
    const view = filesPage(report, graph, entries, { page: i + 1, pages: lists.length }, total);
    await writePage(shared, plan.fixed("files", i + 1), (context) => renderer.files(view, context));
  }
  for (const { file, pages } of files) {
    for (const [i, groups] of pages.entries()) {
      const view = filePage(report, graph, file, groups, { page: i + 1, pages: pages.length });
      await writePage(shared, plan.files.page(file.path, i + 1), (context) => renderer.file(view, context));
    }
  }
}

/** Renders one page and writes it after the files that it links. */
async function writePage(
  shared: Shared,
  path: string | undefined,
  render: (context: PageContext) => Promise<string>,
): Promise<void> {
  await makePage(shared, path, render).write();
}

/** Begins a page. Its colours may come while others are begun; `write` awaits them and answers the page. */
function makePage(
  shared: Shared,
  path: string | undefined,
  render: (context: PageContext) => Promise<string>,
): { write(): Promise<string> } {
  if (path === undefined) throw new Error("a page has no place in the plan");
  const attachments = createAttachments(path, shared.attached, shared.lean);
  const rendered = render({ links: linksFrom(path, shared.plan), attachments });
  // Whoever writes the page is told of a failure; until then it is not unheard of.
  rendered.catch(() => undefined);
  const files = attachments.take();
  return {
    async write() {
      const html = await rendered;
      for (const file of files) await shared.output.write(file);
      await shared.output.write({ path, bytes: utf8(html) });
      return html;
    },
  };
}
