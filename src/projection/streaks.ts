import type { Item, ToolItem } from "./items.ts";
import { onlyLooks } from "./looks.ts";

/** Fewer than these stand by themselves. */
const LEAST = 5;

/**
 * Folds many like calls in a row into one item. Only calls that look and went well are folded: whatever failed, was
 * withheld, has no result or led to a child stands by itself, and so ends the streak.
 */
export function foldStreaks(items: readonly Item[]): readonly Item[] {
  const folded: Item[] = [];
  let open: ToolItem[] = [];
  const close = () => {
    if (open.length >= LEAST) folded.push({ type: "streak", items: open });
    else for (const item of open) folded.push(item);
    open = [];
  };
  for (const item of items) {
    if (item.type === "tool" && isFoldable(item)) {
      if (open[0]?.call?.runId !== item.call?.runId) close();
      open.push(item);
    } else {
      close();
      folded.push(item);
    }
  }
  close();
  return folded;
}

function isFoldable({ call, result, failed, delegations }: ToolItem): boolean {
  if (call === undefined || result === undefined || failed || delegations.length > 0) return false;
  return call.restricted === undefined && result.restricted === undefined && onlyLooks(call);
}
