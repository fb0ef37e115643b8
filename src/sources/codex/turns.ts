import type { Usage } from "../../model/index.ts";
import type { Quiet } from "./facts.ts";
import { sameUsage, type TokenCount, usedSince } from "./usage.ts";

/** What a line that can have rows, or counts tokens, does to the order of turns. */
export interface Mark {
  readonly line: number;
  readonly what: "reply" | "result" | "input" | "compaction" | "other" | "count" | "rollback" | "begin" | "end";
  /** An input that a person typed. */
  readonly typed?: true;
  /** A message of the model that can be its answer. */
  readonly answer?: true;
  readonly inherited?: true;
  readonly count?: TokenCount;
  /** Turns that a rollback takes back. */
  readonly turns?: number;
}

export interface Turns {
  readonly turnStarts: ReadonlySet<number>;
  readonly usage: ReadonlyMap<number, Usage>;
  /** Where each count of tokens went. */
  readonly counts: ReadonlyMap<number, Quiet>;
  readonly cleared: readonly { readonly from: number; readonly to: number }[];
  readonly firstTyped?: number;
  readonly steering: ReadonlySet<number>;
  readonly lastRow?: "reply" | "answer" | "result" | "input" | "other";
  /** Tokens of the whole session, without those of a copied history. */
  readonly total?: Usage;
}

/**
 * Goes over the marks of all lines that have rows. A turn is one reply of the model with the inputs before it and the
 * results of its calls. A reply ends where a result, an input or a new count of tokens stands.
 */
export function countTurns(marks: readonly Mark[]): Turns {
  const turnStarts = new Set<number>();
  const usage = new Map<number, Usage>();
  const counts = new Map<number, Quiet>();
  const cleared: { from: number; to: number }[] = [];
  const steering = new Set<number>();
  const typed: number[] = [];
  let firstTyped: number | undefined;
  let reply: { readonly line: number; closed: boolean } | undefined;
  const tokens: { newest?: { readonly line: number; readonly total: Usage }; base?: Usage } = {};
  let lastRow: Turns["lastRow"];
  // What is typed after the model began to answer, and before it is done, steers a turn that runs.
  let turn: "closed" | "begun" | "answering" = "closed";
  for (const mark of marks) {
    const { line } = mark;
    switch (mark.what) {
      case "reply":
        if (reply?.closed === true) turnStarts.add(line);
        if (reply === undefined || reply.closed) reply = { line, closed: false };
        if (turn === "begun") turn = "answering";
        lastRow = mark.answer === true ? "answer" : "reply";
        break;
      case "input":
        if (reply !== undefined) turnStarts.add(line);
        reply = undefined;
        lastRow = "input";
        if (mark.typed === true) {
          typed.push(line);
          if (mark.inherited !== true) {
            if (turn === "answering") steering.add(line);
            firstTyped ??= line;
          }
        }
        break;
      case "result":
        if (reply !== undefined) reply.closed = true;
        lastRow = "result";
        break;
      case "compaction":
        if (reply !== undefined) reply.closed = true;
        break;
      case "begin":
        turn = "begun";
        break;
      case "end":
        turn = "closed";
        break;
      case "other":
        break;
      case "count":
        if (mark.count !== undefined) counts.set(line, count(mark, mark.count));
        break;
      case "rollback": {
        const from = typed.splice(Math.max(0, typed.length - (mark.turns ?? 0)))[0];
        if (from === undefined) break;
        // A later rollback reaches back over earlier ones, so ranges stay apart and in order.
        while ((cleared.at(-1)?.from ?? -1) >= from) cleared.pop();
        cleared.push({ from, to: line });
      }
    }
  }
  const total = tokens.newest === undefined ? undefined : usedSince(tokens.newest.total, tokens.base);
  return {
    turnStarts,
    usage,
    counts,
    cleared,
    steering,
    ...(firstTyped === undefined ? {} : { firstTyped }),
    ...(lastRow === undefined ? {} : { lastRow }),
    ...(total === undefined ? {} : { total }),
  };

  function count({ line, inherited }: Mark, { total, last }: TokenCount): Quiet {
    const before = tokens.newest;
    if (before !== undefined && sameUsage(before.total, total)) return { type: "repeated", of: before.line };
    tokens.newest = { line, total };
    if (inherited === true) tokens.base = total;
    if (reply === undefined || usage.has(reply.line) || last === undefined) return { type: "joined", to: "task" };
    usage.set(reply.line, last);
    reply.closed = true;
    return { type: "joined", to: reply.line };
  }
}
