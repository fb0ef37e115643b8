import type { Gap, ItemId, Place, Row, StoredMessage, WorkspaceIndex } from "../model/index.ts";
import { exactRow } from "./exact-row.ts";
import type { Graph } from "./graph.ts";
import type { RawPayload } from "./items.ts";
import type { Entry, Survey } from "./surveyed.ts";
import { ancestors, treeAround } from "./tree.ts";
import type { ExactItem, ExactPageView, LabelledRow, ReportFacts } from "./view.ts";

/** What an exact page is made from beside its rows. */
export interface ExactSources {
  readonly report: ReportFacts;
  readonly index: WorkspaceIndex;
  readonly graph: Graph;
  raw(place: Place): Promise<RawPayload | undefined>;
}

/** Makes the view of one page of the exact view from the rows that stand on it, by item id. */
export async function exactPage(
  survey: Survey,
  planned: { readonly page: number; readonly pages: number; readonly entries: readonly Entry[] },
  rows: ReadonlyMap<ItemId, Row>,
  { report, index, graph, raw }: ExactSources,
): Promise<ExactPageView> {
  const { taskId } = survey;
  const facts = graph.facts(taskId);
  if (!facts) throw new Error("a page was planned for a Task that the graph does not hold");
  const gaps = new Map((index.gaps.get(taskId) ?? []).map((gap: Gap) => [gap.id, gap]));
  const stored = new Map((index.stored.get(taskId) ?? []).map((message: StoredMessage) => [message.itemId, message]));
  const partner = partnersOf(survey);
  const items: ExactItem[] = [];
  for (const { itemId } of planned.entries) {
    const gap = gaps.get(itemId);
    const message = stored.get(itemId);
    const row = rows.get(itemId);
    if (row) items.push(await exactRow(row, partner(itemId), raw));
    else if (gap) items.push({ type: "gap", gap });
    else if (message) {
      const payload = message.restricted ? undefined : await raw(message.place);
      items.push({ type: "stored", message, ...(payload && { raw: payload }) });
    } else throw new Error("a row that the survey saw did not come again");
  }
  const { page, pages } = planned;
  return { report, facts, page, pages, ancestors: ancestors(graph, taskId), tree: treeAround(graph, taskId), items };
}

/** Answers which row a call or result is joined with. */
function partnersOf({ taskId, entries }: Survey): (itemId: ItemId) => LabelledRow | undefined {
  const labels = new Map(entries.map((entry) => [entry.itemId, entry.label]));
  const partners = new Map<ItemId, ItemId>();
  for (const { itemId, joins } of entries) {
    if (joins === undefined) continue;
    partners.set(itemId, joins);
    partners.set(joins, itemId);
  }
  return (itemId) => {
    const other = partners.get(itemId);
    const label = other === undefined ? undefined : labels.get(other);
    return other === undefined || label === undefined ? undefined : { ref: { taskId, itemId: other }, label };
  };
}
