import type { Graph } from "./graph.ts";
import { instant } from "./instant.ts";
import type { TaskFacts, TimelineView } from "./view.ts";

/** Bars that a timeline has at most. */
const BARS = 40;

/** When Tasks ran, where times are recorded with their zone; absent where there are none. */
export function timeline(graph: Graph): TimelineView | undefined {
  const timed = graph.tasks.flatMap((facts) => {
    const { task } = facts;
    const from = task.restricted ? undefined : instant(task.startedAt ?? task.createdAt);
    if (from === undefined) return [];
    const ended = instant(task.endedAt);
    const last = ended ?? graph.survey(task.id)?.lastAt ?? from;
    return [
      { facts, from, to: Math.max(from, last), end: ended === undefined ? ("none" as const) : ("recorded" as const) },
    ];
  });
  if (timed.length === 0) return undefined;
  const shown = new Set(nearest(timed));
  const bars = timed.filter((bar) => shown.has(bar));
  const from = bars.reduce((least, bar) => Math.min(least, bar.from), Number.POSITIVE_INFINITY);
  const to = bars.reduce((most, bar) => Math.max(most, bar.to), 0);
  const part = (at: number) => (to === from ? 0 : (at - from) / (to - from));
  return {
    bars: bars.map((bar) => ({ ...bar, from: part(bar.from), to: part(bar.to) })),
    from,
    to,
    notDrawn: timed.length - bars.length,
    untimed: graph.tasks.length - timed.length,
  };
}

/** What failed, then level by level. */
function nearest<T extends { readonly facts: TaskFacts }>(timed: readonly T[]): readonly T[] {
  if (timed.length <= BARS) return timed;
  const rank = ({ facts }: T) =>
    facts.task.status.word === "failed" || facts.task.status.word === "timed_out" ? -1 : facts.depth;
  return [...timed].sort((a, b) => rank(a) - rank(b)).slice(0, BARS);
}
