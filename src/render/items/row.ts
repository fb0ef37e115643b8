import type { FailureNeighbours, LabelledRow, Row, RowRef, Task } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, NOTHING, text } from "../html.ts";
import { rowLink } from "../parts/links.ts";

/** The Task whose ledger is on the page. */
export interface Owner extends Pick<Task, "id" | "agent"> {
  /** Leads from one failure to the next. */
  around?(itemId: string): FailureNeighbours | undefined;
}

/** One place of a ledger: its number in the gutter, which is its link, and what stands there. */
export interface RowFrame {
  readonly ref: RowRef;
  readonly label: string;
  /** What the gutter's number counts, for who hears it: `row`, `gap`. */
  readonly what: string;
  /** Class names, separated by spaces. `stay` keeps a row from every filter. */
  readonly classes: string;
  /** An element of class `body`. */
  readonly body: Html;
  readonly inheritedFrom?: RowRef | undefined;
  /** The source says that from some point on the model no longer saw it. */
  readonly cleared?: true | undefined;
  readonly remarks?: readonly string[] | undefined;
}

export function rowFrame(desk: Desk, row: RowFrame): Html {
  const { inheritedFrom, remarks = [] } = row;
  const exact = desk.links.exact(row.ref);
  return desk.fill("items/row", {
    id: desk.links.anchor(row.ref),
    what: row.what,
    label: text(row.label),
    classes: row.classes === "" ? "row" : `row ${row.classes}`,
    body: row.body,
    // On the exact view's own page the row would lead to itself.
    exact: exact?.startsWith("#") ? undefined : exact,
    inherited: inheritedFrom && rowLink(desk, inheritedFrom, "the original row"),
    cleared: row.cleared === true,
    remarks: remarks.map(text),
  });
}

/** The frame's facts of a row that stands by itself. */
export function frameOf(owner: Owner, row: Row): Omit<RowFrame, "classes" | "body"> {
  return {
    ref: { taskId: owner.id, itemId: row.itemId },
    label: row.label,
    what: "row",
    inheritedFrom: row.inheritedFrom,
    cleared: row.cleared,
    remarks: row.remarks,
  };
}

/** Links to the failures before and after this one; nothing where it is the only one. */
export function failureLinks(desk: Desk, owner: Owner, itemId: string): Html {
  const { previous, next } = owner.around?.(itemId) ?? {};
  const link = (row: LabelledRow | undefined) => ({
    href: (row && desk.links.row(row.ref)) ?? "",
    label: row === undefined ? "" : text(row.label),
  });
  if (!previous && !next) return NOTHING;
  return desk.fill("items/failures", { previous: link(previous), next: link(next) });
}
