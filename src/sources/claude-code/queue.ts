import { append } from "../support/group.ts";
import type { Facts } from "./facts.ts";
import { type Ledger, type Line, recordOf } from "./ledger.ts";

/**
 * A prompt that is typed while the agent works waits in a queue. What it became decides where its text stands:
 * delivered as a record of its own, taken from the queue without one, or still waiting at the end.
 * Answers the records whose prompt still waits.
 */
export function settleQueue(ledger: Ledger): readonly Line[] {
  const queue = createQueue();
  for (const line of ledger.lines) {
    if (line.fate !== undefined) continue;
    const { detail } = line.facts;
    if (detail?.type === "queue") {
      if (detail.operation === "enqueue" && detail.content !== undefined) queue.put(line);
      else settleStep(line, queue.take(detail.operation, keyOf(line.facts)));
      continue;
    }
    const key = keyOf(line.facts);
    const queued = key === undefined ? undefined : queue.deliver(key);
    if (queued === undefined) continue;
    queued.fate = { type: "repeated", of: recordOf(line) };
    if (queued.facts.at !== undefined) line.about.storedAt = queued.facts.at;
  }
  return queue.close();
}

/** A step that names no prompt says nothing by itself; one that repeats a prompt says what that record says. */
function settleStep(line: Line, left: readonly Line[]): void {
  const key = keyOf(line.facts);
  const [one] = left;
  if (key === undefined) line.fate = { type: "no row", kind: "step of the prompt queue" };
  else if (one !== undefined && keyOf(one.facts) === key) line.fate = { type: "repeated", of: recordOf(one) };
}

/** What tells that two records hold the same prompt. Copies of a report differ in their ids, so its task and word count. */
function keyOf({ detail }: Facts): string | undefined {
  if (detail?.type !== "queue" && detail?.type !== "attachment" && detail?.type !== "user") return undefined;
  if (detail.type === "user" && detail.results.length > 0) return undefined;
  const { notification, digest } = detail;
  return notification?.taskId === undefined ? digest : `task ${notification.taskId} ${notification.status ?? ""}`;
}

/** First in, first out, unless a prompt is named. Every prompt enters and leaves each list once, so it stays linear. */
function createQueue() {
  const order: Line[] = [];
  const waiting = new Map<string, Line[]>();
  const taken = new Map<string, Line[]>();
  const gone = new Set<Line>();
  let head = 0;
  const next = () => {
    while (head < order.length) {
      const line = order[head];
      if (line !== undefined && !gone.has(line)) return line;
      head += 1;
    }
    return undefined;
  };
  const named = (key: string | undefined) => {
    const lines = key === undefined ? [] : (waiting.get(key) ?? []);
    while (lines[0] !== undefined && gone.has(lines[0])) lines.shift();
    return lines[0];
  };
  return {
    put(line: Line): void {
      order.push(line);
      append(waiting, keyOf(line.facts) ?? "", line);
    },
    /** Prompts that a step takes out of the queue. */
    take(operation: string, key: string | undefined): readonly Line[] {
      const everything = operation === "popAll" || operation === "clear";
      if (!everything && operation !== "dequeue" && operation !== "remove") return [];
      const left: Line[] = [];
      for (let line = named(key) ?? next(); line !== undefined; line = everything ? next() : undefined) {
        gone.add(line);
        left.push(line);
        if (!everything) append(taken, keyOf(line.facts) ?? "", line);
        else line.about.onlyQueued = "withdrawn";
      }
      return left;
    },
    /** The queued record whose prompt is delivered here, if there is one. */
    deliver(key: string): Line | undefined {
      const line = taken.get(key)?.shift() ?? named(key);
      if (line !== undefined) gone.add(line);
      return line;
    },
    close(): readonly Line[] {
      for (const lines of taken.values()) for (const line of lines) line.about.onlyQueued = "taken";
      return order.filter((line) => !gone.has(line));
    },
  };
}
