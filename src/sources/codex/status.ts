import type { Status, StatusWord } from "../../model/index.ts";
import type { RolloutFacts } from "./facts.ts";

/** What a session's own lines say of how it stands: its newest turn decides. */
export function statusOf({ turn, lastRow }: RolloutFacts): Status {
  switch (turn.state) {
    case "complete":
      if (turn.error !== undefined) {
        return withReason(
          { word: "failed", certainty: "recorded", basis: "its last turn ended in an error" },
          turn.error,
        );
      }
      return { word: "succeeded", certainty: "derived", basis: "its last turn is recorded as complete" };
    case "aborted":
      return withReason(
        { word: "canceled", certainty: "recorded", basis: "its last turn is recorded as broken off" },
        turn.reason,
      );
    case "open":
      if (turn.error !== undefined) {
        return withReason(
          { word: "failed", certainty: "derived", basis: "its last turn met an error and has no end" },
          turn.error,
        );
      }
      return unfinished("its last turn has no end");
    case "none":
      return withoutTurns(lastRow);
  }
}

/** A session that only others speak of, by what they were last told of it. */
export function absentStatus(word: string | undefined, message: string | undefined): Status {
  if (word === undefined)
    return { word: "unknown", certainty: "derived", basis: "nothing of its record is in this workspace" };
  const known = WORDS.get(word);
  if (known === undefined) {
    const basis = "nothing of its record is here; what its parent was last told of it is no end";
    return { word: "unknown", certainty: "derived", basis, reason: word };
  }
  const status: Status = { word: known, certainty: "recorded", basis: "its parent's record says so" };
  return known === "succeeded" ? status : withReason(status, message ?? word);
}

/** Words that Codex has for a sub-agent that came to an end. */
const WORDS: ReadonlyMap<string, StatusWord> = new Map([
  ["completed", "succeeded"],
  ["errored", "failed"],
  ["shutdown", "canceled"],
  ["interrupted", "canceled"],
]);

export function isEnding(word: string): boolean {
  return WORDS.has(word);
}

function withoutTurns(lastRow: RolloutFacts["lastRow"]): Status {
  switch (lastRow) {
    case "answer":
      return { word: "succeeded", certainty: "derived", basis: "it records no turns, and its last row is an answer" };
    case "reply":
    case "result":
    case "input":
      return unfinished("it records no turns, and no answer follows its last row");
    default:
      return { word: "unknown", certainty: "derived", basis: "it holds nothing that says how it went" };
  }
}

function unfinished(what: string): Status {
  return { word: "running", certainty: "guess", basis: `${what}; a copy cannot tell a live run from a crash` };
}

function withReason(status: Status, reason: string | undefined): Status {
  return reason === undefined || reason === "" ? status : { ...status, reason };
}
