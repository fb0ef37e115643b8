import type { InputSource, Part } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { type JsonObject, member, present, textMember } from "../support/values.ts";
import { partsIn, readContent, readPart } from "./blocks.ts";
import { type Draft, notice, quote } from "./draft.ts";
import type { Lines } from "./entry.ts";
import type { Speaker } from "./voices.ts";

/** Hooks that ran well and said nothing are the bulk of all attachments: nothing of them is for reading. */
export function attachmentSpeaks(attachment: JsonObject, kind: string): boolean {
  if (kind !== "hook_success") return true;
  return ["content", "stdout", "stderr"].some((name) => !isEmpty(member(attachment, name)));
}

/** What Claude Code put before the model beside the messages, and what its hooks did. */
export function convertAttachment(
  { attachment, kind }: Lines<"attachment">,
  speaker: Speaker,
  storedAt: string | undefined,
): readonly Draft[] {
  if (kind === "queued_command") return queuedCommand(attachment, speaker, storedAt);
  if (kind.startsWith("hook_") && kind !== "hook_additional_context") return [hook(attachment, kind)];
  const input: InputSource = { kind: "guidance", id: kind, sender: speaker.program };
  return [{ type: "message", role: "system", parts: partsOf(attachment), input }];
}

/** A prompt that was typed while the agent worked. */
function queuedCommand(attachment: JsonObject, speaker: Speaker, storedAt: string | undefined): readonly Draft[] {
  const parts = partsIn(readContent(member(attachment, "prompt")));
  const said = parts.length > 0 ? parts : partsOf(attachment);
  const text = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return [{ type: "message", parts: said, ...speaker.of(text, present({ isMeta: false, queued: true, storedAt })) }];
}

function hook(attachment: JsonObject, kind: string): Draft {
  const event = textMember(attachment, "hookName") ?? textMember(attachment, "hookEvent");
  const exit = member(attachment, "exitCode");
  const failed = kind !== "hook_success" || (typeof exit === "number" && exit !== 0);
  const known = kind === "hook_success" || kind.includes("error") || kind === "hook_cancelled";
  const says =
    kind === "hook_success"
      ? "A hook ran."
      : kind === "hook_cancelled"
        ? "A hook was cancelled."
        : "A hook had something to say.";
  const content = member(attachment, "content");
  const blocking = member(attachment, "blockingError");
  return notice("hook", failed ? "warning" : "note", kind.includes("error") ? "A hook failed." : says, [
    ...quote("Event", event),
    ...quote("Command", member(attachment, "command")),
    ...quote("What it added", isEmpty(content) ? "" : words(content)),
    ...(sameText(content, member(attachment, "stdout")) ? [] : quote("Output", member(attachment, "stdout"))),
    ...quote("Error output", member(attachment, "stderr")),
    ...quote("Blocking error", isEmpty(blocking) ? "" : words(blocking)),
    ...(known ? [] : quote("As recorded", jsonText(attachment))),
  ]);
}

/** Its text where the attachment is nothing more; else all of it. */
function partsOf(attachment: JsonObject): readonly Part[] {
  const content = member(attachment, "content");
  const rest = Object.keys(attachment).filter((name) => !SPOKEN_FOR.has(name));
  if (rest.length === 0 && typeof content === "string") return [{ type: "text", text: content }];
  if (rest.length === 0 && Array.isArray(content) && content.every((one) => typeof one === "string")) {
    return content.map(readPart);
  }
  return [{ type: "json", value: attachment }];
}

/** Members that say where an attachment comes from, or count what it says. */
const SPOKEN_FOR: ReadonlySet<string> = new Set([
  "type",
  "content",
  "hookName",
  "hookEvent",
  "toolUseID",
  "skillCount",
  "isInitial",
  "itemCount",
]);

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function words(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join("\n") : jsonText(value);
}

function sameText(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.trim() === other.trim();
}
