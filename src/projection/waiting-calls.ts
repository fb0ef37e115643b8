import type { ItemId, Task, ToolCallRow, ToolResultRow } from "../model/index.ts";
import type { DelegationView, ListChange, NoResult, RawPayload, Room } from "./items.ts";

/** A call whose result has not come yet, held until it does. */
export interface WaitingCall {
  readonly row: ToolCallRow;
  readonly rawCall: RawPayload | undefined;
  readonly delegations: readonly DelegationView[];
  readonly listChange: ListChange | undefined;
  readonly cost: Room;
}

/**
 * Pairs results with calls over one ledger: each result answers the first unanswered call of its id, wherever that lies.
 * What follows a waiting call decides why it has no result, should none come.
 */
export function createWaitingCalls() {
  const byId = new Map<string, WaitingCall[]>();
  const fates = new Map<ItemId, NoResult>();
  // Calls that nothing decisive has followed yet. Each leaves this list once, so the whole stays linear.
  let undecided: WaitingCall[] = [];
  const decide = (calls: readonly WaitingCall[], fate: NoResult) => {
    for (const call of calls) if (!fates.has(call.row.itemId)) fates.set(call.row.itemId, fate);
  };
  return {
    open(call: WaitingCall): void {
      const queue = byId.get(call.row.toolCallId);
      if (queue) queue.push(call);
      else byId.set(call.row.toolCallId, [call]);
      if (call.row.providerSide) decide([call], "provider side");
      else undecided.push(call);
    },
    answer(result: ToolResultRow): WaitingCall | undefined {
      return byId.get(result.toolCallId)?.shift();
    },
    passGap(): void {
      decide(undecided, "in a gap");
      undecided = [];
    },
    /** A reply began in this turn: calls of earlier turns no longer wait. */
    passReply(turnIndex: number): void {
      if (undecided.length === 0) return;
      decide(
        undecided.filter((call) => call.row.turnIndex < turnIndex),
        "interrupted",
      );
      undecided = undecided.filter((call) => call.row.turnIndex >= turnIndex);
    },
    /** Exactly one reason for every call that was never answered. */
    reasons(task: Task): ReadonlyMap<ItemId, NoResult> {
      const ended = task.status.word !== "running" && task.status.word !== "unknown";
      const reasons = new Map<ItemId, NoResult>();
      for (const queue of byId.values()) {
        for (const { row } of queue) {
          reasons.set(row.itemId, fates.get(row.itemId) ?? (ended ? "task ended first" : "running at copy time"));
        }
      }
      return reasons;
    },
  };
}
