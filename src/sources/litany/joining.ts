import { groupBy } from "../support/group.ts";
import type { EntryFacts } from "./facts.ts";
import type { StepFacts } from "./steps.ts";

/**
 * Which step produced which model entry, by the entry's name. Joined by ids of tool calls, else by equal words; never by
 * position, which compaction, forks and failed steps shift. What is ambiguous stays unjoined.
 */
export function joinSteps(entries: readonly EntryFacts[], steps: readonly StepFacts[]): ReadonlyMap<string, StepFacts> {
  const joined = new Map<string, StepFacts>();
  const taken = new Set<StepFacts>();
  const replies = entries.filter((entry) => entry.type === "model");
  // The last of each list is the first in order, for an id that repeats in a damaged transcript is joined in order.
  const byCall = groupBy(replies.toReversed(), (entry) => entry.calls.map((call) => call.id));
  for (const step of steps) {
    const entry = step.callIds.map((id) => nextFree(byCall.get(id))).find((candidate) => candidate !== undefined);
    if (entry !== undefined) join(entry, step);
  }
  const words = (thing: { said?: string }) => (thing.said === undefined ? [] : [thing.said]);
  const bySaid = groupBy(
    replies.filter((entry) => !joined.has(entry.name)),
    words,
  );
  const stepsBySaid = groupBy(
    steps.filter((step) => !taken.has(step) && step.framing !== "failed"),
    words,
  );
  for (const [said, same] of stepsBySaid) {
    const group = bySaid.get(said) ?? [];
    // The same words several times: in order where every step has its entry, else nothing tells which is which.
    if (group.length === same.length) for (const [at, step] of same.entries()) join(group[at], step);
  }
  return joined;

  function nextFree(candidates: EntryFacts[] | undefined): EntryFacts | undefined {
    while (candidates !== undefined && joined.has(candidates.at(-1)?.name ?? "")) candidates.pop();
    return candidates?.at(-1);
  }

  function join(entry: EntryFacts | undefined, step: StepFacts): void {
    if (entry === undefined) return;
    joined.set(entry.name, step);
    taken.add(step);
  }
}
