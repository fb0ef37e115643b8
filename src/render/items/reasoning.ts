import type { ReasoningRow } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { oneLine, plural } from "../words.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";

const PREVIEW = 120;

/** What the model thought: one line that opens. What its provider keeps to itself is said, never an empty box. */
export function reasoning(desk: Desk, row: ReasoningRow, owner: Owner): Html {
  const { text: thought, withheld } = row;
  const body = desk.fill("items/reasoning", {
    withheld,
    restricted: row.restricted && restricted(desk, "this reasoning is", row.restricted),
    recorded: thought !== undefined,
    empty: thought === "",
    preview: thought === undefined ? undefined : text(oneLine(thought, PREVIEW)),
    size: thought === undefined ? "" : plural(thought.length, "character"),
    content: thought === undefined ? undefined : desk.blocks([{ type: "prose", markdown: thought }]),
  });
  // Withheld reasoning is a placeholder, and filters never hide one.
  const readable = row.restricted === undefined && withheld === undefined && thought !== undefined && thought !== "";
  return rowFrame(desk, { ...frameOf(owner, row), classes: readable ? "reasoning" : "reasoning stay", body });
}
