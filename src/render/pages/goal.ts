import type { Room, RowRef, TaskPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { rowLink } from "../parts/links.ts";
import { oneLine, plural } from "../words.ts";

/** A goal up to here stands open; of a longer one the beginning shows and all of it is folded. */
const OPEN = 1_200;
const PREVIEW = 300;

/** What the Task was asked to do, verbatim. Where a row of this page holds the same text, a long one stands there alone. */
export function goalBlock(desk: Desk, goal: string, view: TaskPageView, room: Room): Html {
  const long = goal.length > OPEN;
  const row = rowOf(goal, view);
  return desk.fill("pages/goal", {
    long,
    empty: goal === "",
    preview: long ? text(oneLine(goal, PREVIEW)) : undefined,
    size: plural(goal.length, "character"),
    row: row && rowLink(desk, row.ref, `row ${row.label}`),
    content: long && row ? undefined : desk.blocks([{ type: "prose", markdown: goal }], room),
  });
}

/** The message that brought the goal. */
function rowOf(
  goal: string,
  { turns, facts }: TaskPageView,
): { readonly ref: RowRef; readonly label: string } | undefined {
  for (const item of turns[0]?.items ?? []) {
    if (item.type !== "message" || item.row.input === undefined || item.row.parts.length !== 1) continue;
    const part = item.row.parts[0];
    if (part?.type !== "text" || part.text.trim() !== goal.trim()) continue;
    return { ref: { taskId: facts.task.id, itemId: item.row.itemId }, label: item.row.label };
  }
  return undefined;
}
