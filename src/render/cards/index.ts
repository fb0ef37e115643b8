import type { ToolItem } from "../../projection/index.ts";
import { ask } from "./ask.ts";
import { createBatch } from "./batch.ts";
import type { Card, ToolCard } from "./card.ts";
import { cd } from "./cd.ts";
import { delegate } from "./delegate.ts";
import { edit } from "./edit.ts";
import { image } from "./image.ts";
import { kill } from "./kill.ts";
import { list } from "./list.ts";
import { markDeletion } from "./mark-deletion.ts";
import { mcp } from "./mcp.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { patch } from "./patch.ts";
import { plan } from "./plan.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { send } from "./send.ts";
import { shell } from "./shell.ts";
import { shellOutput } from "./shell-output.ts";
import { skill } from "./skill.ts";
import { stdin } from "./stdin.ts";
import { summary } from "./summary.ts";
import { todo } from "./todo.ts";
import { toolSearch } from "./tool-search.ts";
import { unknown } from "./unknown.ts";
import { wait } from "./wait.ts";
import { webFetch } from "./web-fetch.ts";
import { webSearch } from "./web-search.ts";
import { write } from "./write.ts";

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
  ask,
  edit,
  image,
  kill,
  list,
  mcp,
  notebookEdit,
  plan,
  search,
  shellOutput,
  stdin,
  todo,
  toolSearch,
  wait,
  webFetch,
  webSearch,
  write,
];

const BY_KIND: ReadonlyMap<string, ToolCard> = new Map(CARDS.map((card) => [card.kind, card]));

/** The card of any tool item. An input that is not what its kind promises gets the card of an unknown tool. */
export function cardFor(tool: ToolItem): Card {
  const card = tool.call && BY_KIND.get(tool.call.kind);
  return card?.show(tool) ?? unknown(tool);
}
