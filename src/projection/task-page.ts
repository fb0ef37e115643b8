import type {
  Gap,
  ItemId,
  Place,
  Row,
  StoredMessage,
  ToolCallRow,
  ToolResultRow,
  WorkspaceIndex,
} from "../model/index.ts";
import { checkRuns } from "./check-runs.ts";
import type { Graph } from "./graph.ts";
import type { DelegationView, Item, RawPayload, Room } from "./items.ts";
import { resultView } from "./result.ts";
import { failureNeighbours, strip } from "./strip.ts";
import type { Entry, Survey } from "./surveyed.ts";
import { toolItem } from "./tool-item.ts";
import { ancestors, treeAround } from "./tree.ts";
import { splitTurns } from "./turns.ts";
import type { EdgeView, Failure, ReportFacts, TaskPageView } from "./view.ts";

/** How many child edges a Task's head lists. */
const CHILD_EDGES = 50;
/** How many failures a Task's head lists. */
const FAILURES = 50;

/** One page of a Task, as planned. */
export interface PlannedPage {
  /** 1-based. */
  readonly page: number;
  readonly pages: number;
  /** In ledger order; a result that joins a call stands on its call's page. */
  readonly entries: readonly Entry[];
  /** Calls whose cards must fit in less than the card limit. */
  readonly rooms: ReadonlyMap<ItemId, Room>;
}

/** Everything a page needs beside its rows. */
export interface PageSources {
  readonly report: ReportFacts;
  readonly index: WorkspaceIndex;
  readonly graph: Graph;
  delegations(taskId: string, call: ItemId): readonly DelegationView[];
  raw(place: Place): Promise<RawPayload | undefined>;
}

/** Makes the view of one page from the rows that stand on it, by item id. */
export async function taskPage(
  survey: Survey,
  planned: PlannedPage,
  rows: ReadonlyMap<ItemId, Row>,
  sources: PageSources,
): Promise<TaskPageView> {
  const { graph, report } = sources;
  const facts = graph.facts(survey.taskId);
  if (!facts) throw new Error("a page was planned for a Task that the graph does not hold");
  const items = await pageItems(survey, planned, rows, sources);
  const edges = graph.childEdges(survey.taskId);
  const parentEdge = graph.parentEdge(survey.taskId);
  const result = resultView(facts.task, graph);
  const first = planned.page === 1;
  const waits = facts.task.status.word === "running" || facts.task.status.word === "queued";
  const firstOwnTurn = survey.entries.find((entry) => entry.turnIndex === planned.entries[0]?.turnIndex);
  const glance = strip(survey, first ? survey.entries : planned.entries, first);
  return {
    report,
    facts,
    page: planned.page,
    pages: planned.pages,
    ancestors: ancestors(graph, survey.taskId),
    tree: treeAround(graph, survey.taskId),
    ...(parentEdge && { parentEdge }),
    childEdges: first ? edges.slice(0, CHILD_EDGES) : [],
    childEdgesHidden: first ? Math.max(0, edges.length - CHILD_EDGES) : 0,
    ...(result && { result }),
    waiting: waits ? edges.filter(isOpen).slice(0, CHILD_EDGES) : [],
    turns: splitTurns(items, firstOwnTurn?.itemId !== planned.entries[0]?.itemId),
    stored: items.flatMap(({ item }) => (item.type === "stored" ? [item.message] : [])),
    diagnostics: first ? graph.diagnostics(survey.taskId) : [],
    failures: first ? taskFailures(survey).slice(0, FAILURES) : [],
    failureCount: survey.failures.length,
    ...(glance && { strip: glance }),
    neighbours: failureNeighbours(survey),
    checks: first ? checkRuns(survey) : [],
  };
}

/** The failures that a survey found, as views. */
export function taskFailures(survey: Survey): readonly Failure[] {
  return survey.failures.map(({ itemId, label, kind, about, outcome }) => ({
    taskId: survey.taskId,
    at: { ref: { taskId: survey.taskId, itemId }, label },
    kind,
    about,
    outcome,
  }));
}

/** The child has not reported back to a row, and nothing says that it ended. */
function isOpen({ returns, facts }: EdgeView): boolean {
  const word = facts?.task.status.word;
  return (
    !returns.some((back) => !back.waiting) &&
    word !== "succeeded" &&
    word !== "failed" &&
    word !== "canceled" &&
    word !== "timed_out"
  );
}

async function pageItems(
  survey: Survey,
  planned: PlannedPage,
  rows: ReadonlyMap<ItemId, Row>,
  sources: PageSources,
): Promise<readonly { readonly entry: Entry; readonly item: Item }[]> {
  const gaps = byId(sources.index.gaps.get(survey.taskId) ?? [], (gap: Gap) => gap.id);
  const stored = byId(sources.index.stored.get(survey.taskId) ?? [], (message: StoredMessage) => message.itemId);
  const results = new Map<ItemId, ToolResultRow>();
  for (const entry of planned.entries) {
    const row = rows.get(entry.itemId);
    if (entry.joins !== undefined && row?.type === "tool-result") results.set(entry.joins, row);
  }
  const tool = async (call: ToolCallRow | undefined, result: ToolResultRow | undefined) =>
    toolItem({
      call,
      result,
      noResult: call && survey.noResult.get(call.itemId),
      delegations: call ? sources.delegations(survey.taskId, call.itemId) : [],
      rawCall: call && !call.restricted ? await sources.raw(call.place) : undefined,
      rawResult: result && !result.restricted ? await sources.raw(result.place) : undefined,
      listChange: call && survey.listChanges.get(call.itemId),
      room: call && planned.rooms.get(call.itemId),
    });

  const items: { entry: Entry; item: Item }[] = [];
  for (const entry of planned.entries) {
    if (entry.joins !== undefined) continue;
    const gap = entry.type === "gap" ? gaps.get(entry.itemId) : undefined;
    const message = entry.type === "stored" ? stored.get(entry.itemId) : undefined;
    const row = rows.get(entry.itemId);
    if (gap) items.push({ entry, item: { type: "gap", gap } });
    else if (message) items.push({ entry, item: { type: "stored", message } });
    else if (row?.type === "tool-call") items.push({ entry, item: await tool(row, results.get(row.itemId)) });
    else if (row?.type === "tool-result") items.push({ entry, item: await tool(undefined, row) });
    else if (row) items.push({ entry, item: { type: row.type, row } as Item });
    else throw new Error("a row that the survey saw did not come again");
  }
  return items;
}

function byId<T>(things: readonly T[], id: (thing: T) => string): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [id(thing), thing]));
}
