import type { Room } from "../../projection/index.ts";
import type { Block, Inline, TableGroup } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, text } from "../html.ts";
import { once, shortened, writeWithin } from "../shorten.ts";
import { inlineText, renderInline } from "./inline.ts";
import { blockTitle, frame } from "./parts.ts";

/** Rows and columns. As many whole rows as fit; all of them stand in the linked file, cells parted by tabs. */
export function renderTable(block: Block & { type: "table" }, context: BlockContext, room: Room): Html {
  const { columns, groups, title } = block;
  const total = groups.reduce((sum, group) => sum + lengthOf(group), 0);
  const all = once(() => context.attachments.text(tableText(block)));
  return writeWithin(total, room, context, (budget) => {
    const shown = beginning(groups, budget);
    const length = shown.reduce((sum, group) => sum + lengthOf(group), 0);
    return frame(context, [
      blockTitle(title, context),
      context.templates.render("blocks/table", {
        label: title ?? "Table",
        columns: columns.map(text),
        groups: shown.map(({ heading, rows }) => ({
          heading: heading && renderInline([heading], context),
          rows: rows.map((row) => row.map((cell) => renderInline([cell], context))),
        })),
      }),
      shortened(length, total, all, context),
    ]);
  });
}

export function tableText({ columns, groups }: Block & { type: "table" }): string {
  const lines = groups.flatMap(({ heading, rows }) => [
    ...(heading === undefined ? [] : [heading.text]),
    ...rows.map((row) => row.map((cell) => inlineText([cell])).join("\t")),
  ]);
  return [columns.join("\t"), ...lines].join("\n");
}

function beginning(groups: readonly TableGroup[], budget: number): TableGroup[] {
  const shown: TableGroup[] = [];
  let left = budget;
  for (const { heading, rows } of groups) {
    const kept: (readonly Inline[])[] = [];
    left -= headingLength(heading);
    for (const row of rows) {
      left -= rowLength(row);
      if (left < 0) break;
      kept.push(row);
    }
    if (kept.length > 0 || left >= 0) shown.push({ ...(heading && { heading }), rows: kept });
    if (left < 0) break;
  }
  return shown;
}

function lengthOf({ heading, rows }: TableGroup): number {
  return rows.reduce((sum, row) => sum + rowLength(row), headingLength(heading));
}

function headingLength(heading: Inline | undefined): number {
  return heading === undefined ? 0 : heading.text.length + 1;
}

function rowLength(row: readonly Inline[]): number {
  return row.reduce((sum, cell) => sum + cell.text.length, 1);
}
