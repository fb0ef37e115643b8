import type { Ledger, ReplyStart } from "./ledger.ts";
import { fuller } from "./usage.ts";

/**
 * Lines of one reply share its id, repeat its usage and may stand between results. The first begins the reply and
 * carries what is counted once.
 */
export function markReplies(ledger: Ledger): void {
  let current: ReplyStart | undefined;
  let retries = 0;
  for (const { facts, about, fate } of ledger.lines) {
    if (fate !== undefined) continue;
    const { detail } = facts;
    if (detail?.type === "system" && detail.isRetry) retries += 1;
    if (detail?.type !== "reply" || detail.isApiError) continue;
    if (current === undefined || detail.key === undefined || current.key !== detail.key) {
      current = { retries, ...(detail.key === undefined ? {} : { key: detail.key }) };
      about.reply = current;
      retries = 0;
    }
    const usage = fuller(current.usage, detail.usage);
    if (usage !== undefined) current.usage = usage;
    if (detail.stop !== undefined) current.finish = detail.stop;
  }
}
