import type { Row } from "./model/index.ts";
import { gapsByRow, type SearchRow, type Survey, searchGap, searchRow, searchStored } from "./projection/index.ts";
import type { Shared } from "./shared.ts";
import type { SiteFile, TaskPlan } from "./site/index.ts";

/** One Task's search data, made from the rows that its pages are made from, as they come by. */
export function searchOf({ workspace, graph, search }: Shared, survey: Survey, planned: TaskPlan) {
  const { taskId, entries } = survey;
  const facts = graph.facts(taskId);
  if (!facts) throw new Error("a Task was surveyed that the graph does not hold");
  const { title, status, parentId } = facts.task;
  const { pageOf } = planned.pagination;
  const data = search.open({
    id: taskId,
    slug: planned.slug,
    title,
    status: status.word,
    ...(facts.parent === "here" && { parentId }),
    pageOf: (itemId) => pageOf.get(itemId),
  });
  const tools = new Map(entries.flatMap(({ itemId, tool }) => (tool === undefined ? [] : [[itemId, tool]])));
  const calls = new Map(entries.flatMap(({ itemId, joins }) => (joins === undefined ? [] : [[itemId, joins]])));
  const add = (row: SearchRow | undefined) => {
    if (row) data.add(row);
  };
  const gaps = workspace.index.gaps.get(taskId) ?? [];
  const gapsBefore = gapsByRow(gaps);
  return {
    /** The same rows; each is noted on its way. */
    async *pass(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
      for await (const row of rows) {
        for (const gap of gapsBefore.get(row.itemId) ?? []) add(searchGap(gap));
        add(searchRow(row, tools.get(calls.get(row.itemId) ?? row.itemId)));
        yield row;
      }
    },
    take: data.take,
    close(): readonly SiteFile[] {
      for (const gap of gaps) if (gap.before === null) add(searchGap(gap));
      for (const message of workspace.index.stored.get(taskId) ?? []) add(searchStored(message));
      return data.close();
    },
  };
}
