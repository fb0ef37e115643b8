import type { AbsenceKind, TaskFacts } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { linkTo } from "../parts/links.ts";
import { statusBadge, statusWords } from "../parts/status.ts";
import { count, duration, oneLine } from "../words.ts";

const TITLE = 90;
/** Deeper levels are indented no further; their number is said. */
const DEEPEST = 5;

export interface TableEntry {
  readonly heading?: string;
  readonly facts: TaskFacts;
}

/** Tasks one a line, in the order given. `tree` indents them by depth. */
export function taskTable(desk: Desk, entries: readonly TableEntry[], { tree }: { readonly tree: boolean }): Html {
  const helpers = entries.filter(({ facts }) => folds(facts)).length;
  return desk.fill("pages/task-table", {
    helpers: helpers === 0 ? "" : count(helpers),
    rows: entries.map(({ heading, facts }) => ({
      heading: heading === undefined ? undefined : text(statusHeading(heading)),
      depth: tree ? Math.min(facts.depth, DEEPEST) : 0,
      level: tree && facts.depth > 0 ? `level ${facts.depth + 1}: ` : "",
      task: linkTo(desk, { ...facts.task, title: oneLine(facts.task.title, TITLE) }),
      helper: facts.task.helper !== undefined,
      folds: folds(facts),
      badge: statusBadge(desk, facts.task.status.word),
      absent: facts.task.record === "absent",
      ...numbers(facts),
      lacks: lacksWords(facts),
    })),
  });
}

/** A helper can be folded away, unless its line is there to say that its record is not. */
function folds({ task }: TaskFacts): boolean {
  return task.helper !== undefined && task.record === "present";
}

function statusHeading(heading: string): string {
  return heading === "timed_out" ? statusWords("timed_out") : heading;
}

function numbers({ counts, durationMs }: TaskFacts) {
  const out = counts.usage.output_tokens;
  return {
    turns: count(counts.turns),
    tools: count(counts.toolCalls) + (counts.failedCalls === 0 ? "" : `, ${count(counts.failedCalls)} failed`),
    duration: durationMs === undefined ? "" : duration(durationMs),
    tokens: out === undefined ? "" : (counts.usageAtLeast ? "at least " : "") + count(out),
  };
}

/** `2 compacted, 1 missing`; places by kind. */
export function lacksWords({ absences }: TaskFacts): string {
  const sums = new Map<AbsenceKind, number>();
  for (const { kind, at } of absences) sums.set(kind, (sums.get(kind) ?? 0) + Math.max(1, at.length));
  if (sums.size === 0) return "nothing";
  return Array.from(sums, ([kind, places]) => `${count(places)} ${kind}`).join(", ");
}
