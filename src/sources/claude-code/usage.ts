import type { Usage } from "../../model/index.ts";
import { isJsonObject } from "../support/values.ts";

/** Whole counters under the provider's own names. Nested objects only split up what these sum. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJsonObject(value)) return undefined;
  const counters = Object.entries(value).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === "number" && Number.isSafeInteger(entry[1]) && entry[1] >= 0,
  );
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}

/** Lines of one reply repeat its usage while it grows; the one with the most output is the reply's. */
export function fuller(known: Usage | undefined, next: Usage | undefined): Usage | undefined {
  if (known === undefined || next === undefined) return next ?? known;
  return (next.output_tokens ?? 0) >= (known.output_tokens ?? 0) ? next : known;
}
