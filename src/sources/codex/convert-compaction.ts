import type { Summary } from "../../model/index.ts";
import { isJsonObject, type JsonObject, textMember } from "../support/values.ts";
import { replacementOf } from "./compaction.ts";
import type { Context, Draft } from "./context.ts";
import { convertItem } from "./convert-item.ts";
import { type Item, readItem } from "./items.ts";

/** A compaction, and what of its replacement history stands nowhere before. Nothing is gone: the lines are still there. */
export function convertCompaction(
  value: JsonObject,
  context: Context,
  summary: (text: string) => Summary,
): readonly Draft[] {
  const items = replacementOf(value);
  const fresh = context.plan.compactions.get(context.line) ?? new Set();
  const read = items.map((item) =>
    isJsonObject(item) ? readItem(textMember(item, "type") ?? "message", item) : undefined,
  );
  const message = textMember(value, "message") ?? "";
  const summaries = [
    ...(message === "" ? [] : [message]),
    ...read.flatMap((item, at) => (fresh.has(at) && isSummary(item) ? [item.text] : [])),
  ];
  const encrypted = read.filter((item) => item?.type === "encrypted summary").length;
  const kept = items.length - fresh.size;
  const others = read.flatMap((item, at): readonly Draft[] => {
    if (!fresh.has(at) || isSummary(item) || item?.type === "encrypted summary") return [];
    return (item === undefined ? undefined : convertItem(item, context)) ?? [unread(items[at])];
  });
  const says = sayCompaction({
    items: items.length,
    kept,
    encrypted,
    summaries: summaries.length,
    others: others.length,
  });
  return [{ type: "compaction", summaries: summaries.map(summary), says }, ...others];
}

/** What was written to stand for the history: words for the model that Codex did not put there as its surroundings. */
function isSummary(item: Item | undefined): item is Extract<Item, { type: "input" }> {
  return item?.type === "input" && item.kind.type === "typed" && item.parts.every((part) => part.type === "text");
}

function unread(value: unknown): Draft {
  return { type: "message", role: "system", parts: [{ type: "json", value }], input: { kind: "context" } };
}

function sayCompaction(count: {
  items: number;
  kept: number;
  encrypted: number;
  summaries: number;
  others: number;
}): string {
  if (count.items === 0) return "The context was compacted. What the model went on with in its place is not recorded.";
  const rest = [
    ...(count.kept > 0 ? [`${count.kept} of them copies of rows above`] : []),
    ...(count.summaries > 0 ? [`${count.summaries} written as a summary`] : []),
    ...(count.others > 0 ? [`${count.others} new, shown below`] : []),
    ...(count.encrypted > 0 ? [`${count.encrypted} encrypted, for its provider alone`] : []),
  ];
  return `The context was compacted. In place of the rows above the model went on with ${count.items} items: ${rest.join(", ")}.`;
}
