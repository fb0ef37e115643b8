import type { TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { fileNameOf, idOfFileName, isPlainName, uniqueNames } from "./names.ts";
import type { ProblemCode } from "./problems.ts";
import type { TaskFacts } from "./tasks.ts";

/** Which files belong to which Task. */
export interface Layout {
  readonly transcripts: ReadonlyMap<TaskId, string>;
  /** In the order of their names. */
  readonly mailboxes: ReadonlyMap<string, TaskId>;
  /** Tasks that only a transcript tells of, with its path. */
  readonly strays: ReadonlyMap<TaskId, string>;
  /** Tasks that only a mailbox tells of, with its path. */
  readonly mailOnly: ReadonlyMap<TaskId, string>;
}

const TRANSCRIPTS = "transcripts";
const MAILBOX = "mailbox";
const ENDING = ".jsonl";

/** What a record names as its transcript comes first, then names made of ids, then files that nobody named. */
export function layOut(
  tree: FileTree,
  tasks: readonly TaskFacts[],
  note: (code: ProblemCode, of: TaskFacts) => void,
): Layout {
  const transcripts = new Map<TaskId, string>();
  const owners = new Map<string, TaskId>();
  const claim = (taskId: TaskId, path: string) => {
    transcripts.set(taskId, path);
    owners.set(path, taskId);
  };
  for (const facts of tasks) {
    if (facts.transcript === undefined) continue;
    const path = named(facts.transcript);
    if (path === undefined) note("transcript-name-refused", facts);
    else if (owners.has(path)) note("transcript-claimed-twice", facts);
    else claim(facts.task.id, path);
  }
  for (const { task, transcript } of tasks) {
    const path = `${TRANSCRIPTS}/${fileNameOf(task.id)}${ENDING}`;
    if (transcript === undefined && !owners.has(path) && tree.kinds.has(path)) claim(task.id, path);
  }
  const known = new Set(tasks.map(({ task }) => task.id));
  const unique = uniqueNames(known);
  const strays = new Map<TaskId, string>();
  for (const path of jsonLines(tree, TRANSCRIPTS)) {
    if (owners.has(path)) continue;
    const id = idOfFileName(baseOf(path, TRANSCRIPTS));
    if (known.has(id) && !transcripts.has(id)) claim(id, path);
    else {
      const own = unique(id);
      strays.set(own, path);
      claim(own, path);
    }
  }
  const mailboxes = new Map<string, TaskId>();
  const mailOnly = new Map<TaskId, string>();
  const all = new Set([...known, ...strays.keys()]);
  for (const path of jsonLines(tree, MAILBOX)) {
    const base = baseOf(path, MAILBOX);
    const owner = owners.get(`${TRANSCRIPTS}/${base}${ENDING}`) ?? idOfFileName(base);
    mailboxes.set(path, owner);
    if (!all.has(owner)) mailOnly.set(owner, path);
    all.add(owner);
  }
  return { transcripts, mailboxes, strays, mailOnly };

  /** The file that a record names: its name, with or without its ending. */
  function named(name: string): string | undefined {
    if (!isPlainName(name)) return undefined;
    const path = `${TRANSCRIPTS}/${name}`;
    return tree.kinds.has(path) || name.endsWith(ENDING) ? path : `${path}${ENDING}`;
  }
}

function jsonLines(tree: FileTree, folder: string): readonly string[] {
  return tree
    .entries(folder)
    .filter((entry) => entry.kind !== "folder" && entry.name.endsWith(ENDING))
    .map((entry) => `${folder}/${entry.name}`);
}

function baseOf(path: string, folder: string): string {
  return path.slice(folder.length + 1, -ENDING.length);
}
