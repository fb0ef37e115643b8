import { type Inspection, inspect, type Match, type TaskFacts } from "../inspect.ts";
import type { InspectOptions } from "../options.ts";
import { plain } from "../terminal.ts";
import { maskingWords, objectionable, plural, policyWords, problems } from "./words.ts";

/** Tells on stdout what a workspace holds, and answers the exit code. */
export async function runInspect(
  options: InspectOptions,
  how: { readonly json: boolean; readonly secrets: boolean; readonly strict: boolean },
): Promise<number> {
  const inspection = await inspect(options);
  if (how.secrets) {
    process.stdout.write(secretWords(inspection));
    return inspection.secrets.length > 0 ? 1 : 0;
  }
  process.stdout.write(how.json ? json(inspection) : tree(inspection));
  const { index, warnings, leaks, account } = inspection;
  if (!how.json) process.stderr.write(problems(index.diagnostics) + policyWords(warnings, leaks));
  if (!account.balanced) return 3;
  return how.strict && objectionable({ diagnostics: index.diagnostics, warnings, leaks }) ? 1 : 0;
}

/** Where secrets stand, one line each. */
function secretWords({ secrets, masking }: Inspection): string {
  const lines = secrets.map(({ rule, number, taskId, row }) => {
    const where = row
      ? `${plain(row.place.file)}${row.place.line === undefined ? "" : `:${row.place.line}`}, row ${plain(row.label)}`
      : "the Task's own facts";
    return `${rule} ${number}: Task ${plain(taskId)}, ${where}`;
  });
  return [...lines, ...maskingWords(masking), ""].join("\n");
}

function tree({ index, because, tasks, account, masking, matched }: Inspection): string {
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
  lines.push(...maskingWords(masking));
  lines.push(account.balanced ? "The account balances." : "The account does NOT balance:");
  for (const line of account.unbalanced) lines.push(`  ${plain(line.path)}`);
  for (const [rule, matches] of matched ?? []) lines.push(...ruleLines(rule, matches));
  return `${lines.join("\n")}\n`;
}

/** As many places of a rule are told by name; `--json` has them all. */
const PLACES = 20;

function ruleLines(rule: string, matches: readonly Match[]): readonly string[] {
  const places = matches.slice(0, PLACES).map(({ taskId, row }) => {
    const what = row
      ? `${row.type === "stored" ? "waiting message" : row.type} ${plain(row.label)} of Task`
      : "the whole Task";
    return `  ${what} ${plain(taskId)}`;
  });
  const more = matches.length > PLACES ? [`  and ${matches.length - PLACES} more`] : [];
  return [
    "",
    `Rule ${rule} means ${plural(matches.length, "place")}, and what is known to be copied from there:`,
    ...places,
    ...more,
  ];
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

function json({ index, because, tasks, account, masking, matched, warnings }: Inspection): string {
  const { gaps, stored, ...rest } = index;
  const whole = {
    ...rest,
    because,
    gaps: Object.fromEntries(gaps),
    stored: Object.fromEntries(stored),
    facts: tasks,
    account,
    masking,
    warnings,
    ...(matched && { matched: Object.fromEntries(matched) }),
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}
