import type { Gap, Restriction, Task } from "../model/index.ts";
import type { NoResult } from "./items.ts";
import type { Entry, Survey } from "./surveyed.ts";
import type { Absence, AbsenceKind } from "./view.ts";

type Places = Absence["at"];

/** Everything that is known not to be in one Task's record, grouped by kind and reason. */
export function taskAbsences(task: Task, survey: Survey, gaps: readonly Gap[]): readonly Absence[] {
  const labels = new Map(survey.entries.map((entry) => [entry.itemId, entry.label]));
  const found: Absence[] = [];
  const note = (kind: AbsenceKind, says: string, at: Places) => {
    if (at.length > 0) found.push({ kind, taskId: task.id, says, at });
  };
  const places = (ids: Iterable<string>): Places =>
    [...ids].map((itemId) => ({ ref: { taskId: task.id, itemId }, label: labels.get(itemId) ?? itemId }));
  const marked = (mark: Entry["mark"]) =>
    places(survey.entries.filter((entry) => entry.mark === mark).map((entry) => entry.itemId));

  if (task.record === "absent") {
    found.push({
      kind: "not in this workspace",
      taskId: task.id,
      says: "The workspace mentions this Task but holds no record of it.",
      at: [],
    });
  }
  if (!task.attached) {
    found.push({
      kind: "unattached",
      taskId: task.id,
      says: "Nothing readable in the record says which Task it belongs to.",
      at: [],
    });
  }
  for (const gap of gaps) note(gap.kind, gapSays(gap), places([gap.id]));
  for (const [reason, ids] of groupByReason(survey.noResult))
    note("no result recorded", NO_RESULT_SAYS[reason], places(ids));
  for (const [says, ids] of groupBy(
    survey.entries.filter((entry) => entry.restricted),
    restrictionSays,
  ))
    note("restricted", says, places(ids));
  for (const gap of gaps)
    if (gap.restricted)
      note("restricted", `The summaries of what was removed are withheld${byRule(gap.restricted)}.`, places([gap.id]));
  if (task.restricted)
    found.push({
      kind: "restricted",
      taskId: task.id,
      says: `This Task is withheld whole${byRule(task.restricted)}.`,
      at: [],
    });
  for (const [what, restriction] of Object.entries(task.withheldTexts ?? {}))
    found.push({
      kind: "restricted",
      taskId: task.id,
      says: `The Task's ${what} is withheld${byRule(restriction)}.`,
      at: [],
    });
  note(
    "cleared from context",
    "The source says that from some point on the model no longer saw it; it is shown all the same.",
    places(survey.entries.filter((entry) => entry.cleared).map((entry) => entry.itemId)),
  );
  note("result without call", "The call that this result answers is not in the record.", marked("orphan result"));
  note("unreadable by design", "Reasoning exists; its provider does not disclose it.", marked("withheld reasoning"));
  note("unreadable", "The bytes do not parse as what their place promises; they are shown as they are.", marked("raw"));
  note(
    "stored, not incorporated",
    "The message waits in the mailbox; no row shows that the model ever saw it.",
    places(survey.entries.filter((entry) => entry.type === "stored").map((entry) => entry.itemId)),
  );
  return found;
}

/** Why a call has no result, as one sentence. */
export const NO_RESULT_SAYS: Readonly<Record<NoResult, string>> = {
  "running at copy time": "The call was running, or had just been cut off, when the copy was made.",
  "task ended first": "The Task ended before a result was recorded.",
  interrupted: "The call was interrupted: later rows exist, and none of them is its result.",
  "in a gap": "The place of the result lies in a gap.",
  "provider side": "The provider ran this call itself and recorded no result.",
};

/** What is gone at a gap, as one sentence. Only a compaction that the record shows is called one. */
export function gapSays(gap: Gap): string {
  const what = goneUnits(gap);
  return gap.kind === "compacted"
    ? `${what} not in this record: a compaction removed ${gap.count === 1 ? "it" : "them"}.`
    : `${what} not in the record; nothing says why.`;
}

/** `Entries 002–004 are` or `Entry 001 is`. */
function goneUnits(gap: Gap): string {
  const [one, many] = gap.unit;
  const single = gap.count === 1;
  const name = single ? one : many;
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  const span = gap.from === undefined ? "" : single || gap.to === undefined ? ` ${gap.from}` : ` ${gap.from}–${gap.to}`;
  const count = gap.from === undefined && gap.count !== undefined ? `${gap.count} ` : "";
  return `${count}${count ? name : capital}${span} ${single ? "is" : "are"}`;
}

/** ` by rule no-env: environment files are private`, as far as the restriction says. */
function byRule({ rule, reason }: Restriction): string {
  return `${rule === undefined ? " by the source" : ` by rule ${rule}`}${reason === undefined ? "" : `: ${reason.replace(/\.$/, "")}`}`;
}

const WITHHELD_WORDS: Readonly<Record<Entry["type"], string>> = {
  message: "A message",
  reasoning: "Reasoning",
  "tool-call": "The input of a tool call",
  "tool-result": "A tool result",
  compaction: "A compaction record",
  notice: "A notice of the run",
  raw: "A record that could not be read",
  gap: "A gap's record",
  stored: "A message in the mailbox",
};

function restrictionSays({ type, restricted }: Entry): string {
  return `${WITHHELD_WORDS[type]} is withheld${restricted ? byRule(restricted) : ""}.`;
}

function groupBy(entries: readonly Entry[], key: (entry: Entry) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const entry of entries) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry.itemId]);
  return groups;
}

function groupByReason(noResult: ReadonlyMap<string, NoResult>): ReadonlyMap<NoResult, readonly string[]> {
  const groups = new Map<NoResult, string[]>();
  for (const [itemId, reason] of noResult) {
    const group = groups.get(reason);
    if (group) group.push(itemId);
    else groups.set(reason, [itemId]);
  }
  return groups;
}

/** One sentence for the head of a Task: what its record lacks, or that it is complete as copied. */
export function lacksSentence(task: Task, absences: readonly Absence[], gaps: readonly Gap[]): string {
  if (task.restricted) return `This Task is withheld whole${byRule(task.restricted)}.`;
  if (task.record === "absent") return "Nothing of this Task's record is in this workspace.";
  const parts: string[] = [];
  for (const kind of ["compacted", "missing"] as const) {
    const spans = gaps.filter((gap) => gap.kind === kind).map(gapSpan);
    if (spans.length > 0) parts.push(`${listWords(spans, 4)} (${kind})`);
  }
  const count = (kind: AbsenceKind, one: string, many: string) => {
    const places = absences
      .filter((absence) => absence.kind === kind)
      .reduce((sum, absence) => sum + absence.at.length, 0);
    if (places > 0) parts.push(`${places === 1 ? "one" : places} ${places === 1 ? one : many}`);
  };
  count("restricted", "thing that is withheld (restricted)", "things that are withheld (restricted)");
  count("no result recorded", "tool result", "tool results");
  count("result without call", "tool call whose result is here", "tool calls whose results are here");
  count(
    "unreadable by design",
    "piece of reasoning that its provider does not disclose",
    "pieces of reasoning that their provider does not disclose",
  );
  const lacks =
    parts.length === 0
      ? "This record is complete as copied."
      : `This record lacks ${listWords(parts, parts.length)}. All else is as copied.`;
  const raw = absences.find((absence) => absence.kind === "unreadable");
  const unread = raw
    ? ` ${raw.at.length === 1 ? "One record" : `${raw.at.length} records`} could not be read and ${raw.at.length === 1 ? "is" : "are"} shown as bytes.`
    : "";
  return lacks + unread;
}

function gapSpan(gap: Gap): string {
  const [one, many] = gap.unit;
  if (gap.from === undefined) return `${gap.count ?? "some"} ${gap.count === 1 ? one : many}`;
  return gap.count === 1 || gap.to === undefined ? `${one} ${gap.from}` : `${many} ${gap.from}–${gap.to}`;
}

/** `a`, `a and b`, `a, b and 3 more`. */
function listWords(words: readonly string[], most: number): string {
  if (words.length > most) return `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
