import type { Usage } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member } from "../support/values.ts";

/** What one `token_count` says. */
export interface TokenCount {
  /** Of the whole session up to here. */
  readonly total: Usage;
  /** Of the newest reply. */
  readonly last?: Usage;
}

/** `undefined` where it holds no counters, as when only rate limits are told. */
export function readTokenCount(event: JsonObject): TokenCount | undefined {
  const info = member(event, "info");
  if (!isJsonObject(info)) return undefined;
  const total = countersOf(member(info, "total_token_usage"));
  if (total === undefined) return undefined;
  const last = countersOf(member(info, "last_token_usage"));
  const window = member(info, "model_context_window");
  if (last === undefined) return { total };
  return {
    total,
    last: Number.isSafeInteger(window) && Number(window) > 0 ? { ...last, context_window: Number(window) } : last,
  };
}

export function sameUsage(a: Usage, b: Usage): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** What was used since `base`; `undefined` where a counter went back, so that the two cannot be compared. */
export function usedSince(total: Usage, base: Usage | undefined): Usage | undefined {
  if (base === undefined) return total;
  const used = Object.entries(total).map(([name, count]) => [name, count - (base[name] ?? 0)] as const);
  return used.every(([, count]) => count >= 0) ? Object.fromEntries(used) : undefined;
}

function countersOf(value: unknown): Usage | undefined {
  if (!isJsonObject(value)) return undefined;
  const counters = Object.entries(value).filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
  );
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}
