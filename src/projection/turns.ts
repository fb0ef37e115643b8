import type { Row } from "../model/index.ts";
import { instant } from "./instant.ts";
import type { Item } from "./items.ts";
import { foldStreaks } from "./streaks.ts";
import type { Entry } from "./surveyed.ts";
import type { TurnView } from "./view.ts";

/** Groups a page's items by turn, in order. A gap stays with the rows before it. Stored messages belong to no turn. */
export function splitTurns(
  items: readonly { readonly entry: Entry; readonly item: Item }[],
  firstContinues: boolean,
): readonly TurnView[] {
  const groups: { index: number; items: Item[] }[] = [];
  for (const { entry, item } of items) {
    if (item.type === "stored") continue;
    const last = groups[groups.length - 1];
    if (last && last.index === entry.turnIndex) last.items.push(item);
    else groups.push({ index: entry.turnIndex, items: [item] });
  }
  return groups.map((group, i) => {
    const before = groups[i - 1];
    const pauseMs = before && pause(before.items, group.items);
    const view = turnView(group.index, group.items, i === 0 && firstContinues);
    return pauseMs === undefined ? view : { ...view, pauseMs };
  });
}

/** Shorter ones are work. */
const PAUSE = 3_600_000;

/** Time that passed between two turns. Across a gap nothing is claimed, and clocks that run backwards say nothing. */
function pause(before: readonly Item[], after: readonly Item[]): number | undefined {
  if (before.some(({ type }) => type === "gap") || after[0]?.type === "gap") return undefined;
  const ms = Math.min(...instants(after)) - Math.max(...instants(before));
  return Number.isFinite(ms) && ms >= PAUSE ? ms : undefined;
}

function instants(items: readonly Item[]): readonly number[] {
  return items.flatMap(timedRows).flatMap((row) => instant(row.createdAt) ?? []);
}

/** Rows of the Task's own time: a copy of another's row has that one's. */
function timedRows(item: Item): readonly Row[] {
  const rows = item.type === "tool" ? [item.call, item.result] : "row" in item ? [item.row] : [];
  return rows.flatMap((row) => (row && !row.inheritedFrom && instant(row.createdAt) !== undefined ? [row] : []));
}

function turnView(index: number, items: readonly Item[], continued: boolean): TurnView {
  const rows = items.flatMap(itemRow);
  const withCall = rows.find((row) => row.call);
  const usage = rows.find((row) => row.usage)?.usage;
  const model = rows.find((row) => row.model !== undefined)?.model;
  const said = turnSaid(rows);
  const startedAt = items.flatMap(timedRows)[0]?.createdAt;
  return {
    index,
    continued,
    ...(startedAt !== undefined && { startedAt }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(withCall?.call && { call: withCall.call }),
    note: turnNote(items),
    ...(said && { said }),
    items: foldStreaks(items),
  };
}

/** The turn in a few words, for the page's list of turns. */
function turnNote(items: readonly Item[]): string {
  const tools = items.filter((item) => item.type === "tool");
  const failed = tools.filter((tool) => tool.failed).length;
  const words: string[] = [];
  if (items.some((item) => item.type === "message" && item.row.input?.kind === "mailbox")) words.push("mail");
  if (tools.some((tool) => tool.delegations.length > 0)) words.push("delegates");
  if (tools.length > 0)
    words.push(`${tools.length} ${tools.length === 1 ? "tool" : "tools"}${failed > 0 ? `, ${failed} failed` : ""}`);
  if (words.length > 0) return words.join(", ");
  if (items.some((item) => item.type === "message" && item.row.role === "assistant")) return "answer";
  if (items.some((item) => item.type === "message")) return "the request";
  return items.some((item) => item.type === "gap") ? "gap" : "notes";
}

/** The last input is what the reply speaks to; role instructions and guidance stand in every turn alike. */
function turnSaid(rows: readonly Row[]): TurnView["said"] {
  const spoken = rows.flatMap((row) => {
    if (row.type !== "message" || row.restricted || row.role === "system") return [];
    const text = row.parts.find((part) => part.type === "text" && part.text.trim() !== "");
    return text?.type === "text" ? [{ input: row.input !== undefined, text: text.text }] : [];
  });
  const told = spoken.findLast(({ input }) => input);
  const said = told ?? spoken.find(({ input }) => !input);
  return said && { by: told ? "input" : "model", text: said.text };
}

/** The row that speaks for an item: of a card, its call. */
function itemRow(item: Item): readonly Row[] {
  if (item.type === "tool") return item.call ? [item.call] : item.result ? [item.result] : [];
  return "row" in item ? [item.row] : [];
}
