import type { ItemId, Row } from "../projection/index.ts";
import type { Pagination } from "./paginate.ts";

/** A page whose rows have all come. */
export interface GatheredPage<View extends string> {
  readonly view: View;
  /** 1-based. */
  readonly page: number;
  readonly rows: ReadonlyMap<ItemId, Row>;
}

/**
 * Reads a ledger once for several views of it. Each page is handed out as soon as its last row has come, so that only
 * pages that still wait for rows are held. Pages without rows, such as those of gaps alone, come at the end.
 */
export async function* pagesOf<View extends string>(
  rows: AsyncIterable<Row>,
  views: readonly { readonly view: View; readonly pagination: Omit<Pagination, "rooms"> }[],
): AsyncGenerator<GatheredPage<View>> {
  const gathering = views.map(({ view, pagination }) => ({ view, ...gather(pagination) }));
  for await (const row of rows) {
    for (const { view, take } of gathering) {
      const whole = take(row);
      if (whole) yield { view, ...whole };
    }
  }
  for (const { view, rest } of gathering) for (const page of rest()) yield { view, page, rows: new Map() };
}

function gather({ pages, pageOf }: Omit<Pagination, "rooms">) {
  const awaited = pages.map((entries) => entries.filter(({ type }) => type !== "gap" && type !== "stored").length);
  const held = new Map<number, Map<ItemId, Row>>();
  return {
    /** The page that this row completes. */
    take(row: Row): { readonly page: number; readonly rows: ReadonlyMap<ItemId, Row> } | undefined {
      const page = pageOf.get(row.itemId);
      if (page === undefined) throw new Error("a ledger gave a row that its survey did not see");
      const rows = held.get(page) ?? new Map<ItemId, Row>();
      held.set(page, rows.set(row.itemId, row));
      if (rows.size !== awaited[page - 1]) return undefined;
      held.delete(page);
      return { page, rows };
    },
    /** Pages that have no rows to wait for. */
    rest(): readonly number[] {
      if (held.size > 0) throw new Error("a ledger did not give all its rows again");
      return awaited.flatMap((count, i) => (count === 0 ? [i + 1] : []));
    },
  };
}
