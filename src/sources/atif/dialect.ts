import { isJsonObject, type JsonObject, member, pick, present, textMember } from "../support/values.ts";

/**
 * Tool names of the agents that are run through Harbor on the kinds that cards know.
 *
 * | kind | tools | fields |
 * |---|---|---|
 * | `shell` | `bash_command`, `execute_bash`, `run_shell_command`, `bash`, `Bash`, `shell`, `exec_command` | `command`, `cwd?`, `description?` |
 * | `read` | `str_replace_editor view`, `read_file`, `read`, `Read` | `path`, `from?`, `to?` (lines, 1-based, inclusive) |
 * | `write` | `str_replace_editor create`, `write_file`, `write`, `Write` | `path`, `content` |
 * | `edit` | `str_replace_editor str_replace`, `replace`, `edit`, `Edit`, `MultiEdit` | `path`, `edits`: `{ old, new, all? }` each |
 * | `patch` | `apply_patch` | `patch` |
 * | `search` | `grep_search`, `search_file_content`, `grep`, `Grep` | `pattern`, `path?`, `glob?`, `mode` |
 * | `list` | `list_directory`, `list`, `LS`, `glob`, `Glob` | `path?`, `pattern?` |
 * | `web-search`, `web-fetch` | `google_web_search`, `WebSearch`; `web_fetch`, `webfetch`, `WebFetch` | `query`; `url?`, `prompt?` |
 * | `todo` | `task_tracker`, `TodoWrite`, `todowrite`, `write_todos`, `update_plan` | `items`: `{ text, status }` each |
 * | `delegate` | `Task`, `task`, `spawn_agent` | `goal`, `role?`, `name?` |
 * | `mcp` | `mcp__server__tool` | `server`, `tool`, `arguments` |
 *
 * Any other tool keeps its name as kind and its input as fields. Values are as recorded, unchecked.
 */
export interface Dialect {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const PATHS: readonly string[] = ["file_path", "filePath", "absolute_path", "path"];

type Reading = (input: JsonObject) => Dialect | undefined;

const TOOLS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ...each(["bash_command", "execute_bash", "run_shell_command", "bash", "Bash", "shell", "exec_command"], shell),
  ["str_replace_editor", editor],
  ...each(["read_file", "read", "Read"], read),
  ...each(["write_file", "write", "Write"], named("write", { path: PATHS, content: ["content"] })),
  ...each(["replace", "edit", "Edit", "MultiEdit"], edit),
  ["apply_patch", named("patch", { patch: ["input", "patch"] })],
  ...each(["grep_search", "search_file_content", "grep", "Grep"], (input) => search(input)),
  ...each(["list_directory", "list", "LS"], named("list", { path: ["path", "dir_path"] })),
  ...each(["glob", "Glob"], named("list", { pattern: ["pattern"], path: ["path", "dir_path"] })),
  ...each(["google_web_search", "WebSearch"], named("web-search", { query: ["query"] })),
  ...each(["web_fetch", "webfetch", "WebFetch"], named("web-fetch", { url: ["url"], prompt: ["prompt"] })),
  ...each(["task_tracker", "TodoWrite", "todowrite", "write_todos", "update_plan"], todo),
  ...each(["Task", "task"], named("delegate", { goal: ["prompt"], role: ["subagent_type"], name: ["description"] })),
  ["spawn_agent", named("delegate", { goal: ["message"], role: ["agent_type"], name: ["task_name"] })],
]);

const MCP = /^mcp__(.+?)__(.+)$/s;

export function readTool(name: string, input: unknown): Dialect {
  const object = isJsonObject(input) ? input : undefined;
  const known = object === undefined ? undefined : TOOLS.get(name)?.(object);
  if (known !== undefined) return known;
  const [, server, tool] = MCP.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return { kind: "mcp", fields: { server, tool, arguments: input } };
  return { kind: name, fields: object ?? {} };
}

function shell(input: JsonObject): Dialect | undefined {
  const command = ["keystrokes", "command", "cmd"]
    .map((name) => member(input, name))
    .find((value) => value !== undefined);
  const words =
    Array.isArray(command) && command.every((word) => typeof word === "string") ? command.join(" ") : command;
  if (typeof words !== "string") return undefined;
  return {
    kind: "shell",
    fields: { command: words, ...pick(input, { cwd: ["cwd", "workdir", "directory"], description: ["description"] }) },
  };
}

function read(input: JsonObject): Dialect | undefined {
  const { path, offset, limit } = pick(input, { path: PATHS, offset: ["offset"], limit: ["limit"] });
  if (path === undefined) return undefined;
  const to = typeof limit === "number" ? (typeof offset === "number" ? offset : 1) + limit - 1 : undefined;
  return { kind: "read", fields: present({ path, from: offset, to }) };
}

/** One tool of OpenHands for looking at files and changing them. */
function editor(input: JsonObject): Dialect | undefined {
  const path = member(input, "path");
  switch (textMember(input, "command")) {
    case "view": {
      const range = member(input, "view_range");
      const [from, to] = Array.isArray(range) ? range : [];
      return { kind: "read", fields: present({ path, from, to: to === -1 ? undefined : to }) };
    }
    case "create":
      return { kind: "write", fields: present({ path, content: member(input, "file_text") }) };
    case "str_replace":
      return {
        kind: "edit",
        fields: present({ path, edits: [present({ old: member(input, "old_str"), new: member(input, "new_str") })] }),
      };
    default:
      return undefined;
  }
}

function edit(input: JsonObject): Dialect | undefined {
  const { path, edits } = pick(input, { path: PATHS, edits: ["edits"] });
  if (path === undefined) return undefined;
  const list = Array.isArray(edits) ? edits.filter(isJsonObject) : [input];
  const read = (one: JsonObject) =>
    pick(one, {
      old: ["old_string", "oldString"],
      new: ["new_string", "newString"],
      all: ["replace_all", "replaceAll"],
    });
  return { kind: "edit", fields: { path, edits: list.map(read) } };
}

function search(input: JsonObject): Dialect | undefined {
  const found = pick(input, {
    pattern: ["pattern"],
    path: ["path", "dir_path"],
    glob: ["include", "include_pattern", "glob"],
    mode: ["output_mode"],
  });
  return found.pattern === undefined ? undefined : { kind: "search", fields: { mode: "lines", ...found } };
}

function todo(input: JsonObject): Dialect | undefined {
  const list = ["task_list", "todos", "plan"].map((name) => member(input, name)).find(Array.isArray);
  if (list === undefined) return undefined;
  const read = (one: unknown) =>
    isJsonObject(one)
      ? pick(one, { text: ["title", "content", "step", "description"], status: ["status"] })
      : { text: one };
  return { kind: "todo", fields: { items: list.map(read) } };
}

function each(names: readonly string[], reading: Reading): readonly (readonly [string, Reading])[] {
  return names.map((name) => [name, reading] as const);
}

function named(kind: string, names: Readonly<Record<string, readonly string[]>>): Reading {
  return (input) => {
    const found = pick(input, names);
    return Object.keys(found).length === 0 ? undefined : { kind, fields: found };
  };
}
