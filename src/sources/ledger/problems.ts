import type { Diagnostic } from "../../model/index.ts";

/** What can be wrong with a ledger workspace. One sentence each: what is wrong, and what the report does about it. */
const PROBLEMS = {
  "head-missing": [
    "warning",
    "There is no workspace.json that says what this folder is; it is read as a ledger workspace.",
  ],
  "head-ill-formed": [
    "warning",
    "workspace.json does not say that this is version 1 of the format; it is read as that.",
  ],
  "not-a-record": ["error", "A line does not parse as a JSON object; it is shown as raw bytes."],
  "line-cut": ["error", "The last line ends without a line end and does not parse; it is shown as raw bytes."],
  "nul-bytes": ["warning", "NUL bytes stand where a record should; they are shown as raw bytes."],
  "nul-padding": ["warning", "NUL bytes stand around a record; the record was read without them."],
  "line-too-long": ["error", "A line is too long to be read; a raw row stands in its place."],
  "not-utf8": ["warning", "Some bytes are not UTF-8; they show as U+FFFD."],
  "no-sequence": ["error", "A row has no usable sequence; it stands after the row before it in the file."],
  "duplicate-sequence": ["warning", "Two rows have the same sequence; both stand, in the order of the file."],
  "turn-goes-back": ["warning", "A row's turn is before the turn of the row before it; it is shown in that turn."],
  "duplicate-item-id": ["warning", "Two rows have the same itemId; the later one is told apart by a number."],
  "duplicate-tool-call-id": ["warning", "Two calls have the same toolCallId; results are joined in order."],
  "no-tool-call-id": ["warning", "A tool row has no toolCallId; nothing joins it."],
  "unknown-row-type": ["warning", "A row's type is not one of the format's; it is shown as raw bytes."],
  "content-ill-formed": ["error", "A row's content is not what its type asks for; it is shown as raw bytes."],
  "unknown-access-mark": ["warning", "An access mark is not one of the format's; what it marks is withheld."],
  "blob-refused": ["error", "A blob's name leads out of blobs/; nothing was opened."],
  "blob-absent": ["error", "A blob is not in this workspace; its name is shown in its place."],
  "task-graph-missing": ["warning", "There is no tasks.jsonl; Tasks are known from their transcripts alone."],
  "unreadable-folder": ["error", "A folder could not be listed; what it holds is not in the report."],
  "report-ignored": ["note", "A report of this tool stands inside the workspace; it was not read."],
  "unreadable-file": ["error", "A file could not be read."],
  "not-a-file": ["warning", "A link, pipe or folder stands where a file is expected; it was not opened."],
  "duplicate-task": ["error", "A second record has the id of a Task; it is shown as raw bytes, the first one counts."],
  "unknown-status": ["note", "A Task's status is not one of the format's; it is shown as unknown, with its word."],
  "transcript-name-refused": ["error", "A Task's transcript is not a file name; nothing was opened for it."],
  "transcript-claimed-twice": ["error", "Two Tasks name the same transcript; it is shown under the first."],
  "no-transcript": ["warning", "A Task has no transcript; its page says so."],
  "transcript-not-begun": ["note", "A Task that has not begun has no transcript."],
  "transcript-without-task": ["warning", "A transcript's Task is not in the Task graph; it stands under unattached."],
  "transcript-of-absent-task": ["warning", "A Task that is marked as absent has a transcript; it is shown."],
  "mailbox-without-task": ["warning", "A mailbox's Task is not in the Task graph; it stands under unattached."],
  "parent-cycle": ["error", "A chain of parents leads back to its start; one of its Tasks stands under unattached."],
  "root-disagrees": ["warning", "A Task's rootId is not the root of its chain of parents; the chain counts."],
  "parent-not-here": ["note", "A Task's parent is not in this workspace."],
  "edge-to-absent-task": [
    "warning",
    "A delegation names a Task that is not in the Task graph; the Task is shown as absent.",
  ],
  "edge-call-not-found": [
    "warning",
    "The call of a delegation is not in the parent's record; the edge stands without it.",
  ],
  "edge-return-not-found": ["warning", "A row where a child returned is not in the record; the return is left out."],
  "result-row-not-found": [
    "warning",
    "The row that holds a Task's result is not in the record; the result stands without it.",
  ],
  "gap-place-not-found": [
    "warning",
    "The row that a gap stands before is not in the record; the gap stands at the end.",
  ],
  "gap-of-absent-task": ["error", "A gap's Task is not in the Task graph; its record is shown as raw bytes."],
  "message-of-another-task": [
    "warning",
    "A message stands in the mailbox of another Task than it names; the name counts.",
  ],
  "duplicate-message-id": ["warning", "Two messages of a mailbox have the same id; both are shown."],
} as const satisfies Readonly<Record<string, readonly [Diagnostic["severity"], string]>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Something wrong with one record, before its place is known. */
export type Problem = Pick<Diagnostic, "code" | "severity" | "says">;

export function problem(code: ProblemCode): Problem {
  const [severity, says] = PROBLEMS[code];
  return { code, severity, says };
}

/** `field` is a name of the format's, never of the record's. */
export function fieldProblem(kind: "ill-formed" | "missing", field: string): Problem {
  return kind === "missing"
    ? { code: "missing-field", severity: "warning", says: `A record lacks its ${field}.` }
    : {
        code: "ill-formed-field",
        severity: "warning",
        says: `A record's ${field} is not what the format asks for; it is left out, and the record has it.`,
      };
}
