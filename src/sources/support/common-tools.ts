import { firstMember, isJsonObject, type JsonObject, member, present } from "./values.ts";

/** A call under the names that cards know. */
export interface ReadTool {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Read = (input: JsonObject) => Readonly<Record<string, unknown>> | undefined;

const PATH = ["path", "file_path"];

/**
 * Tools of widely used harnesses, for formats whose transcripts may come from any of them. A format's own dialect comes
 * first; it alone knows what is special about its tools.
 */
const TOOLS: ReadonlyMap<string, { readonly kind: string; readonly read: Read }> = new Map([
  ...tools("write", named({ path: PATH, content: ["content", "file_text"] }), "Write", "write_file", "create_file"),
  ...tools("edit", edit, "Edit", "MultiEdit", "edit_file", "str_replace"),
  ...tools("notebook-edit", notebook, "NotebookEdit"),
  ...tools(
    "search",
    named({ pattern: ["pattern"], path: ["path"], glob: ["glob", "include"], mode: ["output_mode"] }),
    "Grep",
    "grep",
    "grep_files",
  ),
  ...tools("list", named({ pattern: ["pattern"], path: ["path"] }), "Glob", "glob"),
  ...tools("list", named({ path: ["path", "dir_path"] }), "LS", "ls", "list_dir", "list_files"),
  ...tools("image", named({ path: ["path"] }), "view_image"),
  ...tools("web-fetch", named({ url: ["url"], prompt: ["prompt"] }), "WebFetch", "web_fetch"),
  ...tools("web-search", named({ query: ["query"] }), "WebSearch", "web_search"),
  ...tools("todo", todo, "TodoWrite", "update_plan", "write_todos"),
  ...tools("todo", taskCreate, "TaskCreate"),
  ...tools("todo", taskUpdate, "TaskUpdate"),
  ...tools("plan", named({ text: ["plan"] }), "ExitPlanMode"),
  ...tools(
    "delegate",
    named({
      goal: ["prompt", "message", "goal"],
      role: ["subagent_type", "agent_type", "role"],
      name: ["name", "task_name", "description"],
    }),
    "Task",
    "Agent",
    "spawn_agent",
  ),
  ...tools(
    "send",
    named({ to: ["to", "target", "id", "recipient"], text: ["message", "content", "text"] }),
    "SendMessage",
    "send_input",
    "send_message",
  ),
  ...tools("wait", targets, "wait", "wait_agent", "TaskOutput"),
  ...tools("stdin", named({ session: ["session_id"], text: ["chars"] }), "write_stdin"),
  ...tools("shell-output", named({ shell: ["bash_id", "shell_id"] }), "BashOutput"),
  ...tools(
    "kill",
    named({ target: ["target", "shell_id", "task_id", "id"] }),
    "close_agent",
    "KillBash",
    "KillShell",
    "TaskStop",
  ),
  ...tools("ask", ask, "AskUserQuestion", "request_user_input"),
  ...tools("skill", named({ name: ["skill", "name", "command"], arguments: ["args"] }), "Skill", "SlashCommand"),
  ...tools("tool-search", named({ query: ["query"] }), "ToolSearch", "tool_search"),
]);

const MCP = /^mcp__(.+?)__(.+)$/s;
const MCP_RESOURCES = /^(?:list_mcp_resources|list_mcp_resource_templates|read_mcp_resource)$/;

/** `undefined` for a tool that is not known, or an input that is not of its shape. */
export function readCommonTool(name: string, input: unknown): ReadTool | undefined {
  const [, server, mcpTool] = MCP.exec(name) ?? [];
  if (server !== undefined && mcpTool !== undefined)
    return { kind: "mcp", fields: { server, tool: mcpTool, arguments: input } };
  if (!isJsonObject(input)) return undefined;
  if (MCP_RESOURCES.test(name))
    return { kind: "mcp", fields: present({ server: member(input, "server"), tool: name, arguments: input }) };
  const tool = TOOLS.get(name);
  const fields = tool?.read(input);
  return tool === undefined || fields === undefined ? undefined : { kind: tool.kind, fields };
}

/** A reading tool's fields, with the range as lines, 1-based and inclusive. */
export function readRange(input: JsonObject): Readonly<Record<string, unknown>> | undefined {
  const path = firstMember(input, "path", "file_path");
  if (typeof path !== "string") return undefined;
  const from = member(input, "offset");
  const limit = member(input, "limit");
  const to = typeof limit === "number" ? (typeof from === "number" ? from : 1) + limit - 1 : undefined;
  return present({ path, from, to });
}

function tools(kind: string, read: Read, ...names: readonly string[]) {
  return names.map((name) => [name, { kind, read }] as const);
}

/** Kinds' fields by the names that they are recorded under. A kind cannot do without the first. */
function named(names: Readonly<Record<string, readonly string[]>>): Read {
  const [needed = ""] = Object.keys(names);
  return (input) => {
    const found = Object.entries(names).map(([field, recorded]) => [field, firstMember(input, ...recorded)] as const);
    const fields = present(Object.fromEntries(found));
    return Object.hasOwn(fields, needed) ? fields : undefined;
  };
}

function edit(input: JsonObject) {
  const path = firstMember(input, ...PATH);
  const list = member(input, "edits");
  const edits = Array.isArray(list) ? list : [input];
  if (path === undefined) return undefined;
  return { path, edits: edits.map((one) => (isJsonObject(one) ? replacement(one) : one)) };
}

function replacement(input: JsonObject) {
  return present({
    old: firstMember(input, "old_string", "old_str", "old"),
    new: firstMember(input, "new_string", "new_str", "new"),
    all: firstMember(input, "replace_all", "all") === true ? true : undefined,
  });
}

function notebook(input: JsonObject) {
  const path = firstMember(input, "notebook_path", "path");
  if (path === undefined) return undefined;
  return present({
    path,
    cell: firstMember(input, "cell_id", "cell_number"),
    source: firstMember(input, "new_source", "source"),
    mode: member(input, "edit_mode"),
  });
}

function todo(input: JsonObject) {
  const list = firstMember(input, "todos", "plan", "items");
  if (!Array.isArray(list)) return undefined;
  const items = list.map((item: unknown) =>
    isJsonObject(item)
      ? present({ text: firstMember(item, "content", "step", "text", "description"), status: member(item, "status") })
      : { text: item },
  );
  return present({ items, explanation: member(input, "explanation") });
}

function taskCreate(input: JsonObject) {
  const text = member(input, "subject");
  return text === undefined ? undefined : { items: [{ text, status: "pending" }], partial: true };
}

function taskUpdate(input: JsonObject) {
  const status = member(input, "status");
  const id = member(input, "taskId");
  if (typeof status !== "string" || typeof id !== "string") return undefined;
  return { items: [{ text: member(input, "subject") ?? `#${id}`, status }], partial: true };
}

function targets(input: JsonObject) {
  const list = firstMember(input, "targets", "ids", "agents");
  const one = member(input, "task_id");
  return present({ targets: list ?? (one === undefined ? undefined : [one]) });
}

function ask(input: JsonObject) {
  const questions = member(input, "questions");
  if (!Array.isArray(questions)) return undefined;
  return { questions: questions.map((one: unknown) => (isJsonObject(one) ? question(one) : one)) };
}

function question(input: JsonObject) {
  const options = member(input, "options");
  const labels = Array.isArray(options)
    ? options.map((option: unknown) => (isJsonObject(option) ? (member(option, "label") ?? option) : option))
    : [];
  return present({ question: member(input, "question"), options: labels, id: member(input, "id") });
}
