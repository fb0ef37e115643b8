import { access } from "node:fs/promises";
import path from "node:path";
import type { OpenWorkspace, Place, Task, TaskId } from "./model/index.ts";
import { UsageError } from "./options.ts";
import {
  type DelegationView,
  type ExactItem,
  edgeReturns,
  type Item,
  type RawPayload,
  type Room,
  type Survey,
  type SurveyContext,
  survey,
  type Weight,
} from "./projection/index.ts";
import { sha256 } from "./site/index.ts";
import { detectSource, findSource, NotReadable, type Source, type SourceInput, sources } from "./sources/index.ts";

/** A workspace that some source could open. */
export interface ReadWorkspace {
  readonly workspace: OpenWorkspace;
  /** What told the format. */
  readonly because: string;
}

/** Opens a workspace: told from content, or as the format that the user named. */
export async function openWorkspace(options: {
  readonly workspace: string;
  readonly format?: string | undefined;
}): Promise<ReadWorkspace> {
  const input = { path: path.resolve(options.workspace) };
  const formats = sources.map((source) => source.id).join(", ");
  await access(input.path).catch(() => {
    throw new UsageError("There is nothing to read at that path: give the folder of an agent workspace.");
  });
  if (options.format !== undefined) {
    const source = findSource(options.format);
    if (!source) throw new UsageError(`There is no format of that name: --format takes one of ${formats}.`);
    return { workspace: await openAs(source, input), because: "the format was named by --format" };
  }
  const found = await detectSource(input);
  if (!found) {
    throw new UsageError(
      `This is not a workspace that taskfolio knows: it reads ${formats}. Give the workspace's own folder, or name its --format.`,
    );
  }
  return { workspace: await found.source.open(input), because: found.detection.because };
}

/** The user may know better than what tells formats apart, but not that nothing is something. */
async function openAs(source: Source, input: SourceInput): Promise<OpenWorkspace> {
  const workspace = await source.open(input).catch((error: unknown) => {
    throw error instanceof NotReadable
      ? new UsageError(`This cannot be read as ${source.id}: ${error.message}. Leave --format out to have it told.`)
      : error;
  });
  if (workspace.index.tasks.length > 0 || (await source.detect(input)) !== undefined) return workspace;
  await workspace.close();
  throw new UsageError(`There is nothing of the format ${source.id} in it. Leave --format out to have it told.`);
}

/** Recorded bytes as text. */
export function rawReader(workspace: OpenWorkspace): (place: Place) => Promise<RawPayload> {
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  return async (place) => {
    const bytes = await workspace.bytes(place);
    return { text: decoder.decode(bytes), bytes: bytes.length, place };
  };
}

/** Answers which children a call created or waited on, with labels where they are known. */
export function delegationsOf(
  workspace: OpenWorkspace,
  label: (taskId: TaskId, itemId: string) => string | undefined,
): (taskId: TaskId, call: string) => readonly DelegationView[] {
  const tasks = new Map(workspace.index.tasks.map((task) => [task.id, task]));
  const byCall = new Map<string, DelegationView[]>();
  for (const edge of workspace.index.edges) {
    const child = tasks.get(edge.childTaskId);
    if (edge.call === undefined || !child) continue;
    const key = `${edge.parentTaskId}\u0000${edge.call}`;
    byCall.set(key, [...(byCall.get(key) ?? []), { edge, child, returns: edgeReturns(edge, label) }]);
  }
  return (taskId, call) => byCall.get(`${taskId}\u0000${call}`) ?? [];
}

/** What surveys are made with. */
export interface SurveyHow {
  weigh(item: Item, owner: Task): Weight;
  /** Absent where no exact view is made. */
  weighExact?(item: ExactItem, owner: Task): Room;
  /** Without raw payloads. */
  readonly lean?: boolean;
  /** Told after each Task. */
  progress?(done: number, total: number): void;
}

/** The first pass: every Task's ledger, one after another, each let go before the next. */
export async function surveyAll(workspace: OpenWorkspace, how: SurveyHow): Promise<ReadonlyMap<TaskId, Survey>> {
  const surveys = new Map<TaskId, Survey>();
  const { weighExact } = how;
  const raw = how.lean ? async () => undefined : rawReader(workspace);
  // Labels of rows not yet surveyed are unknown; a stand-in as long as most keeps the weights true.
  const delegations = delegationsOf(workspace, () => "0000.00");
  const { index } = workspace;
  for (const task of index.tasks) {
    const context: SurveyContext = {
      gaps: index.gaps.get(task.id) ?? [],
      stored: index.stored.get(task.id) ?? [],
      delegations: (call) => delegations(task.id, call),
      raw,
      weigh: (item) => how.weigh(item, task),
      ...(weighExact && { weighExact: (item: ExactItem) => weighExact(item, task) }),
      digest,
    };
    surveys.set(task.id, await survey(task, workspace.rows(task.id), context));
    how.progress?.(surveys.size, index.tasks.length);
  }
  return surveys;
}

/** Equal only for equal text, as far as anyone will ever see. */
export function digest(text: string): string {
  return sha256(text).slice(0, 24);
}
