import type { NoticeRow } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, NOTHING, text } from "../html.ts";
import { oneLine } from "../words.ts";
import { restricted } from "./restricted.ts";
import { failureLinks, frameOf, type Owner, rowFrame } from "./row.ts";

const TITLES = { failure: "Failure.", warning: "Warning.", note: "Note." } as const;

/** What the source says of the run. It is not part of what the model saw, and it says so. */
export function notice(desk: Desk, row: NoticeRow, owner: Owner): Html {
  const quotes = row.quotes.length > 0;
  const body = desk.fill("items/notice", {
    // What merely happened is machinery: one line that opens. What went wrong stands open.
    folded: row.severity === "note" && quotes && row.restricted === undefined && row.code !== "live-tail",
    about: text(oneLine(row.quotes.map((quote) => quote.text).join(" · "), 160)),
    severity: row.severity,
    title: row.code === "live-tail" ? "Partial, an unfinished reply." : TITLES[row.severity],
    says: text(row.says),
    neighbours: row.severity === "failure" ? failureLinks(desk, owner, row.itemId) : NOTHING,
    quotes: row.restricted
      ? restricted(desk, "what the record says of it is", row.restricted)
      : desk.blocks(row.quotes.map(({ title, text }) => ({ type: "code", title, text }))),
  });
  return rowFrame(desk, { ...frameOf(owner, row), classes: row.severity === "failure" ? "fails stay" : "stay", body });
}
