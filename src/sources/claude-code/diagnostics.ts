import type { Diagnostic, Task, TaskId } from "../../model/index.ts";
import { placeOf } from "./ids.ts";
import { type Ledger, type Line, shownLines } from "./ledger.ts";
import type { FileScan } from "./scan.ts";
import { readMeta } from "./workflows.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

type Severity = Diagnostic["severity"];

/** What is wrong with the workspace and what the report does about it: folders and files first, then Task by Task. */
export function diagnose(workspace: ClaudeWorkspace, tasks: readonly Task[]): readonly Diagnostic[] {
  const { location } = workspace;
  const about = (code: string, severity: Severity, says: string) => (file: string) =>
    problem(code, severity, says, file);
  const kinds = (wanted: string) => [...location.kinds].filter(([, kind]) => kind === wanted).map(([path]) => path);
  return [
    ...location.unreadable.map(
      about("unreadable-folder", "error", "A folder could not be listed; what it holds is not in the report."),
    ),
    ...location.reports.map(
      about("report-ignored", "note", "A report of this tool stands inside the workspace; it was not read."),
    ),
    ...kinds("link").map(about("link-not-followed", "warning", "A symbolic link was not followed.")),
    ...kinds("other").map(about("not-a-regular-file", "warning", "A pipe, socket or device was not opened.")),
    ...workspace.scans.flatMap(fileProblems),
    ...badDescriptions(workspace).map(
      about(
        "bad-agent-description",
        "error",
        "A sub-agent's description is not the JSON that it should be; its facts are unknown.",
      ),
    ),
    ...badJournals(workspace),
    ...ledgersOf(workspace).flatMap(ledgerProblems),
    ...tasks.flatMap(taskProblems),
  ];
}

function problem(code: string, severity: Severity, says: string, file: string, taskId?: TaskId): Diagnostic {
  return { code, severity, says, place: { file }, ...(taskId === undefined ? {} : { taskId }) };
}

function fileProblems({ file, readable, inexact, padded }: FileScan): readonly Diagnostic[] {
  const count = (list: readonly number[]) => (list.length === 1 ? "1 record holds" : `${list.length} records hold`);
  const found: Diagnostic[] = [];
  if (!readable) found.push(problem("unreadable-file", "error", "A transcript could not be read.", file.path));
  if (inexact.length > 0) {
    const says = `${count(inexact)} bytes that are not UTF-8; they show as U+FFFD.`;
    found.push(problem("not-utf8", "warning", says, file.path));
  }
  if (padded.length > 0) {
    const says = `${count(padded)} NUL bytes around its text, as a crash leaves them; they were left out.`;
    found.push(problem("nul-bytes", "warning", says, file.path));
  }
  return found;
}

function badDescriptions({ location, layout }: ClaudeWorkspace): readonly string[] {
  return [...layout].flatMap(([path, { type }]) =>
    type === "agent description" && readMeta(location.root, path) === undefined ? [path] : [],
  );
}

function badJournals({ journals }: ClaudeWorkspace): readonly Diagnostic[] {
  return [...journals].flatMap(([path, entries]) =>
    entries
      .filter(({ agentId }) => agentId === undefined)
      .map(({ n }): Diagnostic => {
        const says = "A line of a workflow's journal names no agent; it is counted and not shown.";
        return { code: "bad-journal-line", severity: "warning", says, place: { file: path, line: n } };
      }),
  );
}

function ledgersOf({ households, strays }: ClaudeWorkspace): readonly Ledger[] {
  return [...households.flatMap(({ session, agents }) => [session, ...agents]), ...strays].map(({ ledger }) => ledger);
}

const RAW: ReadonlyMap<string, readonly [Severity, string]> = new Map([
  ["line-not-json", ["error", "A record is no JSON; its bytes are shown as a raw row."]],
  ["line-not-an-object", ["error", "A record is JSON but no object; its bytes are shown as a raw row."]],
  ["nul-line", ["warning", "A record holds NUL bytes alone, as a crash leaves them; they are shown as a raw row."]],
  ["line-cut", ["warning", "The last record ends before it is whole; what there is of it is shown as a raw row."]],
  ["line-too-long", ["error", "A record is longer than this reader can hold; only its place is told."]],
]);

function ledgerProblems(ledger: Ledger): readonly Diagnostic[] {
  const { taskId } = ledger;
  const shown = shownLines(ledger);
  const raw = shown.flatMap((line) => rawProblem(line, taskId));
  const unknown = shown.filter(({ facts }) => facts.type === "unknown");
  const missing = shown.filter(({ about }) => about.parentMissing === true);
  const sessions = new Set(
    ledger.lines.flatMap(({ facts, thread }) => (thread.how === "session" ? (facts.session ?? []) : [])),
  );
  const first = (lines: readonly Line[]) => lines[0]?.thread.file.path ?? "";
  return [
    ...raw,
    ...(unknown.length === 0
      ? []
      : [problem("unknown-lines", "note", unknownWords(unknown.length), first(unknown), taskId)]),
    ...(missing.length === 0
      ? []
      : [problem("parent-missing", "note", missingWords(missing.length), first(missing), taskId)]),
    ...(sessions.size < 2
      ? []
      : [problem("several-sessions", "note", severalWords(sessions.size), first(ledger.lines), taskId)]),
  ];
}

function rawProblem({ facts, thread }: Line, taskId: TaskId): readonly Diagnostic[] {
  const known = facts.detail?.type === "raw" ? RAW.get(facts.detail.code) : undefined;
  if (known === undefined || facts.detail?.type !== "raw") return [];
  const [severity, says] = known;
  return [{ code: facts.detail.code, severity, says, place: placeOf(thread.file, facts), taskId }];
}

function unknownWords(count: number): string {
  return count === 1
    ? "1 record is of a kind that this reader does not know; it is shown as a quiet row."
    : `${count} records are of kinds that this reader does not know; each is shown as a quiet row.`;
}

function missingWords(count: number): string {
  return count === 1
    ? "1 record names a parent that its file does not hold; it stands where the file has it."
    : `${count} records name parents that their file does not hold; they stand where the file has them.`;
}

function severalWords(count: number): string {
  return `The file holds records of ${count} sessions; it is one Task, and its runs are told apart.`;
}

function taskProblems(task: Task): readonly Diagnostic[] {
  if (task.record === "present" || task.parentId !== undefined) return [];
  const says = "A session that records name is not in this workspace; its agents stand below it.";
  return [{ code: "session-not-here", severity: "note", says, taskId: task.id }];
}
