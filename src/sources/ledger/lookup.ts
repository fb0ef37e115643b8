import type { ItemId, RowRef, StoredMessage, TaskId } from "../../model/index.ts";
import type { Ledger } from "./scan.ts";

/** Finds the rows that records of the graph name. */
export interface RowLookup {
  /** A row of the Task. Of a Task that is withheld whole, any row is believed: its ledger is not opened. */
  has(taskId: TaskId, itemId: ItemId): boolean;
  /** The first call of that id in the Task's ledger. */
  callOf(taskId: TaskId, toolCallId: string): ItemId | undefined;
}

/** Whether a reference lands on a row or on a message that waits. */
export type Lands = (ref: RowRef) => boolean;

export function landing(rows: RowLookup, stored: ReadonlyMap<TaskId, readonly StoredMessage[]>): Lands {
  const mail = new Set(
    [...stored].flatMap(([taskId, list]) => list.map((one) => JSON.stringify([taskId, one.itemId]))),
  );
  return ({ taskId, itemId }) => rows.has(taskId, itemId) || mail.has(JSON.stringify([taskId, itemId]));
}

interface Rows {
  readonly items: ReadonlySet<ItemId>;
  readonly calls: ReadonlyMap<string, ItemId>;
}

export function rowLookup(ledgers: ReadonlyMap<TaskId, Ledger>, withheld: ReadonlySet<TaskId>): RowLookup {
  const known = new Map<TaskId, Rows>();
  return {
    has: (taskId, itemId) => withheld.has(taskId) || rowsOf(taskId)?.items.has(itemId) === true,
    callOf: (taskId, toolCallId) => rowsOf(taskId)?.calls.get(toolCallId),
  };

  function rowsOf(taskId: TaskId): Rows | undefined {
    const ledger = ledgers.get(taskId);
    if (ledger === undefined) return undefined;
    const rows = known.get(taskId) ?? indexOf(ledger);
    known.set(taskId, rows);
    return rows;
  }
}

function indexOf({ rows }: Ledger): Rows {
  const calls = new Map<string, ItemId>();
  for (const { type, toolCallId, itemId } of rows) {
    if (type === "tool-call" && toolCallId !== undefined && !calls.has(toolCallId)) calls.set(toolCallId, itemId);
  }
  return { items: new Set(rows.map((row) => row.itemId)), calls };
}
