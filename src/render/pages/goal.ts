import type { Room } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { oneLine, plural } from "../words.ts";

/** A goal up to here stands open; of a longer one the beginning shows and all of it is folded. */
const OPEN = 1_200;
const PREVIEW = 300;

/** What the Task was asked to do, verbatim. */
export function goalBlock(desk: Desk, goal: string, room: Room): Html {
  const long = goal.length > OPEN;
  return desk.fill("pages/goal", {
    long,
    empty: goal === "",
    preview: long ? text(oneLine(goal, PREVIEW)) : undefined,
    size: plural(goal.length, "character"),
    content: desk.blocks([{ type: "prose", markdown: goal }], room),
  });
}
