/** Indentation stops growing here, so that a deeply nested value does not become mostly blanks. */
const MOST_INDENT = 40;

type Task = { readonly say: string } | { readonly value: unknown; readonly depth: number };

/** A JSON value as indented text. Any depth: `JSON.stringify` runs out of stack at a few thousand levels. */
export function printJson(value: unknown): string {
  const out: string[] = [];
  const tasks: Task[] = [{ value, depth: 0 }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ("say" in task) out.push(task.say);
    else if (typeof task.value === "object" && task.value !== null) open(task.value, task.depth, out, tasks);
    else out.push(scalar(task.value));
  }
  return out.join("");
}

function open(value: object, depth: number, out: string[], tasks: Task[]): void {
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const [first, last] = list ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) {
    out.push(first + last);
    return;
  }
  out.push(first);
  tasks.push({ say: newLine(depth) + last });
  // Tasks are taken from the end, so what is written first is pushed last.
  for (const [at, [key, entry]] of [...entries.entries()].reverse()) {
    if (at < entries.length - 1) tasks.push({ say: "," });
    tasks.push({ value: entry, depth: depth + 1 });
    tasks.push({ say: newLine(depth + 1) + (list ? "" : `${JSON.stringify(key)}: `) });
  }
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(Math.min(depth, MOST_INDENT))}`;
}

function scalar(value: unknown): string {
  // A value that JSON has no word for cannot come from a record.
  return JSON.stringify(value) ?? "null";
}
