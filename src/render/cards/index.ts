import type { ToolItem } from "../../projection/index.ts";
import { createBatch } from "./batch.ts";
import type { Card, ToolCard } from "./card.ts";
import { cd } from "./cd.ts";
import { delegate } from "./delegate.ts";
import { markDeletion } from "./mark-deletion.ts";
import { patch } from "./patch.ts";
import { read } from "./read.ts";
import { send } from "./send.ts";
import { shell } from "./shell.ts";
import { skill } from "./skill.ts";
import { summary } from "./summary.ts";
import { unknown } from "./unknown.ts";

const CARDS: readonly ToolCard[] = [
  shell,
  read,
  patch,
  delegate,
  send,
  createBatch(cardFor),
  skill,
  cd,
  summary,
  markDeletion,
];

const BY_KIND: ReadonlyMap<string, ToolCard> = new Map(CARDS.map((card) => [card.kind, card]));

/** The card of any tool item. An input that is not what its kind promises gets the card of an unknown tool. */
export function cardFor(tool: ToolItem): Card {
  const card = tool.call && BY_KIND.get(tool.call.kind);
  return card?.show(tool) ?? unknown(tool);
}
