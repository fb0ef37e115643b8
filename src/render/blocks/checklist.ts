import type { Room } from "../../projection/index.ts";
import type { Block, ChecklistItem } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, text } from "../html.ts";
import { cutEnd, once, shortened, writeWithin } from "../shorten.ts";
import { blockTitle, frame } from "./parts.ts";

/** A shape for each state; the word beside it says the same. */
const SHAPES: Readonly<Record<ChecklistItem["state"], string>> = { done: "☑", active: "▶", open: "☐", gone: "☒" };

/** Things to do or to choose from, and how each stands. */
export function renderChecklist(
  { items, title }: Block & { type: "checklist" },
  context: BlockContext,
  room: Room,
): Html {
  const total = items.reduce((sum, item) => sum + lengthOf(item), 0);
  const all = once(() => context.attachments.text(items.map(checklistLine).join("\n")));
  return writeWithin(total, room, context, (budget) => {
    const shown = beginning(items, budget);
    const length = shown.reduce((sum, item) => sum + lengthOf(item), 0);
    return frame(context, [
      blockTitle(title, context),
      context.templates.render("blocks/checklist", { items: shown.map(written) }),
      shortened(length, total, all, context),
    ]);
  });
}

/** One item as plain text. */
export function checklistLine({ text: words, state, word, change = "" }: ChecklistItem): string {
  const told = [word, change].filter((part) => part !== "").join(", ");
  return `${SHAPES[state]} ${words}${told === "" ? "" : ` (${told})`}`;
}

function written({ text: words, state, word, change = "" }: ChecklistItem) {
  return {
    state,
    shape: SHAPES[state],
    text: text(words),
    word: text(word),
    change: text(change),
    changed: change !== "",
  };
}

function beginning(items: readonly ChecklistItem[], budget: number): ChecklistItem[] {
  const shown: ChecklistItem[] = [];
  let left = budget;
  for (const item of items) {
    if (left < lengthOf(item)) {
      const { head } = cutEnd(item.text, Math.max(0, left - (lengthOf(item) - item.text.length)));
      if (head > 0) shown.push({ ...item, text: item.text.slice(0, head) });
      break;
    }
    left -= lengthOf(item);
    shown.push(item);
  }
  return shown;
}

// An item weighs at least one, so that items without text are counted as well.
function lengthOf({ text: words, word, change = "" }: ChecklistItem): number {
  return words.length + word.length + change.length + 1;
}
