import { createHash } from "node:crypto";
import type { Task, TaskId } from "../../../model/index.ts";
import { fileNameOf, idOfFileName } from "../names.ts";

const LONGEST_ID = 100;
const LONGEST_NAME = 200;

export interface TaskFiles {
  /** The name of a Task's files, without their ending. */
  name(id: TaskId): string;
  /** The same for a Task whose id does not tell it. */
  told(id: TaskId): string | undefined;
}

/** Names that differ on every file system: an id that is long, or equal to another when case is folded, gets one of its own. */
export function nameFiles(tasks: readonly Task[]): TaskFiles {
  const names = new Map<TaskId, string>();
  const told = new Set<TaskId>();
  const taken = new Set<string>();
  for (const { id } of tasks) {
    const plain = fileNameOf(id);
    const short = Buffer.byteLength(id) <= LONGEST_ID && plain.length <= LONGEST_NAME;
    const name = short && idOfFileName(plain) === id && !taken.has(plain.toLowerCase()) ? plain : ownName(id);
    if (name !== plain) told.add(id);
    names.set(id, name);
    taken.add(name.toLowerCase());
  }
  const nameOf = (id: TaskId) => names.get(id) ?? fileNameOf(id);
  return { name: nameOf, told: (id) => (told.has(id) ? nameOf(id) : undefined) };

  function ownName(id: TaskId): string {
    // JSON spells every string differently, lone surrogates as well.
    const digest = createHash("sha256").update(JSON.stringify(id)).digest("hex");
    for (let length = 12; length < digest.length; length += 1) {
      const name = `t-${digest.slice(0, length)}`;
      if (!taken.has(name)) return name;
    }
    return `t-${digest}`;
  }
}
