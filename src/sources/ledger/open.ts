import type { OpenWorkspace } from "../../model/index.ts";
import { listTree } from "../support/files.ts";
import { damagedRows } from "./damaged.ts";
import { readPlaces } from "./places.ts";
import { readRequest } from "./request.ts";
import { type RowContext, walkRows } from "./rows.ts";
import { scanWorkspace } from "./workspace.ts";

/** The index pass, then rows on demand. */
export function openLedger(root: string): OpenWorkspace {
  const tree = listTree(root, []);
  const { index, ledgers, mailOf, damaged } = scanWorkspace(tree);
  const places = readPlaces(tree);
  const tasks = new Set(index.tasks.map((task) => task.id));
  return {
    index,
    async *rows(taskId) {
      const ledger = ledgers.get(taskId);
      const context: RowContext = { tree, isTask: (id) => tasks.has(id), mailOf: (id) => mailOf(taskId, id) };
      if (ledger !== undefined) yield* walkRows(ledger, context);
      else if (taskId === damaged.taskId) yield* damagedRows(tree, damaged.list);
    },
    async bytes(place) {
      return places.read(place);
    },
    async request(place) {
      return readRequest(places.read(place));
    },
    // A ledger closes its own file when its rows are read or let go.
    async close() {
      places.close();
    },
  };
}
