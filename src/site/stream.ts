import type { ItemId, Row } from "../projection/index.ts";
import type { Pagination } from "./paginate.ts";

/**
 * Gathers a ledger's rows by page and hands each page out as soon as its last row has come, so that only pages that
 * wait for a late result are held. Pages without rows, such as those of gaps alone, come at the end.
 */
export async function* pagesOf(
  rows: AsyncIterable<Row>,
  { pages, pageOf }: Omit<Pagination, "rooms">,
): AsyncGenerator<{ readonly page: number; readonly rows: ReadonlyMap<ItemId, Row> }> {
  const missing = pages.map((entries) => entries.filter(({ type }) => type !== "gap" && type !== "stored").length);
  const held = new Map<number, Map<ItemId, Row>>();
  for await (const row of rows) {
    const page = pageOf.get(row.itemId);
    if (page === undefined) throw new Error("a ledger gave a row that its survey did not see");
    const gathered = held.get(page) ?? new Map<ItemId, Row>();
    held.set(page, gathered.set(row.itemId, row));
    if (gathered.size === missing[page - 1]) {
      held.delete(page);
      yield { page, rows: gathered };
    }
  }
  for (const page of held.keys()) throw new Error(`page ${page} of a ledger did not get all its rows back`);
  for (const [i, count] of missing.entries()) if (count === 0) yield { page: i + 1, rows: new Map() };
}
