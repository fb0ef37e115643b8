import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { openColourStore } from "./colour-store.ts";
import { asUsageError, openDelivery, type Shapes } from "./deliver.ts";
import { inputDigests } from "./inputs.ts";
import type { Diagnostic, TaskId } from "./model/index.ts";
import { type BuildOptions, contentOptions, type ResolvedBuildOptions, resolveBuildOptions } from "./options.ts";
import type { Leak } from "./policy/index.ts";
import {
  type Account,
  accountLines,
  allAbsences,
  allFiles,
  asTree,
  byStatus,
  byTitle,
  byTool,
  closeAccount,
  createGraph,
  type Graph,
  type Masking,
  overview,
  type ReportFacts,
  type Survey,
} from "./projection/index.ts";
import type { SurveyHow } from "./read.ts";
import { createRenderer, type PageContext, type Renderer, visible } from "./render/index.ts";
import { type SeenWorkspace, seeWorkspace } from "./see.ts";
import type { Shared } from "./shared.ts";
import {
  anchor,
  assets,
  collision,
  createOutput,
  createSearchData,
  manifestJson,
  type Output,
  planningAttachments,
  planningLinks,
  planSite,
  sha256,
  slug,
  sums,
  utf8,
  type Writer,
} from "./site/index.ts";
import { grammarVersion, packageVersion } from "./version.ts";
import { writeTasks, writeWholes } from "./write.ts";
import { writeSummary } from "./write-summary.ts";

/** What a build tells its caller. */
export interface BuildResult {
  readonly pages: number;
  readonly tasks: number;
  /** Tasks that failed or timed out. */
  readonly failedTasks: number;
  readonly rows: number;
  readonly gaps: number;
  readonly bytes: number;
  readonly largestPage: { readonly path: string; readonly bytes: number };
  readonly account: Account;
  readonly diagnostics: readonly Diagnostic[];
  readonly masking: Masking;
  /** Rows that hold, word for word, something withheld elsewhere. */
  readonly leaks: readonly Leak[];
  /** Rules and Task ids of the policy that match nothing. */
  readonly warnings: readonly string[];
  /** sha256 of SHA256SUMS: the one figure that vouches for the whole report. */
  readonly sha256: string;
  /** The other shapes that were asked for. */
  readonly shapes: Shapes;
}

/** What a build does to the world beside reading the workspace. */
export interface BuildEffects {
  /** Where the report goes. Default: the folder `out`, swapped in whole at the end. */
  readonly writer?: Writer;
  /** Told after each Task of each pass. */
  progress?(pass: "reading" | "writing", done: number, total: number): void;
}

/** Colouring is the dearest part of a page, but more threads than this find no work. */
const MOST_THREADS = 2;

const HERE = new URL(".", import.meta.url);
const TEMPLATES = new URL("../templates/", HERE);

/**
 * Reads a workspace and writes its report.
 * @throws UsageError when the request cannot be carried out as made; the target is then as it was.
 */
export async function build(given: BuildOptions, effects: BuildEffects = {}): Promise<BuildResult> {
  const options = resolveBuildOptions(given);
  // A folder that cannot be written is told before anything is read.
  const store = options.highlight ? await colourStore(options) : undefined;
  const delivery = await openDelivery(options, effects.writer);
  const output = createOutput(delivery.writer, options);
  try {
    const { highlight, jobs } = options;
    const templates = fileURLToPath(TEMPLATES);
    const renderer = createRenderer({ templates, highlight, threads: threadsOf(jobs), store });
    const result = await makeReport(renderer, options, output, effects).finally(renderer.close);
    const shapes = await delivery.shapes(output.files);
    await delivery.finish();
    return { ...result, shapes };
  } catch (error) {
    await delivery.abort();
    throw asUsageError(error);
  }
}

async function makeReport(
  renderer: Renderer,
  options: ResolvedBuildOptions,
  output: Output,
  effects: BuildEffects,
): Promise<Omit<BuildResult, "shapes">> {
  const seen = await seeWorkspace(options, surveyHow(renderer, options, effects));
  return writeReport(seen, renderer, options, output, effects).finally(() => seen.workspace.close());
}

async function colourStore({ cache }: ResolvedBuildOptions) {
  return cache === undefined ? undefined : openColourStore(cache, await grammarVersion());
}

/** Threads beside this one. A thread runs what was built: where the project runs from its sources there is none. */
function threadsOf(jobs: number = availableParallelism()): number {
  return import.meta.url.endsWith(".ts") ? 0 : Math.max(0, Math.min(jobs - 1, MOST_THREADS));
}

/** The index pass: what each ledger holds, and what each row costs its page. */
function surveyHow(renderer: Renderer, { lean }: ResolvedBuildOptions, effects: BuildEffects): SurveyHow {
  const planning: PageContext = { links: planningLinks(), attachments: planningAttachments(lean) };
  return {
    weigh: (item, owner) => renderer.weigh(item, planning, owner),
    ...(!lean && { weighExact: (item, owner) => renderer.weighExact(item, planning, owner) }),
    lean,
    progress: (done, total) => effects.progress?.("reading", done, total),
  };
}

async function writeReport(
  { workspace, surveys, because, masking, secrets, leaks, warnings }: SeenWorkspace,
  renderer: Renderer,
  options: ResolvedBuildOptions,
  output: Output,
  effects: BuildEffects,
): Promise<Omit<BuildResult, "shapes">> {
  const { index } = workspace;
  const graph = createGraph(index, surveys);

  // Plan: every page and URL.
  const absences = allAbsences(graph);
  const files = allFiles(graph);
  const plan = planSite({
    graph,
    absences,
    files,
    lists: { tasks: asTree(graph), "by-status": byStatus(graph), "a-z": byTitle(graph) },
    tools: byTool(graph),
    survey: (id) => surveys.get(id),
    exact: !options.lean,
  });
  refuseCollisions(graph, surveys);

  // Pages, Task by Task; then what speaks of all of them.
  const version = await packageVersion();
  const report: ReportFacts = {
    title: options.title ?? index.title ?? graph.roots[0]?.task.title ?? "An agent workspace without Tasks",
    format: index.format,
    tasks: graph.tasks.length,
    generator: `taskfolio ${version}`,
    masking,
  };
  const rows = [...surveys.values()].reduce((sum, { entries }) => sum + entries.length, 0);
  const search = createSearchData({ tasks: surveys.size, rows }, visible);
  const { lean } = options;
  const shared: Shared = { workspace, renderer, output, plan, graph, report, attached: new Set(), lean, search };
  const written = await writeTasks(shared, surveys, (done, total) => effects.progress?.("writing", done, total));
  const lines = accountLines(
    index.files,
    index.notes,
    [...surveys.values()].map((survey) => survey.records),
  );
  const account = closeAccount(lines, written);
  const view = overview(report, index, graph, files, account);
  await writeWholes(shared, because, view, absences.length);
  await writeSummary(shared, view, options);
  for (const file of await assets(new URL("assets/", TEMPLATES))) await output.write(file);

  // What vouches for it comes last.
  const counts = {
    tasks: graph.tasks.length,
    rows: written.rows,
    gaps: sizeOfAll(index.gaps),
    pages: pageCount(output),
  };
  const inputs = await inputDigests({ workspace, masking, secrets });
  const facts = { version, report, options: contentOptions(options), account, counts, inputs };
  const manifest = manifestJson(facts, output.files);
  await output.write({ path: "manifest.json", bytes: utf8(manifest) });
  const list = sums(output.files);
  await output.write({ path: "SHA256SUMS", bytes: utf8(list) });
  return {
    ...counts,
    failedTasks: graph.tasks.filter(({ task }) => task.status.word === "failed" || task.status.word === "timed_out")
      .length,
    bytes: output.files.reduce((sum, file) => sum + file.bytes, 0),
    largestPage: output.files
      .filter((file) => file.path.endsWith(".html"))
      .reduce((most, file) => (file.bytes > most.bytes ? file : most), { path: "", bytes: 0 }),
    account,
    diagnostics: index.diagnostics,
    masking,
    leaks,
    warnings,
    sha256: sha256(list),
  };
}

function refuseCollisions(graph: Graph, surveys: ReadonlyMap<TaskId, Survey>): void {
  const tasks = collision(
    graph.tasks.map(({ task }) => task.id),
    slug,
  );
  if (tasks) throw new Error("two Task ids have the same slug");
  for (const survey of surveys.values()) {
    const rows = collision(
      survey.entries.map(({ itemId }) => itemId),
      (itemId) => anchor("", itemId),
    );
    if (rows) throw new Error("two rows of one Task have the same anchor");
  }
}

function pageCount(output: Output): number {
  return output.files.filter((file) => file.path.endsWith(".html")).length;
}

function sizeOfAll(lists: ReadonlyMap<unknown, readonly unknown[]>): number {
  let size = 0;
  for (const list of lists.values()) size += list.length;
  return size;
}
