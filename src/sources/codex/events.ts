import type { Part } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { imagePart } from "./content.ts";

/** What an event is to a reader of the transcript. */
export type EventClass =
  | "user"
  | "answer"
  | "reasoning"
  | "turn start"
  | "turn end"
  | "abort"
  | "count"
  | "compacted"
  | "rollback"
  | "name"
  | "search"
  /** Tells of one call how it ended, or what it asked for. */
  | "call"
  /** Tells that something goes on; what it comes to has an event of its own. */
  | "progress"
  | "error"
  | "notice"
  | "unknown";

const CLASSES: ReadonlyMap<string, EventClass> = new Map<string, EventClass>([
  ["user_message", "user"],
  ["agent_message", "answer"],
  ["agent_reasoning", "reasoning"],
  ["agent_reasoning_raw_content", "reasoning"],
  ["task_started", "turn start"],
  ["turn_started", "turn start"],
  ["task_complete", "turn end"],
  ["turn_complete", "turn end"],
  ["turn_aborted", "abort"],
  ["token_count", "count"],
  ["context_compacted", "compacted"],
  ["thread_rolled_back", "rollback"],
  ["thread_name_updated", "name"],
  ["web_search_end", "search"],
  ["exec_command_end", "call"],
  ["patch_apply_end", "call"],
  ["mcp_tool_call_end", "call"],
  ["view_image_tool_call", "call"],
  ["dynamic_tool_call_request", "call"],
  ["dynamic_tool_call_response", "call"],
  ["image_generation_end", "call"],
  ["error", "error"],
  ["stream_error", "notice"],
  ["warning", "notice"],
  ["deprecation_notice", "notice"],
  ["background_event", "notice"],
  ["entered_review_mode", "notice"],
  ["exited_review_mode", "notice"],
  ["undo_completed", "notice"],
  ["item_completed", "notice"],
  ["guardian_assessment", "notice"],
  ["shutdown_complete", "progress"],
  ["agent_reasoning_section_break", "progress"],
  ["sub_agent_activity", "progress"],
]);

export function classifyEvent(kind: string): EventClass {
  const known = CLASSES.get(kind);
  if (known !== undefined) return known;
  if (/^collab_\w+_end$/.test(kind)) return "call";
  return /_(?:begin|delta|started|updated?)$/.test(kind) ? "progress" : "unknown";
}

/** What an event says in words: a message, or a piece of reasoning. */
export function eventText(event: JsonObject): string {
  return textMember(event, "message") ?? textMember(event, "text") ?? "";
}

/** The images that an event of the user shows or points at. */
export function eventImages(event: JsonObject): readonly Part[] {
  const list = (name: string) => {
    const found = member(event, name);
    return Array.isArray(found) ? found : [];
  };
  const shown = list("images").map((image): Part => {
    const url = isJsonObject(image) ? textMember(image, "image_url") : image;
    return typeof url === "string" ? imagePart(url) : { type: "json", value: image };
  });
  const local = list("local_images").map(
    (path): Part =>
      typeof path === "string" ? { type: "link", what: "image", url: path } : { type: "json", value: path },
  );
  return [...shown, ...local];
}
