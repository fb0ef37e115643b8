import type { ListChange } from "../../projection/index.ts";
import type { Block, ChecklistItem } from "../block.ts";
import { count, oneLine, plural, series } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { isObject, listField, memberOf, textField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;

/**
 * A list of things to do. Fields: `items`, a list of `{ text, status? }`; `explanation?`; `partial?` where the call changes
 * some items and leaves the others as they were.
 */
export const todo: ToolCard = {
  kind: "todo",
  show(tool) {
    const items = listField(tool, "items")?.map(itemOf);
    if (items === undefined || !items.every((item) => item !== undefined)) return undefined;
    const { listChange } = tool;
    const explanation = textField(tool, "explanation");
    const lines = items.map((item, at) => ({ ...item, ...changeOf(listChange, at) }));
    return {
      kind: "To-do",
      about: oneLine(aboutItems(items), ABOUT),
      ...(tool.result !== undefined &&
        !tool.failed && { outcome: { words: changes(items, listChange), tone: "quiet" } }),
      blocks: [
        ...(explanation === undefined ? [] : [{ type: "prose", markdown: explanation } as const]),
        ...(lines.length === 0 ? [] : [{ type: "checklist", items: lines } as const]),
        ...goneBlocks(listChange),
        ...resultBlocks(tool, asTextOrJson),
      ],
    };
  },
};

const WORDS: ReadonlyMap<string, readonly [ChecklistItem["state"], string]> = new Map([
  ["completed", ["done", "done"]],
  ["done", ["done", "done"]],
  ["in_progress", ["active", "in progress"]],
  ["pending", ["open", "to do"]],
  ["cancelled", ["gone", "canceled"]],
  ["canceled", ["gone", "canceled"]],
  ["deleted", ["gone", "deleted"]],
]);

function itemOf(value: unknown): ChecklistItem | undefined {
  if (!isObject(value)) return undefined;
  const text = memberOf(value, "text");
  const status = memberOf(value, "status");
  if (typeof text !== "string" || (status !== undefined && typeof status !== "string")) return undefined;
  const [state, word] = stateOf(status ?? "");
  return { text, state, word };
}

function stateOf(status: string): readonly [ChecklistItem["state"], string] {
  return WORDS.get(status) ?? ["open", status];
}

function changeOf(change: ListChange | undefined, at: number): { readonly change?: string } {
  const own = change?.items[at];
  if (own === undefined) return {};
  if (own === "new") return { change: "new" };
  return { change: own.was === "" ? "had no status" : `was ${stateOf(own.was)[1]}` };
}

function goneBlocks(change: ListChange | undefined): readonly Block[] {
  if (change === undefined || change.goneCount === 0) return [];
  const items = change.gone.map((text): ChecklistItem => ({ text, state: "gone", word: "no longer on the list" }));
  const more = change.goneCount - change.gone.length;
  return [
    { type: "checklist", items },
    ...(more === 0
      ? []
      : [
          {
            type: "note",
            tone: "quiet",
            text: [{ text: `${plural(more, "more item")} no longer on the list.` }],
          } as const,
        ]),
  ];
}

/** What is being worked on says most; else the only item, else how many there are. */
function aboutItems(items: readonly ChecklistItem[]): string {
  const active = items.filter(({ state }) => state === "active");
  const [only] = items.length === 1 ? items : active;
  if (only !== undefined)
    return active.length > 1 ? `${only.text} and ${plural(active.length - 1, "more", "more")}` : only.text;
  return plural(items.length, "item");
}

/** `3 of 7 done, 2 changed, 1 new`. */
function changes(items: readonly ChecklistItem[], change: ListChange | undefined): string {
  const done = items.filter(({ state }) => state === "done").length;
  const fresh = change?.items.filter((item) => item === "new").length ?? 0;
  const moved = (change?.items.filter((item) => item !== undefined).length ?? 0) - fresh;
  const [only] = items;
  const stand =
    items.length === 1 && only !== undefined ? only.word || "listed" : `${count(done)} of ${count(items.length)} done`;
  return series([
    stand,
    ...(moved > 0 && items.length > 1 ? [`${count(moved)} changed`] : []),
    ...(fresh > 0 && items.length > 1 ? [`${count(fresh)} new`] : []),
    ...(change !== undefined && change.goneCount > 0 ? [`${count(change.goneCount)} gone`] : []),
  ]);
}
