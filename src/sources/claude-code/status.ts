import type { Certainty, Status, StatusWord } from "../../model/index.ts";
import type { Tail } from "./tail.ts";

/** How an agent came back to its caller, as a result or a report words it. */
export interface Ending {
  /** The record's own word; absent where only a result came. */
  readonly word?: string;
  readonly isError: boolean;
  readonly isDeclined: boolean;
}

const WORDS: ReadonlyMap<string, StatusWord> = new Map([
  ["completed", "succeeded"],
  ["success", "succeeded"],
  ["done", "succeeded"],
  ["failed", "failed"],
  ["error", "failed"],
  ["killed", "canceled"],
  ["stopped", "canceled"],
  ["canceled", "canceled"],
  ["cancelled", "canceled"],
  ["interrupted", "canceled"],
  ["timeout", "timed_out"],
  ["timed_out", "timed_out"],
]);

/** Words that say an agent goes on: they report no end. */
const GOING: ReadonlySet<string> = new Set([
  "async_launched",
  "teammate_spawned",
  "running",
  "in_progress",
  "pending",
  "started",
]);

export function isGoing(word: string): boolean {
  return GOING.has(word);
}

/** What the record tells of an agent from outside counts before what its own transcript looks like. */
export function statusOf(
  tail: Tail | undefined,
  ending: Ending | undefined,
  workflowState: string | undefined,
): Status {
  if (ending?.word !== undefined && !isGoing(ending.word)) {
    return worded(ending.word, "its caller's record says how it ended");
  }
  if (workflowState !== undefined && !isGoing(workflowState)) {
    return worded(workflowState, "the workflow's own record says how it ended");
  }
  if (ending?.isDeclined === true) return status("canceled", "derived", "the user declined its call or broke it off");
  if (ending?.isError === true) return status("failed", "derived", "its caller received an error in its place");
  if (ending !== undefined && ending.word === undefined) {
    return status("succeeded", "derived", "its caller received its result");
  }
  return tail === undefined
    ? status("unknown", "derived", "nothing of its record is in this workspace")
    : ownStatus(tail);
}

function worded(word: string, basis: string): Status {
  const known = WORDS.get(word);
  if (known === undefined)
    return {
      word: "unknown",
      certainty: "recorded",
      basis: `${basis}, in a word that this reader does not know`,
      reason: word,
    };
  const made = status(known, "recorded", basis);
  return known === "succeeded" ? made : { ...made, reason: word };
}

/** Nothing in a transcript says that it ended, so its last records decide. */
function ownStatus(tail: Tail): Status {
  const { last } = tail;
  if (last === undefined) return status("unknown", "derived", "its transcript holds no message");
  switch (last) {
    case "interrupt":
      return status("canceled", "derived", "the user interrupted it and nothing followed");
    case "api error":
      return status("failed", "derived", "its last call of the model failed and nothing followed");
    case "refusal":
      return status("failed", "derived", "the model refused and nothing followed");
    case "prompt":
      return unfinished("its last message has no reply");
    case "results":
      return unfinished("a tool's result is its last record, and no reply follows it");
    case "reply":
      return replyStatus(tail);
  }
}

function replyStatus({ stop, isWaiting }: Tail): Status {
  if (stop === "refusal") return status("failed", "derived", "the model refused its last request");
  if (stop === "max_tokens") return status("failed", "derived", "its last reply was cut at the output limit");
  if (isWaiting) return unfinished("its last tool call has no result");
  return status("succeeded", "derived", "its last turn answered and nothing waits for it");
}

function unfinished(what: string): Status {
  return status("running", "guess", `${what}; a copy cannot tell a live run from a crash`);
}

function status(word: StatusWord, certainty: Certainty, basis: string): Status {
  return { word, certainty, basis };
}
