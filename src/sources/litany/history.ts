import type { TaskId } from "../../model/index.ts";
import { detached } from "../support/text.ts";
import type { Commit, ObjectId } from "./git/objects.ts";

/** What the commits of an agent's branch say of it. */
export interface History {
  /** The role that it was dispatched as; a root has none. */
  readonly role?: string;
  /** When an entry was committed, by its counter and origin. The author's date: it survives a compaction. */
  readonly committedAt: ReadonlyMap<string, string>;
  /** `false`: a commit before its founding could not be read. */
  readonly whole: boolean;
}

const MOST_COMMITS = 200_000;
const ENTRY = /^transcript ([0-9]+): ([\s\S]+) \[([^\]]+)\]$/;
const CHILD = /^dispatch: ([\s\S]+) \[([^\]]+)\]$/;
const ROOT = /^step [0-9]+: dispatch \[([^\]]+)\]$/;

/**
 * Walks from the tip of an agent's branch to the commit that founded it. What lies before that is another's history, and
 * so are commits that name another agent.
 */
export function readHistory(id: TaskId, tip: ObjectId, read: (oid: ObjectId) => Commit | undefined): History {
  const committedAt = new Map<string, string>();
  let next: ObjectId | undefined = tip;
  for (let count = 0; next !== undefined; count += 1) {
    const commit: Commit | undefined = count < MOST_COMMITS ? read(next) : undefined;
    if (commit === undefined) return { committedAt, whole: false };
    const { subject, authoredAt } = commit;
    const [, digits, origin, of] = ENTRY.exec(subject) ?? [];
    // A counter is used again when the newest entries were deleted: the newest commit is that of the entry that is there.
    if (of === id && digits !== undefined && origin !== undefined && authoredAt !== undefined) {
      const key = entryKey(digits, detached(origin));
      if (!committedAt.has(key)) committedAt.set(key, authoredAt);
    }
    const [, role, child] = CHILD.exec(subject) ?? [];
    if (role !== undefined && child === id) return { committedAt, role: detached(role), whole: true };
    if (ROOT.exec(subject)?.[1] === id) return { committedAt, whole: true };
    next = commit.parent;
  }
  return { committedAt, whole: true };
}

/** What a commit and a file name both say of an entry. */
export function entryKey(digits: string, origin: string): string {
  return `${digits.replace(/^0+(?=[0-9])/, "")} ${origin}`;
}
