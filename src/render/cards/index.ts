import type { ToolItem } from "../../projection/index.ts";
import type { Card, ToolCard } from "./card.ts";
import { unknown } from "./unknown.ts";

const CARDS: ReadonlyMap<string, ToolCard> = new Map([].map((card: ToolCard) => [card.kind, card] as const));

/** The card of any tool item. An input that is not what its kind promises gets the card of an unknown tool. */
export function cardFor(tool: ToolItem): Card {
  return CARDS.get(tool.call?.kind ?? "")?.show(tool) ?? unknown(tool);
}
