import type { DelegationView, TaskId } from "../../projection/index.ts";
import type { Block, Inline } from "../block.ts";
import { statusWords } from "../parts/status.ts";

/** Children of a call that its card does not link itself: any tool can turn out to have started one. */
export function childrenBlocks(delegations: readonly DelegationView[], blocks: readonly Block[]): readonly Block[] {
  if (delegations.length === 0) return [];
  const linked = linkedTasks(blocks);
  const items = delegations.filter(({ child }) => !linked.has(child.id)).map(childLine);
  return items.length === 0 ? [] : [{ type: "list", title: "Child Tasks", items }];
}

function childLine({ child, edge, returns }: DelegationView): readonly Inline[] {
  const how = edge.kind === "created" ? "created" : "waited on";
  return [
    { text: child.title, to: { task: child.id } },
    { text: ` · ${statusWords(child.status.word)} · ${how}: ${edge.basis}` },
    ...returns.flatMap((back): Inline[] =>
      back.waiting
        ? [{ text: " · its return waits in the mailbox" }]
        : [{ text: " · returned at " }, { text: back.label ?? "a row", to: { row: back } }],
    ),
  ];
}

function linkedTasks(blocks: readonly Block[]): ReadonlySet<TaskId> {
  const linked = new Set<TaskId>();
  const waiting = [...blocks];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.type === "section") waiting.push(...block.blocks);
    for (const { to } of inlines(block)) if (to !== undefined && "task" in to) linked.add(to.task);
  }
  return linked;
}

function inlines(block: Block): readonly Inline[] {
  switch (block.type) {
    case "list":
      return block.items.flat();
    case "fields":
      return block.fields.map(({ value }) => value);
    case "note":
      return block.text;
    case "table":
      return block.groups.flatMap(({ rows }) => rows.flat());
    default:
      return [];
  }
}
