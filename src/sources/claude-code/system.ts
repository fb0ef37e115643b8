import { jsonText } from "../support/json-text.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { type Draft, notice, quote } from "./draft.ts";
import type { Lines } from "./entry.ts";

/** The model refused, whether or not another was asked instead. */
export function isRefusal(subtype: string | undefined): boolean {
  return subtype === "api_refusal" || subtype?.startsWith("model_refusal") === true;
}

/** Hooks that ran well at the end of a turn, as nearly all do. */
export function isQuiet(subtype: string | undefined, value: JsonObject): boolean {
  if (subtype !== "stop_hook_summary" || member(value, "preventedContinuation") === true) return false;
  return listIn(value, "hookErrors").length === 0 && (textMember(value, "stopReason") ?? "") === "";
}

/** Claude Code's own messages about the run. The model does not see them. */
export function convertSystem(entry: Lines<"system">): Draft {
  const { head, value } = entry;
  if (head.subtype === "api_error") return retry(value);
  if (isRefusal(head.subtype)) return refusal(value);
  if (head.subtype === "local_command") {
    return notice(
      "local-command",
      "note",
      "A command ran within Claude Code; the model was not asked.",
      contentOf(value),
    );
  }
  if (head.subtype === "turn_duration") return turnDuration(value);
  if (head.subtype === "stop_hook_summary") return stopHooks(value);
  if (head.subtype === "away_summary") {
    return notice("away-summary", "note", "Claude Code summed up the session for its absent user.", contentOf(value));
  }
  return other(entry);
}

function contentOf(value: JsonObject) {
  const content = member(value, "content");
  if (content === undefined || content === "") return [];
  return quote("Message", typeof content === "string" ? content : jsonText(content));
}

function retry(value: JsonObject): Draft {
  const attempt = numberIn(value, "retryAttempt");
  const most = numberIn(value, "maxRetries");
  const error = member(value, "error");
  const status = isJsonObject(error) ? numberIn(error, "status") : undefined;
  const says =
    "A call of the model failed" +
    (status === undefined ? "" : ` with status ${status}`) +
    (attempt === undefined ? "" : `; try ${attempt}${most === undefined ? "" : ` of ${most}`} followed`) +
    ".";
  const quotes = error === undefined ? [] : quote("Error", typeof error === "string" ? error : jsonText(error));
  return notice("api-error", "warning", says, [...contentOf(value), ...quotes]);
}

function refusal(value: JsonObject): Draft {
  const retracted = member(value, "retractedMessageUuids");
  const count = Array.isArray(retracted) ? retracted.length : 0;
  const fallback = textMember(value, "fallbackModel");
  const says =
    "The model refused." +
    (fallback === undefined ? "" : " Another model was asked instead.") +
    (count === 0 ? "" : ` ${count === 1 ? "A message was" : `${count} messages were`} taken back.`);
  return notice("refusal", "failure", says, [
    ...contentOf(value),
    ...quote("Category", member(value, "apiRefusalCategory")),
    ...quote("Explanation", member(value, "apiRefusalExplanation")),
    ...quote("Model", member(value, "originalModel")),
    ...quote("Model asked instead", fallback),
  ]);
}

function turnDuration(value: JsonObject): Draft {
  const milliseconds = numberIn(value, "durationMs");
  const took = milliseconds === undefined ? "" : ` after ${(milliseconds / 1000).toFixed(1)} s`;
  return notice("turn-duration", "note", `Claude Code handed back to its user${took}.`, contentOf(value));
}

function stopHooks(value: JsonObject): Draft {
  const count = numberIn(value, "hookCount");
  const infos = listIn(value, "hookInfos");
  const errors = listIn(value, "hookErrors");
  const prevented = member(value, "preventedContinuation") === true;
  const hooks = count === undefined ? "Hooks" : count === 1 ? "1 hook" : `${count} hooks`;
  const says =
    `${hooks} ran when the turn ended` +
    (errors.length === 0 ? "" : `; ${errors.length === 1 ? "one failed" : `${errors.length} failed`}`) +
    (prevented ? " and kept the session from going on" : "") +
    ".";
  const lines = (list: readonly unknown[]) =>
    list.map((one) => (typeof one === "string" ? one : commandOf(one))).join("\n");
  return notice("stop-hooks", errors.length > 0 || prevented ? "warning" : "note", says, [
    ...quote("Commands", lines(infos)),
    ...quote("Errors", lines(errors)),
    ...quote("Reason", member(value, "stopReason")),
    ...contentOf(value),
  ]);
}

function commandOf(info: unknown): string {
  const command = isJsonObject(info) && Object.keys(info).length === 1 ? textMember(info, "command") : undefined;
  return command ?? jsonText(info);
}

/** A subtype that nothing above knows, or none. Its message is quoted; without one, all of the record is. */
function other({ head, value }: Lines<"system">): Draft {
  const level = textMember(value, "level");
  const severity = level === "warning" || level === "error" ? "warning" : "note";
  const content = contentOf(value);
  return notice("system-message", severity, "A message of Claude Code's own about the run.", [
    ...quote("Kind", head.subtype),
    ...(content.length > 0 ? content : quote("As recorded", jsonText(value))),
  ]);
}

function numberIn(value: JsonObject, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === "number" ? found : undefined;
}

function listIn(value: JsonObject, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}
