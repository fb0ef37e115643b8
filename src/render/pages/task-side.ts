import type { Gap, Item, TaskPageView, TreeNode, TurnView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { icon } from "../icons.ts";
import { gapLabel } from "../items/gap.ts";
import { visible } from "../marks.ts";
import { statusWords } from "../parts/status.ts";
import { FAMILIES, familyOf } from "../tool-families.ts";
import { count, oneLine, plural } from "../words.ts";

const TITLE = 90;
const SAID = 48;

/** Navigation of a Task page: the tree around it, this page's turns, filters and theme. */
export function taskSide(desk: Desk, view: TaskPageView): Html {
  const { task } = view.facts;
  return desk.fill("pages/task-side", {
    theme: desk.fill("parts/theme", {}),
    tree: nodes(desk, view.tree),
    whole: desk.links.fixed("tasks"),
    turns: view.turns.map((turn) => turnEntry(desk, turn, task.id)),
    filters: filtersOf(view),
  });
}

/** What can be hidden of this page, with how many rows each speaks of. Kinds of tool that it does not hold are left out. */
function filtersOf({ turns }: TaskPageView) {
  const items = turns.flatMap((turn) => turn.items);
  const tools = items.filter((item) => item.type === "tool");
  const number = (of: readonly unknown[]) => count(of.length);
  const failed = [...tools.filter((tool) => tool.failed), ...items.filter(isFailure)];
  return [
    { id: "only-messages", words: "messages only", count: number(items.filter((item) => item.type === "message")) },
    { id: "only-failures", words: "failures only", count: number(failed) },
    { id: "hide-reasoning", words: "hide reasoning", count: number(items.filter((item) => item.type === "reasoning")) },
    { id: "hide-tools", words: "hide tool cards", count: number(tools) },
    ...Object.entries(FAMILIES).flatMap(([family, words]) => {
      const of = tools.filter((tool) => familyOf(tool) === family);
      return of.length === 0 || of.length === tools.length
        ? []
        : [{ id: `hide-${family}`, words: `hide ${words}`, count: number(of) }];
    }),
  ];
}

function isFailure(item: Item): boolean {
  return item.type === "notice" && item.row.severity === "failure";
}

/** Navigation of a page that shows one Task otherwise than turn by turn. */
export function treeSide(desk: Desk, tree: readonly TreeNode[]): Html {
  return desk.fill("pages/tree-side", {
    theme: desk.fill("parts/theme", {}),
    tree: nodes(desk, tree),
    whole: desk.links.fixed("tasks"),
  });
}

function nodes(desk: Desk, tree: readonly TreeNode[]): Html {
  return desk.fill("pages/tree", { nodes: tree.map((node) => treeNode(desk, node)), whole: desk.links.fixed("tasks") });
}

function treeNode(desk: Desk, node: TreeNode) {
  const { before = 0, inside = 0, after = 0 } = node.hidden ?? {};
  return {
    href: desk.links.task(node.taskId),
    current: node.current,
    title: text(oneLine(node.title, TITLE)),
    icon: icon(node.status.word, node.status.word),
    status: node.record === "absent" ? "not here" : statusWords(node.status.word),
    helper: node.helper,
    before: before > 0 ? plural(before, "Task") : "",
    inside: inside > 0 ? plural(inside, "Task") : "",
    after: after > 0 ? plural(after, "Task") : "",
    children: node.children.length > 0 ? nodes(desk, node.children) : undefined,
  };
}

/** A turn leads to its first row; gaps in it stand under their own numbers. */
function turnEntry(desk: Desk, turn: TurnView, taskId: string): Html {
  const first = turn.items[0];
  const anchor = (itemId: string) => desk.links.anchor({ taskId, itemId });
  return desk.fill("pages/turn-entry", {
    anchor: first === undefined ? undefined : anchor(firstId(first)),
    title: `Turn ${count(turn.index + 1)}`,
    note: turn.note,
    asked: turn.said?.by === "input",
    said: turn.said === undefined ? "" : text(visible(oneLine(unmarked(turn.said.text), SAID))),
    gaps: turn.items.flatMap((item) => (item.type === "gap" ? [gapEntry(desk, item.gap, taskId)] : [])),
  });
}

/** Without what Markdown marks code, weight and headings with: a name is read in passing. */
function unmarked(markdown: string): string {
  const head = markdown.slice(0, 8 * SAID);
  return (head.length < markdown.length ? `${head} …` : head).replace(/`+|\*\*/g, "").replace(/^[#>\s]+/, "");
}

/** A gap's own line in the list of turns: each is weighed with its row. */
export function gapEntry(desk: Desk, gap: Gap, taskId: string): Html {
  return desk.fill("pages/gap-entry", {
    anchor: desk.links.anchor({ taskId, itemId: gap.id }),
    icon: icon("gap"),
    label: text(gap.from === undefined ? gapLabel(gap) : `${gap.unit[gap.to === gap.from ? 0 : 1]} ${gapLabel(gap)}`),
  });
}

function firstId(item: TurnView["items"][number]): string {
  switch (item.type) {
    case "gap":
      return item.gap.id;
    case "stored":
      return item.message.itemId;
    case "streak":
      return item.items[0]?.call?.itemId ?? "";
    case "tool":
      return (item.call ?? item.result)?.itemId ?? "";
    default:
      return item.row.itemId;
  }
}
