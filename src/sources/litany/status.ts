import type { Certainty, Status, StatusWord, TaskId } from "../../model/index.ts";
import { present } from "../support/values.ts";
import type { AgentFacts, EntryFacts } from "./facts.ts";
import { type Return, waitingDeposits } from "./mailbox.ts";
import type { Mark } from "./marks.ts";
import type { StepFacts } from "./steps.ts";
import { timeOf } from "./times.ts";

const EPITAPHS: ReadonlyMap<string, { readonly word: StatusWord; readonly basis: string }> = new Map([
  ["final-response", { word: "succeeded", basis: "a deposit about it says that it answered and ended" }],
  ["stopped", { word: "canceled", basis: "a deposit about it says that it was stopped; by whom is not recorded" }],
  [
    "budget-exhausted",
    { word: "failed", basis: "a deposit about it says that a budget was exhausted; which one is not recorded" },
  ],
  ["died", { word: "failed", basis: "a deposit about it says that it died" }],
]);

/** Entries that an agent was started with, by name. */
export type Copied = ReadonlyMap<string, TaskId> | undefined;

/** What the end of an agent's record looks like; the same facts decide status and notices. */
export interface Tail {
  readonly last?: EntryFacts;
  readonly lastStep?: StepFacts;
  /** The newest step has given no entry. */
  readonly stepIsOpenEnded: boolean;
  /** Calls of the last reply that have no result, where nothing but results follows it. */
  readonly unanswered: readonly { readonly entry: EntryFacts; readonly block: number; readonly id: string }[];
  /** The newest step began after the newest entry was there. */
  readonly stepIsLater: boolean;
}

/** Copied entries are the source's record and say nothing of how this agent stands. */
export function tailOf(agent: AgentFacts, copied: Copied): Tail {
  const own = copied === undefined ? agent.entries : agent.entries.filter((entry) => !copied.has(entry.name));
  const last = own.at(-1);
  const lastStep = agent.steps.at(-1);
  const stepIsOpenEnded = lastStep !== undefined && ![...agent.stepOf.values()].includes(lastStep);
  const started = timeOf(lastStep?.timing?.startedAt);
  const stored = timeOf(last?.mail?.depositedAt);
  // The reply of a step that went well can have been compacted, so only time tells whether the step came later; a step
  // that did not go well leaves no entry.
  const wentWell = lastStep?.framing === "complete" && lastStep.finish !== "length" && lastStep.finish !== "refusal";
  const began = started !== undefined && stored !== undefined && started > stored;
  const stepIsLater = stepIsOpenEnded && (!wentWell || began);
  return present({ last, lastStep, stepIsOpenEnded, unanswered: unansweredAtTail(own), stepIsLater });
}

/** litany.md 4.4: the newest evidence decides, and says how sure it is. Never looks at other agents' statuses. */
export function statusOf(
  agent: AgentFacts,
  returns: readonly Return[],
  copied: Copied,
  marks: readonly Mark[],
): Status {
  const marked = markedStatus(marks);
  if (marked !== undefined) return marked;
  const epitaph = newestEpitaph(agent, returns);
  if (epitaph !== undefined) return epitaphStatus(epitaph);
  const tail = tailOf(agent, copied);
  if (tail.last === undefined) return statusWithoutEntries(agent, tail);
  if (tail.last.type === "mail" && !tail.stepIsLater)
    return status("queued", "derived", "a message waits for it and nobody has answered");
  return stepStatus(tail) ?? entryStatus(agent, tail, tail.last);
}

/** Status of an agent that others mention and nothing else is known of. */
export function absentStatus(returns: readonly Return[], marks: readonly Mark[]): Status {
  const marked = markedStatus(marks);
  if (marked !== undefined) return marked;
  const newest = returns.at(-1);
  return newest === undefined
    ? status("unknown", "derived", "nothing of its record is in this workspace")
    : epitaphStatus(newest);
}

/** What the engine itself has written down of how an agent stands. */
function markedStatus(marks: readonly Mark[]): Status | undefined {
  const find = (kind: string) => marks.find((mark) => mark.kind === kind);
  if (find("abandoned") !== undefined)
    return status("canceled", "recorded", "a mark in the repository says that it was abandoned");
  if (find("budget-exhausted") !== undefined) {
    const basis = "a mark in the repository says that a budget was exhausted; which one is not recorded";
    return { ...status("failed", "recorded", basis), reason: "budget-exhausted" };
  }
  const held = find("held")?.held;
  if (held === undefined) return undefined;
  const parked = status("running", "recorded", "a mark in the repository says that it is parked on a tool call");
  const words = [held.tool, held.reason].filter((word) => word !== undefined && word !== "");
  return words.length === 0 ? parked : { ...parked, reason: words.join(": ") };
}

/** The newest deposit about an agent, unless it worked on afterwards. */
export function newestEpitaph(agent: AgentFacts, returns: readonly Return[]): Return | undefined {
  const newest = returns.at(-1);
  const ended = wholeSeconds(newest?.depositedAt);
  if (newest === undefined || ended === undefined) return newest;
  const stepped = agent.steps.some((step) => (wholeSeconds(step.timing?.startedAt) ?? 0) > ended);
  const prompted = agent.entries.some((entry) => (wholeSeconds(entry.mail?.depositedAt) ?? 0) > ended);
  return stepped || prompted ? undefined : newest;
}

function epitaphStatus(found: Return): Status {
  const { word, basis } = EPITAPHS.get(found.epitaph) ?? {
    word: "unknown" as const,
    basis: "a deposit about it ends with a word that this reader does not know",
  };
  return word === "succeeded"
    ? status(word, "recorded", basis)
    : { ...status(word, "recorded", basis), reason: found.epitaph };
}

function statusWithoutEntries(agent: AgentFacts, tail: Tail): Status {
  if (agent.steps.length > 0) {
    return (
      stepStatus(tail) ?? status("unknown", "derived", "its transcript is not here, and its newest step came to an end")
    );
  }
  if (agent.entries.length === 0 && agent.summaries.length > 0) {
    return status("unknown", "derived", "summaries are all that is left of its transcript");
  }
  if (waitingDeposits(agent).length > 0) return status("queued", "derived", "mail waits for it and it has not begun");
  if (agent.goal !== undefined) return status("queued", "derived", "it has a goal and has not begun");
  return status("unknown", "derived", "its folder holds no transcript, no goal and no mail");
}

/** What the newest step says, where it has the last word. */
function stepStatus(tail: Tail): Status | undefined {
  const step = tail.lastStep;
  if (step === undefined) return undefined;
  if (step.finish === "refusal") return status("failed", "derived", "the model refused its newest request");
  if (step.finish === "length") return status("failed", "derived", "its newest reply was cut at the output limit");
  if (!tail.stepIsOpenEnded) return undefined;
  if (step.framing === "failed") {
    const basis = step.credentials
      ? "its newest step failed, refused for its credentials as the error's words suggest"
      : "its newest step ended in an error and nothing came after";
    return { ...status("failed", "derived", basis), ...(step.error === undefined ? {} : { reason: step.error }) };
  }
  if (step.framing === "none" && step.timing === undefined && step.stderrSize > 0) {
    return status("failed", "derived", "the driver of its newest step produced no response");
  }
  return step.framing === "complete" ? undefined : unfinished("its newest step has no end");
}

function entryStatus(agent: AgentFacts, tail: Tail, last: EntryFacts): Status {
  if (tail.unanswered.length > 0) return unfinished("its last tool call has no result");
  switch (last.type) {
    case "tool":
      return unfinished("a tool result is its newest entry, and no reply follows it");
    case "model":
      return waitingDeposits(agent).length > 0
        ? status("queued", "derived", "its last turn answered, and more mail waits for it")
        : status("succeeded", "derived", "its last turn answered and nothing waits for it");
    case "mail":
      return unfinished("a step began after its newest message, and no reply follows");
    case "raw":
      return status("unknown", "derived", "its newest entry could not be read");
  }
}

function unfinished(what: string): Status {
  return status("running", "guess", `${what}; a copy cannot tell a live run from a crash`);
}

function status(word: StatusWord, certainty: Certainty, basis: string): Status {
  return { word, certainty, basis };
}

function unansweredAtTail(entries: readonly EntryFacts[]): Tail["unanswered"] {
  const answered = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (entry.type === "tool") for (const result of entry.results) answered.add(result.id);
    else if (entry.type === "model") {
      for (const result of entry.results) answered.add(result.id);
      return entry.calls
        .filter((call) => !call.providerSide && !answered.has(call.id))
        .map((call) => ({ entry, block: call.block, id: call.id }));
    } else return [];
  }
  return [];
}

/** Deposits are stamped in whole seconds, steps in parts of one. */
function wholeSeconds(stamp: string | undefined): number | undefined {
  const time = timeOf(stamp);
  return time === undefined ? undefined : Math.floor(time / 1000);
}
