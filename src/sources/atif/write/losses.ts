/** What could not be written, counted while writing. */
export interface Losses {
  add(what: Loss, count?: number): void;
  /** One sentence for each kind of loss that there was. */
  sentences(): readonly string[];
}

const SENTENCES = {
  statuses: (n) =>
    `ATIF has no status: how ${n} ${many(n, "Task", "Tasks")} ended, and how that is known, is left out.`,
  absent: (n) =>
    `${n} ${many(n, "Task", "Tasks")} without a transcript here ${many(n, "has", "have")} no file; references name ${many(n, "it", "them")} by id.`,
  gaps: (n) =>
    `ATIF cannot say that something is missing: ${n} ${many(n, "gap is", "gaps are")} left out, with summaries that stand there.`,
  stored: (n) =>
    `ATIF holds only what the model saw: ${n} stored ${many(n, "message", "messages")} that it never saw ${many(n, "is", "are")} left out.`,
  notices: (n) =>
    `${n} ${many(n, "notice", "notices")} of the run, such as errors and settings, ${many(n, "has", "have")} no place and ${many(n, "is", "are")} left out.`,
  raw: (n) => `${n} ${many(n, "row", "rows")} that could not be read ${many(n, "is", "are")} left out.`,
  withheld: (n) => `${n} withheld ${many(n, "row stands", "rows stand")} as the word "[withheld]" alone.`,
  reasoning: (n) =>
    `ATIF cannot say that a provider keeps reasoning to itself: ${n} such ${many(n, "row is", "rows are")} left out or stand as plain reasoning.`,
  senders: (n) =>
    `ATIF knows system, user and agent alone: who sent ${n} ${many(n, "message", "messages")}, and how, is left out.`,
  outcomes: (n) =>
    `ATIF has no flag for errors and no exit codes: those of ${n} ${many(n, "result", "results")} are left out.`,
  timing: (n) => `How long ${n} ${many(n, "call or reply", "calls and replies")} took has no place and is left out.`,
  calls: (n) =>
    `Facts of ${n} model ${many(n, "call", "calls")}, such as attempts and why it stopped, have no place and are left out.`,
  completed: (n) =>
    `Of ${n} ${many(n, "result", "results")} only what the model was given is written, not what completes or structures it.`,
  orphans: (n) =>
    `A result needs its call: ${n} ${many(n, "result", "results")} without one ${many(n, "stands", "stand")} as the system's words.`,
  moved: (n) => `A result stands in the step of its call: ${n} that came later ${many(n, "is", "are")} moved there.`,
  split: (n) =>
    `A step has reasoning, then words, then calls: ${n} ${many(n, "reply", "replies")} in another order ${many(n, "is", "are")} split into several steps.`,
  merged: (n) =>
    `A step has one reasoning and one message: ${n} ${many(n, "row is", "rows are")} merged with the one before.`,
  times: (n) => `A step has one time: the own times of ${n} ${many(n, "row", "rows")} are left out.`,
  copied: (n) =>
    `ATIF marks copied steps, but not what they repeat: that of ${n} ${many(n, "row", "rows")} is left out.`,
  cleared: (n) => `That ${n} ${many(n, "row was", "rows were")} later cleared from the model's context is left out.`,
  runs: (n) =>
    `${n} ${many(n, "boundary", "boundaries")} between runs ${many(n, "has", "have")} no place and ${many(n, "is", "are")} left out.`,
  provider: (n) => `That the provider itself ran ${n} ${many(n, "call", "calls")} is left out.`,
  inputs: (n) =>
    `Arguments have to be an object: ${n} ${many(n, "input stands", "inputs stand")} under the name "input".`,
  waited: (n) =>
    `ATIF tells who was started, not who was waited for: ${n} such ${many(n, "link is", "links are")} left out.`,
  unlinked: (n) =>
    `A link stands with the result of its call: ${n} ${many(n, "child", "children")} of calls without one ${many(n, "is", "are")} linked by ${many(n, "its", "their")} own head at most.`,
  returns: (n) =>
    `${n} ${many(n, "row", "rows")} where a child came back, other than its call's result, ${many(n, "is", "are")} not linked to it.`,
  content: (n) => `ATIF content is text and images: ${n} other ${many(n, "piece stands", "pieces stand")} as text.`,
} satisfies Readonly<Record<string, (count: number) => string>>;

export type Loss = keyof typeof SENTENCES;

export function countLosses(): Losses {
  const counts = new Map<Loss, number>();
  return {
    add(what, count = 1) {
      if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
    },
    sentences: () =>
      Object.entries(SENTENCES).flatMap(([what, say]) => {
        const count = counts.get(what as Loss);
        return count === undefined ? [] : [say(count)];
      }),
  };
}

function many(count: number, one: string, more: string): string {
  return count === 1 ? one : more;
}
