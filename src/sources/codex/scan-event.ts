import { type JsonObject, member, textMember } from "../support/values.ts";
import { readCallEvent } from "./call-events.ts";
import type { RecordLine } from "./entry.ts";
import { classifyEvent, eventText } from "./events.ts";
import { addMark, addTyped, placeOf, type ScanState } from "./scan-state.ts";
import { readTokenCount } from "./usage.ts";

/** What one event means to the index. */
export function scanEvent(state: ScanState, record: RecordLine, kind: string, event: JsonObject): void {
  const { line } = record;
  const own = state.isOwn(line);
  const id = textMember(event, "call_id");
  if (own) state.team.event(id ?? "", kind, event);
  switch (classifyEvent(kind)) {
    case "user":
      state.twins.event("user", eventText(event), line);
      addTyped(state, line, eventText(event));
      break;
    case "answer":
      state.twins.event("assistant", eventText(event), line);
      addMark(state, line, "reply", { answer: true });
      if (own) state.openAnswer = { line, text: eventText(event) };
      break;
    case "reasoning":
      state.twins.event("reasoning", eventText(event), line);
      addMark(state, line, "reply");
      break;
    case "turn start":
    case "turn end":
    case "abort":
      scanTurn(state, record, classifyEvent(kind), event);
      break;
    case "count": {
      const count = readTokenCount(event);
      if (count === undefined) state.quiet.set(line, { type: "no row", kind: "rate limits" });
      else addMark(state, line, "count", { count });
      break;
    }
    case "compacted":
      state.history.notice(line);
      addMark(state, line, "compaction");
      break;
    case "rollback": {
      const turns = member(event, "num_turns");
      addMark(state, line, "other");
      if (typeof turns === "number") addMark(state, line, "rollback", { turns });
      break;
    }
    case "name": {
      const name = textMember(event, "thread_name");
      if (own && name !== undefined) state.found.threadName = name;
      state.quiet.set(line, { type: "joined", to: "task" });
      break;
    }
    case "search":
      if (id !== undefined) state.searches.event(id, placeOf(record));
      addMark(state, line, "other");
      break;
    case "call":
      if (id !== undefined) state.joins.event(id, readCallEvent(event, kind, placeOf(record)));
      addMark(state, line, "other");
      break;
    case "progress":
      state.quiet.set(line, { type: "no row", kind: "progress event" });
      break;
    case "error":
      if (own) state.turn.error = textMember(event, "message") ?? "";
      addMark(state, line, "other");
      break;
    case "notice":
      addMark(state, line, "other");
      break;
    case "unknown":
      state.unknown += 1;
      addMark(state, line, "other");
  }
}

function scanTurn(state: ScanState, record: RecordLine, what: string, event: JsonObject): void {
  const { line, timestamp } = record;
  const own = state.isOwn(line);
  const ended = timestamp === undefined ? {} : { endedAt: timestamp };
  if (what === "turn start") {
    state.twins.turn();
    state.openAnswer = undefined;
    state.quiet.set(line, { type: "joined", to: "task" });
    state.marks.push({ line, what: "begin" });
    if (own) begin(state);
    return;
  }
  state.marks.push({ line, what: "end" });
  if (what === "abort") {
    addMark(state, line, "other");
    const reason = textMember(event, "reason");
    if (own) Object.assign(state.turn, { state: "aborted", ...ended }, reason === undefined ? {} : { reason });
    return;
  }
  const last = textMember(event, "last_agent_message") ?? "";
  const same = last === "" ? undefined : state.twins.answer(last);
  if (same !== undefined) state.quiet.set(line, { type: "repeated", of: same });
  else if (last === "") state.quiet.set(line, { type: "joined", to: "task" });
  else addMark(state, line, "reply", { answer: true });
  if (!own) return;
  Object.assign(state.turn, { state: "complete", ...ended });
  const answer = last === "" ? state.openAnswer : { line: same ?? line, text: last };
  if (answer !== undefined) state.found.answer = answer;
}

function begin({ turn, found }: ScanState): void {
  delete turn.reason;
  delete turn.error;
  delete turn.endedAt;
  delete found.answer;
  turn.state = "open";
}
