import { type Inspection, inspect, type TaskFacts } from "../inspect.ts";
import type { InspectOptions } from "../options.ts";
import { plain } from "../terminal.ts";
import { plural, problems } from "./words.ts";

/** Tells on stdout what a workspace holds, and answers the exit code. */
export async function runInspect(
  options: InspectOptions,
  how: { readonly json: boolean; readonly strict: boolean },
): Promise<number> {
  const inspection = await inspect(options);
  process.stdout.write(how.json ? json(inspection) : tree(inspection));
  if (!how.json) process.stderr.write(problems(inspection.index.diagnostics));
  if (!inspection.account.balanced) return 3;
  return how.strict && inspection.index.diagnostics.some((diagnostic) => diagnostic.severity === "error") ? 1 : 0;
}

function tree({ index, because, tasks, account }: Inspection): string {
  const lines = [`Read as ${index.format}: ${because}.`, ""];
  for (const facts of tasks) lines.push(taskLine(facts));
  lines.push("", `${plural(account.records, "record")} read, in ${plural(index.files.length, "file")}:`);
  for (const { kind, files, records, shown, shownInPart, withheld, raw, repeated, joined, noRow } of account.kinds) {
    const parts = [
      [shown, "shown"],
      [shownInPart, "shown in part"],
      [withheld, "withheld"],
      [raw, "raw"],
      [repeated, "repeated"],
      [joined, "joined"],
      [noRow, "no row"],
    ] as const;
    const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
    lines.push(
      `  ${kind}: ${plural(files, "file")}, ${plural(records, "record")}${told.length > 0 ? `: ${told.join(", ")}` : ""}`,
    );
  }
  lines.push(account.balanced ? "The account balances." : "The account does NOT balance:");
  for (const line of account.unbalanced) lines.push(`  ${plain(line.path)}`);
  return `${lines.join("\n")}\n`;
}

function taskLine({ task, depth, counts, lacks }: TaskFacts): string {
  const indent = "  ".repeat(depth);
  const status = `${task.status.word.replace("_", " ")} (${task.status.certainty})`;
  const told = [
    plural(counts.rows, "row"),
    plural(counts.turns, "turn"),
    `${plural(counts.toolCalls, "tool call")}${counts.failedCalls > 0 ? `, ${counts.failedCalls} failed` : ""}`,
    ...(counts.gaps > 0 ? [plural(counts.gaps, "gap")] : []),
  ];
  return `${indent}${plain(task.title)}  [${plain(task.id)}]\n${indent}  ${status}: ${task.status.basis}\n${indent}  ${told.join(" · ")}\n${indent}  ${lacks}`;
}

function json({ index, because, tasks, account }: Inspection): string {
  const { gaps, stored, ...rest } = index;
  const whole = {
    ...rest,
    because,
    gaps: Object.fromEntries(gaps),
    stored: Object.fromEntries(stored),
    facts: tasks,
    account,
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}
