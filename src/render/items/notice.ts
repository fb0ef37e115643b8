import type { NoticeRow } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";

const TITLES = { failure: "Failure.", warning: "Warning.", note: "Note." } as const;

/** What the source says of the run. It is not part of what the model saw, and it says so. */
export function notice(desk: Desk, row: NoticeRow, owner: Owner): Html {
  const body = desk.fill("items/notice", {
    severity: row.severity,
    title: row.code === "live-tail" ? "Partial, an unfinished reply." : TITLES[row.severity],
    says: text(row.says),
    quotes: row.restricted
      ? restricted(desk, "what the record says of it is", row.restricted)
      : desk.blocks(row.quotes.map(({ title, text }) => ({ type: "code", title, text }))),
  });
  return rowFrame(desk, { ...frameOf(owner, row), classes: row.severity === "failure" ? "fails stay" : "stay", body });
}
