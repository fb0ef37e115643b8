import type { ToolCallRow } from "../model/index.ts";
import type { ListChange } from "./items.ts";

// Of what is gone, this much is kept until its card is written.
const MOST_GONE = 10;
const LONGEST_GONE = 200;
const MOST_ITEMS = 2_000;

/** Follows the list of things to do through one ledger, and tells how each differs from the one before it. */
export function createListTracker(): { take(call: ToolCallRow): ListChange | undefined } {
  let last: Map<string, string> | undefined;
  return {
    take(call) {
      const items = call.kind === "todo" ? readItems(call.fields.items) : undefined;
      if (items === undefined) return undefined;
      const partial = call.fields.partial === true;
      const before = last;
      const now = new Map(items.map(({ text, status }) => [text, status]));
      const change = before && compare(before, items, partial ? undefined : now);
      if (before !== undefined && partial) for (const [text, status] of now) before.set(text, status);
      else last = now;
      return change;
    },
  };
}

interface ListItem {
  readonly text: string;
  readonly status: string;
}

/** Without `now`, items that are not told of stay. */
function compare(
  before: ReadonlyMap<string, string>,
  items: readonly ListItem[],
  now: ReadonlyMap<string, string> | undefined,
): ListChange {
  const gone = now === undefined ? [] : [...before.keys()].filter((text) => !now.has(text));
  return {
    items: items.map(({ text, status }) => {
      const was = before.get(text);
      if (was === undefined) return "new";
      return was === status ? undefined : { was };
    }),
    gone: gone.slice(0, MOST_GONE).map((text) => text.slice(0, LONGEST_GONE)),
    goneCount: gone.length,
  };
}

/** `undefined` for anything but a list of texts with a status each, or one too long to compare. */
function readItems(value: unknown): readonly ListItem[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_ITEMS) return undefined;
  const items = value.map((item: unknown) => {
    if (typeof item !== "object" || item === null) return undefined;
    const { text, status = "" } = item as Readonly<Record<string, unknown>>;
    return typeof text === "string" && typeof status === "string" ? { text, status } : undefined;
  });
  return items.every((item) => item !== undefined) ? items : undefined;
}
