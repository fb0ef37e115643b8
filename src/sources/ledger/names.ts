import type { TaskId } from "../../model/index.ts";

/** The name that a Task's files have unless its record gives another: its id, percent-encoded. */
export function fileNameOf(id: TaskId): string {
  let name = "";
  for (const byte of Buffer.from(id)) {
    const character = String.fromCharCode(byte);
    name += /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return name;
}

/** The Task id that a file's name stands for, without `.jsonl`; the name itself where it is not encoded so. */
export function idOfFileName(name: string): TaskId {
  if (!/^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})*$/.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

/** A name in a folder, and nothing that could lead out of it. */
export function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** Gives each thing a name of its own: a repeated one gets `~2`, `~3` … in order. */
export function uniqueNames(taken: Iterable<string> = []): (name: string) => string {
  const used = new Set(taken);
  const next = new Map<string, number>();
  return (name) => {
    let free = name;
    for (let n = next.get(name) ?? 2; used.has(free); n += 1) {
      free = `${name}~${n}`;
      next.set(name, n + 1);
    }
    used.add(free);
    return free;
  };
}
