import type { Gap, Row, Usage } from "../model/index.ts";
import { isReply } from "./row-text.ts";
import type { TaskCounts } from "./view.ts";

/** Sums over one ledger, row by row. Inherited rows are counted apart and add to nothing else. */
export function createCounter(gaps: readonly Gap[]) {
  const usage = new Map<string, number>();
  const models = new Set<string>();
  const sums = { rows: 0, messages: 0, reasoning: 0, toolCalls: 0, failedCalls: 0, inheritedRows: 0 };
  let repliesWithUsage = 0;
  let replyTurns = 0;
  let turns = 0;
  let lastTurn = -1;
  let lastReplyTurn = -1;
  return {
    add(row: Row): void {
      sums.rows += 1;
      if (row.inheritedFrom) {
        sums.inheritedRows += 1;
        return;
      }
      if (row.turnIndex !== lastTurn) {
        lastTurn = row.turnIndex;
        turns += 1;
      }
      if (isReply(row)) {
        if (row.model !== undefined) models.add(row.model);
        if (row.turnIndex !== lastReplyTurn) {
          lastReplyTurn = row.turnIndex;
          replyTurns += 1;
        }
      }
      if (row.usage) {
        repliesWithUsage += 1;
        addUsage(usage, row.usage);
      }
      if (row.type === "message") sums.messages += 1;
      if (row.type === "reasoning") sums.reasoning += 1;
      if (row.type === "tool-call") sums.toolCalls += 1;
    },
    failedCall(): void {
      sums.failedCalls += 1;
    },
    counts(): TaskCounts {
      return {
        ...sums,
        turns,
        gaps: gaps.length,
        usage: Object.fromEntries(usage),
        usageAtLeast: usage.size > 0 && (gaps.length > 0 || repliesWithUsage < replyTurns),
        models: [...models],
      };
    },
  };
}

// A size is not a counter: it is the same for every reply and must not be summed.
const SIZES: ReadonlySet<string> = new Set(["context_window"]);

function addUsage(sums: Map<string, number>, usage: Usage): void {
  for (const [name, value] of Object.entries(usage)) {
    if (!SIZES.has(name)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
}
