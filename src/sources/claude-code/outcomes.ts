import type { TaskResult } from "../../model/index.ts";
import { partsIn, readOutput } from "./blocks.ts";
import { resultItem } from "./calls.ts";
import { type Child, reportsOn } from "./edges.ts";
import { itemOf, type Ledger, type Line, shownLines } from "./ledger.ts";
import { entryAt } from "./repeats.ts";
import type { Tail } from "./tail.ts";
import { commandInEntry, promptIn } from "./titles.ts";
import type { Household } from "./workspace.ts";

/** Its own last answer, where its last turn is one. */
export function answerOf(root: string, ledger: Ledger, { last, isWaiting, answer }: Tail): TaskResult | undefined {
  if (last !== "reply" || isWaiting || answer === undefined) return undefined;
  const entry = entryAt(root, answer.line);
  const parts = entry?.type === "reply" ? partsIn(entry.blocks) : [];
  return { parts, row: { taskId: ledger.taskId, itemId: itemOf(answer.line, answer.block) } };
}

/** What its caller received of it, where its own record is not here or has no answer. */
export function returnedResult(root: string, household: Household, child: Child): TaskResult | undefined {
  const report = reportsOn(child, household).findLast(({ notification }) => notification.result !== undefined);
  if (report?.notification.result !== undefined) {
    const { taskId, itemId } = report;
    return { parts: [{ type: "text", text: report.notification.result }], row: { taskId, itemId } };
  }
  const call = child.agent?.workflow === undefined ? child.link?.call : undefined;
  if (call?.result === undefined || call.result.facts.isAck) return undefined;
  const { result } = call;
  const entry = entryAt(root, result.line);
  const block = entry?.type === "user" ? entry.blocks?.[result.facts.block - 1] : undefined;
  const parts = block?.type === "result" ? readOutput(block.content) : [];
  return { parts, row: { taskId: call.taskId, itemId: resultItem(result) } };
}

export function promptOf(root: string, { firstPrompt }: Tail): string | undefined {
  return firstPrompt === undefined ? undefined : promptIn(entryAt(root, firstPrompt));
}

/** The first command that was typed, for a session in which nothing else was. */
export function commandOf(root: string, ledger: Ledger): string | undefined {
  const typed = shownLines(ledger).find(
    ({ facts: { detail } }) => detail?.type === "user" && detail.voice === "machine" && !detail.isMeta,
  );
  return typed === undefined ? undefined : commandInEntry(entryAt(root, typed));
}

export function replyText(root: string, line: Line): string | undefined {
  const entry = entryAt(root, line);
  const parts = entry?.type === "reply" ? partsIn(entry.blocks) : [];
  const [first] = parts;
  return first?.type === "text" ? first.text : undefined;
}
