import type { Usage } from "../../model/index.ts";
import type { JsonObject } from "../support/values.ts";
import { isJsonObject, member } from "../support/values.ts";

/** Counters under their own names, those that a writer keeps under `extra` too; sums of money are no counters. */
export function readUsage(metrics: JsonObject | undefined): Usage | undefined {
  if (metrics === undefined) return undefined;
  const extra = member(metrics, "extra");
  const counters = [...(isJsonObject(extra) ? Object.entries(extra) : []), ...Object.entries(metrics)].filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
  );
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}

/** A cost in US dollars, as it is recorded. */
export function costOf(metrics: JsonObject | undefined, name: string): string | undefined {
  const cost = metrics === undefined ? undefined : member(metrics, name);
  return typeof cost === "number" && cost !== 0 ? `${cost} USD` : undefined;
}
