import { isJsonObject, member, parseJson, textMember } from "../support/values.ts";

/** What a message that the model was given is: typed by a person, put there by Codex, or the report of a sub-agent. */
export type InputKind =
  | { readonly type: "typed" }
  /** Codex wrote it: instructions, surroundings, a mark of what happened. `name` is what the record calls it. */
  | { readonly type: "given"; readonly name: string }
  /** A shell command that the person ran by hand, with its output. */
  | { readonly type: "shell" }
  | { readonly type: "report"; readonly ref: string; readonly status: AgentStatus };

/** How a sub-agent stands, in the record's own word. */
export interface AgentStatus {
  readonly word: string;
  /** What it answered last, or its error. */
  readonly message?: string;
}

const TAG = /^\s*<([a-z][a-z_]{2,40})(?: [^>]{0,200})?>/;
/** Tags that Codex writes itself; any other is taken for something that a person typed. */
const GIVEN: ReadonlySet<string> = new Set([
  "apps_instructions",
  "collaboration_mode",
  "environment_context",
  "hook_prompt",
  "instructions",
  "model_switch",
  "permissions",
  "personality_spec",
  "plugins_instructions",
  "realtime_conversation",
  "skill",
  "skills_instructions",
  "turn_aborted",
  "user_instructions",
]);
const AGENTS_FILE = /^\s*# AGENTS\.md instructions\b/;

export function classifyInput(text: string): InputKind {
  if (AGENTS_FILE.test(text)) return { type: "given", name: "AGENTS.md" };
  const tag = TAG.exec(text)?.[1];
  if (tag === undefined) return { type: "typed" };
  if (tag === "user_shell_command") return { type: "shell" };
  if (tag === "subagent_notification") return readReport(text) ?? { type: "given", name: tag };
  return GIVEN.has(tag) ? { type: "given", name: tag } : { type: "typed" };
}

/** `"running"`, or an object of one member such as `{"completed": "its answer"}`. */
export function readStatus(value: unknown): AgentStatus | undefined {
  if (typeof value === "string") return { word: value };
  if (!isJsonObject(value)) return undefined;
  const [entry] = Object.entries(value);
  if (entry === undefined) return undefined;
  const [word, message] = entry;
  return typeof message === "string" ? { word, message } : { word };
}

const REQUEST = "## My request for Codex:";

/** What the person asked, where an editor put its own context before it. */
export function requestIn(text: string): string {
  const at = text.lastIndexOf(REQUEST);
  const own = at < 0 ? "" : text.slice(at + REQUEST.length).trim();
  return own === "" ? text : own;
}

function readReport(text: string): InputKind | undefined {
  const start = text.indexOf(">") + 1;
  const end = text.lastIndexOf("</subagent_notification>");
  const parsed = parseJson(text.slice(start, end < start ? text.length : end));
  if (parsed.type !== "json" || !isJsonObject(parsed.value)) return undefined;
  const ref = textMember(parsed.value, "agent_path") ?? textMember(parsed.value, "agent_id");
  const status = readStatus(member(parsed.value, "status"));
  return ref === undefined || status === undefined ? undefined : { type: "report", ref, status };
}
