import { STRIP_KINDS, type StripKind, type StripTick, type StripView } from "./strip-view.ts";
import type { Entry, Survey } from "./surveyed.ts";
import type { FailureNeighbours, LabelledRow } from "./view.ts";

/** Ticks that a strip has at most; each stands for one row while there are fewer rows. */
const TICKS = 180;

/** The strip of these entries of a Task; absent where there are none. */
export function strip(survey: Survey, entries: readonly Entry[], whole: boolean): StripView | undefined {
  const failed = new Set(survey.failures.map(({ itemId }) => itemId));
  const shown = entries.filter(({ joins }) => joins === undefined);
  if (shown.length === 0) return undefined;
  const withheldResult = new Set(entries.flatMap(({ joins, restricted }) => (joins && restricted ? [joins] : [])));
  const counts = { gap: 0, failure: 0, withheld: 0, input: 0, answer: 0, tool: 0, reasoning: 0, other: 0 };
  const kinds = shown.map((entry) => {
    const kind = kindOf(entry, failed.has(entry.itemId), withheldResult.has(entry.itemId));
    counts[kind] += 1;
    return kind;
  });
  const each = Math.ceil(shown.length / TICKS);
  const ticks: StripTick[] = [];
  for (let from = 0; from < shown.length; from += each) {
    const group = shown.slice(from, from + each);
    const ranks = kinds.slice(from, from + each).map((kind) => STRIP_KINDS.indexOf(kind));
    const rank = Math.min(...ranks);
    const telling = group[ranks.indexOf(rank)];
    const [first, last] = [group[0], group[group.length - 1]];
    if (!telling || !first || !last) continue;
    ticks.push({
      kind: STRIP_KINDS[rank] ?? "other",
      at: { ref: { taskId: survey.taskId, itemId: telling.itemId }, label: telling.label },
      rows: group.length,
      ...(group.length > 1 && { span: [first.label, last.label] as const }),
      failed: ranks.filter((one) => STRIP_KINDS[one] === "failure").length,
      ...(group.length === 1 && telling.tool !== undefined && { tool: telling.tool }),
    });
  }
  return { ticks, counts, whole };
}

function kindOf({ type, restricted, input }: Entry, failed: boolean, withheldResult: boolean): StripKind {
  if (type === "gap") return "gap";
  if (failed) return "failure";
  if (restricted || withheldResult) return "withheld";
  switch (type) {
    case "message":
      return input ? "input" : "answer";
    case "tool-call":
    case "tool-result":
      return "tool";
    case "reasoning":
      return "reasoning";
    default:
      return "other";
  }
}

/** The failures before and after each one, in the order of the ledger. */
export function failureNeighbours(survey: Survey): ReadonlyMap<string, FailureNeighbours> {
  const failed = new Set(survey.failures.map(({ itemId }) => itemId));
  const rows = survey.entries
    .filter(({ itemId }) => failed.has(itemId))
    .map(({ itemId, label }): LabelledRow => ({ ref: { taskId: survey.taskId, itemId }, label }));
  return new Map(
    rows.map((row, at) => {
      const [previous, next] = [rows[at - 1], rows[at + 1]];
      return [row.ref.itemId, { ...(previous && { previous }), ...(next && { next }) }];
    }),
  );
}
