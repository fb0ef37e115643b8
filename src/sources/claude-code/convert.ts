import { jsonText } from "../support/json-text.ts";
import { present, textMember } from "../support/values.ts";
import { convertAttachment } from "./attachments.ts";
import { convertBoundary, convertMicroBoundary, convertSummary } from "./compactions.ts";
import type { Context } from "./context.ts";
import { type Draft, notice, quote } from "./draft.ts";
import type { Entry, Lines } from "./entry.ts";
import { convertApiError, convertReply, convertUser } from "./messages.ts";
import { convertSystem } from "./system.ts";

/** The rows of one record, one for each block, in recorded order; at least one. */
export function convert(entry: Entry, context: Context): readonly Draft[] {
  switch (entry.type) {
    case "raw":
      return [{ type: "raw", text: context.text(), says: entry.says }];
    case "user":
      return entry.isSummary ? [convertSummary(entry, context)] : convertUser(entry, context);
    case "reply":
      return entry.isApiError ? [convertApiError(entry)] : convertReply(entry, context);
    case "boundary":
      return [convertBoundary(entry)];
    case "micro-boundary":
      return [convertMicroBoundary(entry)];
    case "system":
      return [convertSystem(entry)];
    case "attachment":
      return convertAttachment(entry, context.speaker, context.about.storedAt);
    case "queue":
      return [queued(entry, context)];
    case "progress":
      return [progress(entry)];
    case "session-fact":
      return [modeChange(entry)];
    case "pull-request":
      return [pullRequest(entry)];
    case "agent-progress":
    case "unknown":
      return [unknown(entry)];
  }
}

/** A prompt of which only its way through the queue is recorded. */
function queued(entry: Lines<"queue">, { about, speaker }: Context): Draft {
  const text = entry.content ?? "";
  if (about.onlyQueued !== "taken") {
    const isBack = about.onlyQueued === "withdrawn";
    const says = isBack ? "A prompt was taken back out of the queue." : "A step of the prompt queue.";
    return notice("prompt-queue", "note", says, [...quote("Step", entry.operation), ...quote("Prompt", text)]);
  }
  const how = present({ isMeta: false, queued: true, storedAt: entry.head.timestamp });
  const remarks = ["it was queued here while the agent worked; the record does not show where the model saw it"];
  return { type: "message", parts: text === "" ? [] : [{ type: "text", text }], ...speaker.of(text, how), remarks };
}

/** Progress that no result makes needless: output of a command without one, or a kind that this reader does not know. */
function progress(entry: Lines<"progress">): Draft {
  const output = textMember(entry.data, "fullOutput") ?? textMember(entry.data, "output") ?? "";
  if (output === "") return unknown(entry);
  const says = "What a command had printed so far; its result is not in the record.";
  return notice("partial-output", "note", says, quote("Output", output));
}

function modeChange(entry: Lines<"session-fact">): Draft {
  const mode = textMember(entry.value, "permissionMode") ?? textMember(entry.value, "mode");
  return notice("mode-change", "note", "The session went over to another mode.", quote("Mode", mode));
}

function pullRequest({ value }: Lines<"pull-request">): Draft {
  const url = textMember(value, "prUrl");
  const quotes = url === undefined ? quote("As recorded", jsonText(value)) : quote("Address", url);
  return notice("pull-request", "note", "The session was linked with a pull request.", quotes);
}

/** Kept whole, since nothing tells what of it is for reading. */
function unknown(entry: Extract<Entry, { head: unknown }>): Draft {
  return notice("unknown-line", "note", "A record of a kind that this reader does not know.", [
    ...quote("Kind", entry.head.type),
    ...quote("As recorded", jsonText(entry.value)),
  ]);
}
