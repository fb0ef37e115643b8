import type { CompactionRow } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { summaryFolds } from "./gap.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";

/** A compaction record that stands in the ledger by itself. */
export function compaction(desk: Desk, row: CompactionRow, owner: Owner): Html {
  const body = desk.fill("items/compaction", {
    says: text(row.says),
    summaries: row.restricted
      ? restricted(desk, "what it wrote is", row.restricted)
      : summaryFolds(desk, row.summaries),
  });
  return rowFrame(desk, { ...frameOf(owner, row), classes: "gap stay", body });
}
