import { present } from "../support/values.ts";
import { problemOf, type RecordLine } from "./entry.ts";
import type { RolloutFacts } from "./facts.ts";
import { type Head, readHead } from "./head.ts";
import type { Copied } from "./inherit.ts";
import { readItem } from "./items.ts";
import { scanEvent } from "./scan-event.ts";
import { scanItem } from "./scan-item.ts";
import { addMark, createScanState, placeOf, type ScanState } from "./scan-state.ts";
import { sameSettings, settingsOf } from "./settings.ts";
import { countTurns } from "./turns.ts";

export interface ScannedFile {
  readonly path: string;
  /** File name without its folder. */
  readonly name: string;
  readonly size: number;
}

/** The index pass over one rollout: reads each line once and keeps facts, no text but the goal and the last answer. */
export function scanRollout(file: ScannedFile, lines: Iterable<RecordLine>, copied: Copied | undefined): RolloutFacts {
  const state = createScanState(copied);
  let records = 0;
  for (const record of lines) {
    records += 1;
    scanLine(state, record);
  }
  return conclude(state, file, records);
}

function scanLine(state: ScanState, record: RecordLine): void {
  const { entry, line } = record;
  const problem = problemOf(record);
  if (problem !== undefined) state.problems.push({ ...problem, at: placeOf(record) });
  if (state.isOwn(line) && record.timestamp !== undefined) state.found.startedAt ??= record.timestamp;
  switch (entry.type) {
    case "meta":
      scanHead(state, record, readHead(entry.value));
      break;
    case "context": {
      const settings = settingsOf(entry.value);
      const before = state.context;
      if (before !== undefined && sameSettings(before.settings, settings)) {
        state.quiet.set(line, { type: "repeated", of: before.line });
      } else {
        addMark(state, line, "input");
        state.context = { line, settings };
      }
      break;
    }
    case "item":
      scanItem(state, line, readItem(entry.kind, entry.value));
      break;
    case "event":
      scanEvent(state, record, entry.kind, entry.value);
      break;
    case "compacted":
      state.history.replace(entry.value, line);
      addMark(state, line, "compaction");
      break;
    case "state":
      state.quiet.set(line, { type: "no row", kind: "state marker" });
      break;
    case "unknown":
      state.unknown += 1;
      addMark(state, line, "other");
      break;
    case "unreadable":
      addMark(state, line, "other");
  }
}

/** The first head says whose session it is; a copied history brings that of another along. */
function scanHead(state: ScanState, record: RecordLine, head: Head): void {
  const own = state.found.head;
  if (own === undefined) {
    state.found.head = head;
    state.found.headPlace = placeOf(record);
    addMark(state, record.line, "other");
    return;
  }
  state.quiet.set(record.line, { type: "joined", to: "task" });
  if (head.id === own.id || (head.id !== undefined && (head.id === own.forkedFrom || head.id === own.parentId))) return;
  // A copy of a copy brings the heads of all sessions before it.
  if (!state.isOwn(record.line)) return;
  state.problems.push({
    code: "second-session-id",
    severity: "warning",
    says: "A second session head names another session; the first head of the file says whose it is.",
    at: placeOf(record),
  });
}

function conclude(state: ScanState, file: ScannedFile, records: number): RolloutFacts {
  const { quiet, found, turn, problems } = state;
  const joined = state.joins.close();
  const searches = state.searches.pairs();
  for (const [line, of] of state.twins.pairs()) quiet.set(line, { type: "repeated", of });
  for (const [line, why] of joined.quiet) quiet.set(line, why);
  for (const [line, { event }] of searches) quiet.set(event.line, { type: "joined", to: line });
  for (const [line, to] of state.history.notices()) quiet.set(line, { type: "joined", to });
  const marks = state.marks.filter((mark) => mark.what === "begin" || mark.what === "end" || !quiet.has(mark.line));
  const { counts, lastRow, total, ...turns } = countTurns(marks);
  for (const [line, where] of counts) quiet.set(line, where);
  if (found.head === undefined) {
    const says = "No line says which session this is; its file name stands for it.";
    problems.push({ code: "no-session-head", severity: "warning", says });
  }
  if (state.unknown > 0) {
    const says = `${state.unknown} lines are of kinds that this reader does not know; each is shown raw.`;
    problems.push({ code: "unknown-lines", severity: "note", says });
  }
  const answer = turn.state === "none" ? state.openAnswer : turn.state === "complete" ? found.answer : undefined;
  const { answer: _answer, ...heads } = found;
  return present({
    ...file,
    ...heads,
    answer,
    records,
    plan: { quiet, ...turns, results: joined.results, searches, compactions: state.history.replacements() },
    team: state.team.close(),
    turn,
    lastRow,
    usage: total,
    typed: state.typed.filter(({ line }) => !quiet.has(line)),
    problems,
  });
}
