import { present } from "../support/values.ts";
import type { CallEvent } from "./call-events.ts";
import { digestOf } from "./digest.ts";
import type { Plan, Quiet, ResultFacts } from "./facts.ts";
import type { Output } from "./outputs.ts";

/** Pairs what the interface was told of calls with the rows of those calls, by call id. */
export interface Joins {
  /** `session`: the running process that the call reads on from. */
  call(id: string, line: number, session?: string): void;
  result(id: string, line: number, output: Output): void;
  event(id: string, event: CallEvent): void;
  close(): Pick<Plan, "results"> & { readonly quiet: ReadonlyMap<number, Quiet> };
}

interface ResultSeen {
  readonly line: number;
  readonly body: string;
  /** The process that ran on when this result was given. */
  readonly session?: string;
}

export function joinCalls(): Joins {
  const calls = new Map<string, { readonly line: number; readonly session?: string }>();
  const results = new Map<string, ResultSeen[]>();
  const events = new Map<string, CallEvent[]>();
  const ends = new Map<string, number>();
  return {
    call(id, line, session) {
      if (!calls.has(id)) calls.set(id, present({ line, session }));
    },
    result(id, line, output) {
      push(results, id, present({ line, body: digestOf(output.body), session: output.session }));
      const session = calls.get(id)?.session;
      if (session !== undefined && output.exitCode !== undefined) ends.set(session, line);
    },
    event: (id, event) => push(events, id, event),
    close() {
      const quiet = new Map<number, Quiet>();
      const facts = new Map<number, ResultFacts>();
      for (const [id, told] of events) {
        for (const { event, to, result } of settle(id, told)) {
          quiet.set(event.at.line, { type: "joined", to });
          if (result !== undefined) facts.set(result.line, { ...facts.get(result.line), ...factsOf(event, result) });
        }
      }
      return { quiet, results: facts };
    },
  };

  /** The line whose row an event's facts stand on. What no result says has a row of its own, so it is left out here. */
  function* settle(
    id: string,
    told: readonly CallEvent[],
  ): Iterable<{ event: CallEvent; to: number; result?: ResultSeen }> {
    const answers = results.get(id) ?? [];
    const call = calls.get(id)?.line;
    let ended = 0;
    for (const event of told) {
      if (!event.ends) {
        if (call !== undefined) yield { event, to: call };
        continue;
      }
      // An id that was used again has its events and results in the same order.
      const result = answers[Math.min(ended, answers.length - 1)];
      ended += 1;
      if (result?.session !== undefined) {
        // The process ran on: how it ended belongs to the result that saw it end.
        const end =
          event.process === undefined || event.process === result.session ? ends.get(result.session) : undefined;
        if (end !== undefined) yield { event, to: end };
      } else if (result !== undefined) yield { event, to: result.line, result };
    }
  }
}

function factsOf({ facts, output, richer, at }: CallEvent, result: ResultSeen): ResultFacts {
  const same = output === undefined || output === result.body;
  return same && !richer ? facts : { ...facts, more: at };
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
