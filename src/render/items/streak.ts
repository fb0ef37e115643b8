import type { Room, Streak, ToolItem } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { measure } from "../measure.ts";
import { familyOf } from "../tool-families.ts";
import { count, oneLine, plural } from "../words.ts";
import type { Owner } from "./row.ts";
import { headline, tool } from "./tool.ts";

const ABOUT = 60;
const NAMED = 3;

/** How a kind is counted; other kinds go by the title of their card. */
const PLURALS: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ["read", ["read", "reads"]],
  ["shell", ["command that only looks", "commands that only look"]],
  ["search", ["search", "searches"]],
  ["list", ["list of files", "lists of files"]],
  ["image", ["image viewed", "images viewed"]],
  ["web-fetch", ["page fetched", "pages fetched"]],
  ["web-search", ["web search", "web searches"]],
  ["tool-search", ["search for tools", "searches for tools"]],
  ["stdin", ["look at a running command", "looks at a running command"]],
  ["shell-output", ["look at a running command", "looks at a running command"]],
]);

/** Many calls that looked, in one line that opens. Each row keeps its own place. */
export function streak(desk: Desk, { items }: Streak, owner: Owner): Html {
  const first = items[0]?.call?.label ?? "";
  const last = items.at(-1)?.call?.label ?? "";
  const families = new Set(items.map(familyOf));
  return desk.fill("items/streak", {
    // A filter that hides every row of it hides its line as well.
    classes: families.size === 1 ? `card streak tool k-${[...families].join("")}` : "card streak tool",
    counts: countsOf(items),
    about: text(aboutItems(items)),
    rows: text(first === last ? first : `${first}–${last}`),
    items: items.map((item) => tool(desk, item, owner)),
  });
}

/** What a call may add to the line of a streak: at least five share one, and each says its own. */
export function streakShare(about: string): Room {
  const own = measure(text(oneLine(about, ABOUT)));
  return { bytes: own.bytes + 160, elements: own.elements + 1 };
}

/** `12 reads, 5 searches`. */
function countsOf(items: readonly ToolItem[]): string {
  const counts = new Map<string, number>();
  for (const { call } of items) counts.set(call?.kind ?? "", (counts.get(call?.kind ?? "") ?? 0) + 1);
  return Array.from(counts, ([kind, many]) => {
    const words = PLURALS.get(kind);
    return words === undefined ? `${count(many)} ${kind}` : plural(many, ...words);
  }).join(", ");
}

/** The first few things that were looked at. */
function aboutItems(items: readonly ToolItem[]): string {
  const abouts = [...new Set(items.map((item) => oneLine(headline(item).about, ABOUT)))];
  const more = abouts.length > NAMED ? " …" : "";
  return abouts.slice(0, NAMED).join(", ") + more;
}
