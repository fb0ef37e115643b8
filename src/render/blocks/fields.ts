import type { Room } from "../../projection/index.ts";
import type { Block, Inline } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, text } from "../html.ts";
import { cutEnd, once, shortened, writeWithin } from "../shorten.ts";
import { inlineText, renderInline } from "./inline.ts";
import { blockTitle, frame } from "./parts.ts";

interface Row {
  readonly name?: string;
  readonly value: readonly Inline[];
}

/** Names and their values. */
export function renderFields(block: Block & { type: "fields" }, context: BlockContext, room: Room): Html {
  const rows = block.fields.map(({ name, value }) => ({ name, value: [value] }));
  return renderRows(rows, context, room, (shown) =>
    context.templates.render("blocks/fields", {
      fields: shown.map(({ name = "", value }) => ({ name: text(name), value: renderInline(value, context) })),
    }),
  );
}

/** Items of runs of text. */
export function renderList(block: Block & { type: "list" }, context: BlockContext, room: Room): Html {
  const rows = block.items.map((value) => ({ value }));
  return renderRows(rows, context, room, (shown) =>
    join([
      blockTitle(block.title, context),
      context.templates.render("blocks/list", { items: shown.map(({ value }) => renderInline(value, context)) }),
    ]),
  );
}

/** As many rows as fit; a value that does not fit ends early. What is left out stands in the linked file, row by row. */
function renderRows(
  rows: readonly Row[],
  context: BlockContext,
  room: Room,
  write: (shown: readonly Row[]) => Html,
): Html {
  const total = rows.reduce((sum, row) => sum + lengthOf(row), 0);
  const all = once(() => context.attachments.text(rows.map(asText).join("\n")));
  return writeWithin(total, room, context, (budget) => {
    const shown = beginning(rows, budget);
    const length = shown.reduce((sum, row) => sum + lengthOf(row), 0);
    return frame(context, [write(shown), shortened(length, total, all, context)]);
  });
}

function beginning(rows: readonly Row[], budget: number): Row[] {
  const shown: Row[] = [];
  let left = budget;
  for (const row of rows) {
    if (left < lengthOf(row)) {
      const cut = cutRow(row, left);
      if (cut !== undefined) shown.push(cut);
      break;
    }
    left -= lengthOf(row);
    shown.push(row);
  }
  return shown;
}

/** A row that ends early; `undefined` where not even its name fits. */
function cutRow(row: Row, budget: number): Row | undefined {
  let left = budget - (row.name?.length ?? 0);
  if (left <= 0) return undefined;
  const value: Inline[] = [];
  for (const part of row.value) {
    const { head } = cutEnd(part.text, left);
    if (head > 0) value.push({ ...part, text: part.text.slice(0, head) });
    left -= head;
    if (left <= 0) break;
  }
  return { ...row, value };
}

// A row weighs at least one, so that rows without text are counted as well.
function lengthOf({ name = "", value }: Row): number {
  return value.reduce((sum, part) => sum + part.text.length, name.length) || 1;
}

function asText({ name, value }: Row): string {
  return name === undefined ? inlineText(value) : `${name}: ${inlineText(value)}`;
}
