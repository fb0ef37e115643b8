import { readCommonTool, readRange } from "../support/common-tools.ts";
import { firstMember, isJsonObject, type JsonObject, member, present } from "../support/values.ts";

/**
 * Common tool names on the kinds that cards know. A ledger may come from any system; where its rows give `kind` and
 * `fields` themselves, those count.
 *
 * | kind | fields | tools |
 * |---|---|---|
 * | `shell` | `command`, `cwd?`, `description?` | `bash` `Bash` `shell` `exec_command` `local_shell` `run_command` |
 * | `read` | `path`, `from?`, `to?` (lines, 1-based, inclusive) | `read_file` `Read` `read` |
 * | `edit` | `path`, `edits`: `{ old, new, all? }` each | `Edit` `MultiEdit` `edit_file` `str_replace` |
 * | `write` | `path`, `content` | `Write` `write_file` `create_file` |
 * | `notebook-edit` | `path`, `cell?`, `source`, `mode?` | `NotebookEdit` |
 * | `patch` | `patch` | `apply_patch` |
 * | `search` | `pattern`, `path?`, `glob?`, `mode` (`text` or `files`) | `Grep` `grep` `Glob` `glob` |
 * | `list` | `path?`, `pattern?` | `LS` `ls` `list_files` |
 * | `web-fetch` | `url`, `prompt?` | `WebFetch` `web_fetch` |
 * | `web-search` | `query` | `WebSearch` `web_search` |
 * | `todo` | `items`: `{ text, status }` each | `TodoWrite` `update_plan` |
 * | `delegate` | `goal`, `role?`, `name?` | `dispatch` `Task` `Agent` `spawn_agent` `delegate` |
 * | `send` | `to`, `text` | `message` `send_message` `send_input` |
 * | `wait` | `targets` | `wait` `wait_agent` |
 * | `skill` | `name` | `load_skill` `Skill` |
 * | `mcp`, … | see `support/common-tools.ts` | `mcp__<server>__<tool>`, and what that file knows beside these |
 *
 * Any other tool keeps its name as kind and its input as fields. Values are as recorded, unchecked; a field whose value
 * the record lacks is absent.
 */
export interface Dialect {
  readonly kind: string;
  readonly fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;
/** The fields of an input; `undefined` when the input is not of the tool's shape. */
type Read = (input: JsonObject) => Fields | undefined;

const shell: Read = (input) => {
  const command = firstMember(input, "command", "cmd");
  const words = isWords(command) ? command.join(" ") : command;
  if (typeof words !== "string") return undefined;
  return present({
    command: words,
    cwd: firstMember(input, "cwd", "workdir"),
    description: member(input, "description"),
  });
};

const edit: Read = (input) => {
  const path = firstMember(input, "path", "file_path");
  const list = member(input, "edits");
  const edits = Array.isArray(list) ? list.map(oneEdit) : [oneEdit(input)];
  return typeof path === "string" && edits.every((one) => one !== undefined) ? { path, edits } : undefined;
};

const write: Read = (input) => {
  const path = firstMember(input, "path", "file_path");
  const content = firstMember(input, "content", "file_text");
  return typeof path === "string" && typeof content === "string" ? { path, content } : undefined;
};

const patch: Read = (input) => {
  const text = firstMember(input, "input", "patch");
  return typeof text === "string" ? { patch: text } : undefined;
};

const todo: Read = (input) => {
  const list = firstMember(input, "todos", "plan", "items");
  return Array.isArray(list) ? { items: list.map(todoItem) } : undefined;
};

const TOOLS: ReadonlyMap<string, { readonly kind: string; readonly read: Read }> = new Map([
  ...tools("shell", shell, "bash", "Bash", "shell", "exec_command", "local_shell", "run_command"),
  ...tools("read", readRange, "read_file", "Read", "read"),
  ...tools("edit", edit, "Edit", "MultiEdit", "edit_file", "str_replace"),
  ...tools("write", write, "Write", "write_file", "create_file"),
  ...tools(
    "notebook-edit",
    named({
      path: ["notebook_path", "path"],
      cell: ["cell_id"],
      source: ["new_source", "source"],
      mode: ["edit_mode"],
    }),
    "NotebookEdit",
  ),
  ...tools("patch", patch, "apply_patch"),
  ...tools("search", search("text"), "Grep", "grep"),
  ...tools("search", search("files"), "Glob", "glob"),
  ...tools("list", named({ path: ["path"], pattern: ["pattern"] }), "LS", "ls", "list_files"),
  ...tools("web-fetch", named({ url: ["url"], prompt: ["prompt"] }), "WebFetch", "web_fetch"),
  ...tools("web-search", named({ query: ["query"] }), "WebSearch", "web_search"),
  ...tools("todo", todo, "TodoWrite", "update_plan"),
  ...tools(
    "delegate",
    named({ goal: ["goal", "prompt", "message"], role: ["role", "subagent_type", "agent_type"], name: ["name"] }),
    "dispatch",
    "Task",
    "Agent",
    "spawn_agent",
    "delegate",
  ),
  ...tools(
    "send",
    named({ to: ["agent", "to", "id"], text: ["content", "text", "message"] }),
    "message",
    "send_message",
    "send_input",
  ),
  ...tools("wait", named({ targets: ["targets", "ids", "agents"] }), "wait", "wait_agent"),
  ...tools("skill", named({ name: ["name", "skill"] }), "load_skill", "Skill"),
]);

export function readTool(name: string, input: unknown): Dialect {
  const tool = TOOLS.get(name);
  if (tool !== undefined && !isJsonObject(input)) return { kind: tool.kind, fields: {} };
  const fields = isJsonObject(input) ? tool?.read(input) : undefined;
  if (tool !== undefined && fields !== undefined) return { kind: tool.kind, fields };
  const common = tool === undefined ? readCommonTool(name, input) : undefined;
  return common ?? { kind: name, fields: isJsonObject(input) ? input : {} };
}

function tools(kind: string, read: Read, ...names: readonly string[]) {
  return names.map((name) => [name, { kind, read }] as const);
}

function search(mode: "text" | "files"): Read {
  return (input) =>
    present({ pattern: member(input, "pattern"), path: member(input, "path"), glob: member(input, "glob"), mode });
}

/** Each field is the first of the recorded names that is there. */
function named(names: Readonly<Record<string, readonly string[]>>): Read {
  return (input) =>
    present(
      Object.fromEntries(Object.entries(names).map(([field, recorded]) => [field, firstMember(input, ...recorded)])),
    );
}

function oneEdit(value: unknown): Fields | undefined {
  if (!isJsonObject(value)) return undefined;
  const old = firstMember(value, "old", "old_string", "old_str");
  const now = firstMember(value, "new", "new_string", "new_str");
  if (typeof old !== "string" || typeof now !== "string") return undefined;
  return present({ old, new: now, all: firstMember(value, "all", "replace_all") });
}

function todoItem(value: unknown): Fields {
  if (!isJsonObject(value)) return { text: value };
  return present({ text: firstMember(value, "content", "text", "step"), status: member(value, "status") });
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}
