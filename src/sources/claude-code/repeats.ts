import { isJsonObject, member } from "../support/values.ts";
import { type Entry, readEntry, readObject } from "./entry.ts";
import { type Ledger, type Line, recordOf } from "./ledger.ts";
import { readAt } from "./reader.ts";

/**
 * After a compaction old records are appended again, and a sub-agent's own file has what its parent repeats. A record
 * whose id came before is taken for a repetition only if it says the same.
 */
export function settleRepeats(root: string, ledger: Ledger): void {
  const first = new Map<string, Line>();
  for (const line of ledger.lines) {
    const { uuid } = line.facts;
    if (uuid === undefined) continue;
    const known = first.get(uuid);
    if (known === undefined) first.set(uuid, line);
    else if (saySame(root, known, line)) line.fate = { type: "repeated", of: recordOf(known) };
  }
}

/** Compares the records as they stand in their files. */
export function saySame(root: string, one: Line, other: Line): boolean {
  if (one.facts.type !== other.facts.type) return false;
  const [a, b] = [entryAt(root, one), entryAt(root, other)];
  return a !== undefined && b !== undefined && sameValue(wordsOf(a), wordsOf(b));
}

/** Reads one record again. */
export function entryAt(root: string, { thread, facts }: Pick<Line, "thread" | "facts">): Entry | undefined {
  for (const { content, spot } of readAt(root, thread.file.path, [facts])) {
    const entry = readEntry(content, spot.ended);
    return thread.how === "inside the parent" && entry.type === "agent-progress" ? readObject(entry.inner) : entry;
  }
  return undefined;
}

/** Members that a record gets anew when it is written again. */
const VOLATILE = [
  "parentUuid",
  "logicalParentUuid",
  "sessionId",
  "timestamp",
  "version",
  "gitBranch",
  "cwd",
  "slug",
  "isSidechain",
  "userType",
  "entrypoint",
  "forkedFrom",
  "agentId",
  "requestId",
];

function wordsOf(entry: Entry): unknown {
  if (entry.type === "raw") return entry;
  const message = member(entry.value, "message");
  if (entry.type === "user" || entry.type === "reply") {
    // A reply's counters grow while it is written; what it says does not.
    const content = isJsonObject(message) ? member(message, "content") : undefined;
    // A session that is resumed into a new file gets its bare strings wrapped.
    return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? message);
  }
  return Object.fromEntries(Object.entries(entry.value).filter(([name]) => !VOLATILE.includes(name)));
}

/** Deep equality of JSON values, without recursion: they may nest thousands of levels deep. */
export function sameValue(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
    if (left.size !== right.size) return false;
    for (const [key, value] of left) {
      if (!right.has(key)) return false;
      pending.push([value, right.get(key)]);
    }
  }
  return true;
}
