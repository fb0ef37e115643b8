import type { Item } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import type { Html } from "../html.ts";
import { compaction } from "./compaction.ts";
import { gap } from "./gap.ts";
import { message } from "./message.ts";
import { notice } from "./notice.ts";
import { raw } from "./raw.ts";
import { reasoning } from "./reasoning.ts";
import type { Owner } from "./row.ts";
import { stored } from "./stored.ts";
import { streak } from "./streak.ts";
import { tool } from "./tool.ts";

/** One item of a Task's transcript as a row of its ledger. */
export function renderItem(desk: Desk, item: Item, owner: Owner): Html {
  switch (item.type) {
    case "message":
      return message(desk, item.row, owner);
    case "reasoning":
      return reasoning(desk, item.row, owner);
    case "tool":
      return tool(desk, item, owner);
    case "streak":
      return streak(desk, item, owner);
    case "compaction":
      return compaction(desk, item.row, owner);
    case "gap":
      return gap(desk, item.gap, owner);
    case "notice":
      return notice(desk, item.row, owner);
    case "raw":
      return raw(desk, item.row, owner);
    case "stored":
      return stored(desk, item.message, owner);
  }
}
