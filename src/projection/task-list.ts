import { STATUS_WORDS } from "../model/index.ts";
import type { Graph } from "./graph.ts";
import type { TaskFacts, TaskListView } from "./view.ts";

type Entries = TaskListView["entries"];

/** Every Task, as the tree has them. */
export function asTree(graph: Graph): Entries {
  return graph.tasks.map((facts) => ({ facts }));
}

/** Every Task by status word, in the order of STATUS_WORDS, then as the tree has them. */
export function byStatus(graph: Graph): Entries {
  return STATUS_WORDS.flatMap((word) =>
    grouped(
      graph.tasks.filter(({ task }) => task.status.word === word),
      () => word,
    ),
  );
}

/** Every Task by title. Order and letters go by code unit after folding case, the same on every machine. */
export function byTitle(graph: Graph): Entries {
  const keyed = graph.tasks.map((facts) => ({ facts, key: facts.task.title.toLowerCase() }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.facts.task.id < b.facts.task.id ? -1 : 1));
  return grouped(
    keyed.map(({ facts }) => facts),
    ({ task }) => letter(task.title),
  );
}

/** `A` to `Z`, or `other`. */
function letter(title: string): string {
  const first = title.slice(0, 1).toUpperCase();
  return first >= "A" && first <= "Z" ? first : "other";
}

function grouped(tasks: readonly TaskFacts[], headingOf: (facts: TaskFacts) => string): Entries {
  let last: string | undefined;
  return tasks.map((facts) => {
    const heading = headingOf(facts);
    const opens = heading !== last;
    last = heading;
    return opens ? { heading, facts } : { facts };
  });
}
