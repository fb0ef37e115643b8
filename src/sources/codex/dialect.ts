import { isJsonObject, type JsonObject, member, pick, present, textMember } from "../support/values.ts";

/**
 * Codex's tool names on the kinds that cards know.
 *
 * | kind | tools | fields |
 * |---|---|---|
 * | `shell` | `exec_command`, `shell`, `shell_command`, `local_shell`, `container.exec`, `Bash` | `command`, `cwd?`, `description?` |
 * | `stdin` | `write_stdin` | `session`, `text` (empty: it only waits for more output), `command?` (what runs there) |
 * | `patch` | `apply_patch`, also as a shell command | `patch` |
 * | `todo` | `update_plan` | `items`: `{ text, status }` each, `explanation?` |
 * | `read` | `read_file`, `Read` | `path`, `from?`, `to?` (lines, 1-based, inclusive) |
 * | `list` | `list_dir`, `Glob` | `path?`, `pattern?` |
 * | `search` | `grep_files`; a web search that looks in a page | `pattern`, `path?`, `glob?`, `mode` |
 * | `image` | `view_image` | `path` |
 * | `web-search`, `web-fetch` | `web_search` by what it did | `query`; `url` |
 * | `delegate` | `spawn_agent` | `goal`, `role?`, `name?` |
 * | `send` | `send_input`, `send_message`, `followup_task`, `assign_task` | `to`, `text` |
 * | `wait` | `wait`, `wait_agent` | `targets?` |
 * | `kill` | `close_agent` | `target` |
 * | `ask` | `request_user_input` | `questions`: `{ id?, question, options }` each |
 * | `tool-search` | `tool_search` | `query` |
 * | `mcp` | `mcp__server__tool`, tools of such a namespace, the resources of servers | `server?`, `tool`, `arguments` |
 *
 * Any other tool keeps its name as kind and its input as fields. Values are as recorded, unchecked; a field whose value
 * the record lacks is absent.
 */
export interface Dialect {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Reading = (input: JsonObject) => Dialect | undefined;

const TOOLS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ...["exec_command", "shell", "shell_command", "local_shell", "container.exec", "Bash"].map(
    (name) => [name, shell] as const,
  ),
  ["write_stdin", named("stdin", { session: ["session_id"], text: ["chars"] })],
  ["apply_patch", named("patch", { patch: ["input", "patch"] })],
  ["update_plan", todo],
  ["read_file", read],
  ["Read", read],
  ["list_dir", named("list", { path: ["dir_path", "path"] })],
  ["Glob", named("list", { path: ["path"], pattern: ["pattern"] })],
  [
    "grep_files",
    (input) =>
      fieldsOf("search", {
        ...pick(input, { pattern: ["pattern"], path: ["path"], glob: ["include"] }),
        mode: "files",
      }),
  ],
  ["view_image", named("image", { path: ["path"] })],
  ["web_search", webSearch],
  ["spawn_agent", named("delegate", { goal: ["message"], role: ["agent_type"], name: ["task_name"] })],
  ...["send_input", "send_message", "followup_task", "assign_task"].map(
    (name) => [name, named("send", { to: ["target", "id"], text: ["message"] })] as const,
  ),
  ["wait", wait],
  ["wait_agent", wait],
  ["close_agent", named("kill", { target: ["target", "id"] })],
  ["request_user_input", ask],
  ...["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"].map(
    (name) => [name, mcpResource(name)] as const,
  ),
  ["tool_search", named("tool-search", { query: ["query"] })],
]);

const MCP = /^mcp__(.+?)__(.+)$/s;

export function readTool(name: string, input: unknown, namespace?: string): Dialect {
  if (name === "apply_patch" && typeof input === "string") return { kind: "patch", fields: { patch: input } };
  const object = isJsonObject(input) ? input : undefined;
  const reading = TOOLS.get(name);
  const known = object === undefined ? undefined : reading?.(object);
  if (known !== undefined) return known;
  const [, server, tool] = MCP.exec(`${namespace ?? ""}${name}`) ?? [];
  if (reading === undefined && server !== undefined && tool !== undefined) {
    return { kind: "mcp", fields: { server, tool, arguments: input } };
  }
  return { kind: name, fields: object ?? {} };
}

function shell(input: JsonObject): Dialect | undefined {
  const command = member(input, "cmd") ?? member(input, "command");
  const words = Array.isArray(command) && command.every((word) => typeof word === "string") ? command : undefined;
  if (words?.[0] === "apply_patch" && words[1] !== undefined) return { kind: "patch", fields: { patch: words[1] } };
  const text = typeof command === "string" ? command : words === undefined ? undefined : commandLine(words);
  if (text === undefined) return undefined;
  const rest = pick(input, { cwd: ["workdir", "working_directory"], description: ["justification", "description"] });
  return fieldsOf("shell", { command: text, ...rest });
}

/** `["bash", "-lc", "npm test"]` is `npm test`; other lists are the words with spaces between. */
export function commandLine(words: readonly string[]): string {
  const [program = "", flags = "", script] = words;
  const wrapped = words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(flags);
  return wrapped && script !== undefined ? script : words.join(" ");
}

function read(input: JsonObject): Dialect {
  const { path, offset, limit } = pick(input, { path: ["file_path", "path"], offset: ["offset"], limit: ["limit"] });
  const to = typeof limit === "number" ? (typeof offset === "number" ? offset : 1) + limit - 1 : undefined;
  return fieldsOf("read", { path, from: offset, to });
}

function todo(input: JsonObject): Dialect | undefined {
  const plan = member(input, "plan");
  if (!Array.isArray(plan)) return undefined;
  const items = plan.map((step) =>
    isJsonObject(step)
      ? fieldsOf("", { text: member(step, "step"), status: member(step, "status") }).fields
      : { text: step },
  );
  return fieldsOf("todo", { items, explanation: member(input, "explanation") });
}

function ask(input: JsonObject): Dialect | undefined {
  const questions = member(input, "questions");
  if (!Array.isArray(questions)) return undefined;
  return { kind: "ask", fields: { questions: questions.map(question) } };
}

function question(value: unknown): unknown {
  if (!isJsonObject(value)) return { question: value, options: [] };
  const options = member(value, "options");
  return {
    ...pick(value, { id: ["id"] }),
    question: member(value, "question"),
    options: Array.isArray(options)
      ? options.map((option) => (isJsonObject(option) ? member(option, "label") : option))
      : [],
  };
}

function webSearch(action: JsonObject): Dialect | undefined {
  switch (textMember(action, "type")) {
    case "open_page":
      return fieldsOf("web-fetch", { url: member(action, "url") });
    case "find_in_page":
      return fieldsOf("search", { pattern: member(action, "pattern"), path: member(action, "url"), mode: "page" });
    default:
      return fieldsOf("web-search", { query: member(action, "query") });
  }
}

/** Newer versions wait for whoever reports first and name nobody. */
function wait(input: JsonObject): Dialect {
  return { kind: "wait", fields: pick(input, { targets: ["targets", "ids"] }) };
}

function mcpResource(tool: string): Reading {
  return (input) => fieldsOf("mcp", { server: member(input, "server"), tool, arguments: input });
}

function named(kind: string, names: Readonly<Record<string, readonly string[]>>): Reading {
  return (input) => {
    const found = pick(input, names);
    return Object.keys(found).length === 0 ? undefined : { kind, fields: found };
  };
}

function fieldsOf(kind: string, fields: Readonly<Record<string, unknown>>): Dialect {
  return { kind, fields: present(fields) };
}
