import { isJsonObject, type JsonObject, member, present } from "../support/values.ts";

/**
 * Claude Code's tool names on the kinds that cards know.
 *
 * | kind | tools | fields |
 * |---|---|---|
 * | `shell` | Bash | `command`, `description?`, `timeoutMs?`, `background?` |
 * | `read` | Read, NotebookRead | `path`, `from?`, `to?` (lines, 1-based, inclusive), `numbered` (Read numbers its lines) |
 * | `write` | Write | `path`, `content` |
 * | `edit` | Edit, MultiEdit | `path`, `edits`: `{ old, new, all? }` each |
 * | `notebook-edit` | NotebookEdit | `path`, `cell?`, `source`, `mode?` |
 * | `search` | Grep | `pattern`, `path?`, `glob?`, `mode?` |
 * | `list` | Glob, LS | `path?`, `pattern?` |
 * | `web-fetch` | WebFetch | `url`, `prompt?` |
 * | `web-search` | WebSearch | `query` |
 * | `todo` | TodoWrite, TaskCreate, TaskUpdate that sets a status | `items`: `{ text, status }` each, `partial?` (all but TodoWrite) |
 * | `plan` | ExitPlanMode | `text` |
 * | `delegate` | Task, Agent, Workflow | `goal`, `role?`, `name?` |
 * | `wait` | TaskOutput, AgentOutputTool | `targets` |
 * | `shell-output` | BashOutput | `shell` |
 * | `kill` | KillBash, KillShell, TaskStop | `target` |
 * | `send` | SendMessage | `to`, `text` |
 * | `ask` | AskUserQuestion | `questions`: `{ question, options }` each |
 * | `skill` | Skill, SlashCommand | `name`, `arguments?` |
 * | `tool-search` | ToolSearch | `query` |
 * | `mcp` | `mcp__server__tool` | `server`, `tool`, `arguments` |
 *
 * Any other tool keeps its name as kind and its input as fields. Values are as recorded, unchecked; a field whose value
 * the record lacks is absent.
 */
export interface Dialect {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = (input: JsonObject) => Readonly<Record<string, unknown>> | undefined;

const TOOLS: ReadonlyMap<string, { readonly kind: string; readonly fields: Fields }> = new Map(
  Object.entries({
    Bash: {
      kind: "shell",
      fields: named({
        command: ["command"],
        description: ["description"],
        timeoutMs: ["timeout"],
        background: ["run_in_background"],
      }),
    },
    Read: { kind: "read", fields: read },
    NotebookRead: { kind: "read", fields: named({ path: ["notebook_path"] }) },
    Write: { kind: "write", fields: named({ path: ["file_path"], content: ["content"] }) },
    Edit: { kind: "edit", fields: edit },
    MultiEdit: { kind: "edit", fields: multiEdit },
    NotebookEdit: {
      kind: "notebook-edit",
      fields: named({
        path: ["notebook_path"],
        cell: ["cell_id", "cell_number"],
        source: ["new_source"],
        mode: ["edit_mode"],
      }),
    },
    Grep: {
      kind: "search",
      fields: named({ pattern: ["pattern"], path: ["path"], glob: ["glob", "include"], mode: ["output_mode"] }),
    },
    Glob: { kind: "list", fields: named({ pattern: ["pattern"], path: ["path"] }) },
    LS: { kind: "list", fields: named({ path: ["path"] }) },
    WebFetch: { kind: "web-fetch", fields: named({ url: ["url"], prompt: ["prompt"] }) },
    WebSearch: { kind: "web-search", fields: named({ query: ["query"] }) },
    TodoWrite: { kind: "todo", fields: todos },
    TaskCreate: { kind: "todo", fields: taskCreate },
    TaskUpdate: { kind: "todo", fields: taskUpdate },
    ExitPlanMode: { kind: "plan", fields: named({ text: ["plan"] }) },
    Task: { kind: "delegate", fields: delegate },
    Agent: { kind: "delegate", fields: delegate },
    Workflow: { kind: "delegate", fields: named({ goal: ["script", "scriptPath"], name: ["name"] }) },
    TaskOutput: { kind: "wait", fields: wait },
    AgentOutputTool: { kind: "wait", fields: wait },
    BashOutput: { kind: "shell-output", fields: named({ shell: ["bash_id", "shell_id"] }) },
    KillBash: { kind: "kill", fields: named({ target: ["shell_id", "bash_id"] }) },
    KillShell: { kind: "kill", fields: named({ target: ["shell_id"] }) },
    TaskStop: { kind: "kill", fields: named({ target: ["task_id", "shell_id"] }) },
    SendMessage: {
      kind: "send",
      fields: named({ to: ["to", "recipient", "target_agent_id"], text: ["message", "content"] }),
    },
    AskUserQuestion: { kind: "ask", fields: ask },
    Skill: { kind: "skill", fields: named({ name: ["skill", "command"], arguments: ["args"] }) },
    SlashCommand: { kind: "skill", fields: named({ name: ["command"] }) },
    ToolSearch: { kind: "tool-search", fields: named({ query: ["query"] }) },
  }),
);

const MCP = /^mcp__(.+?)__(.+)$/s;

/** A tool whose input is not what its kind needs keeps its own name as kind, so that it is shown as any unknown tool. */
export function readTool(name: string, input: unknown): Dialect {
  const own = { kind: name, fields: isJsonObject(input) ? input : {} };
  if (!isJsonObject(input)) return own;
  const mcp = name.length <= 500 ? MCP.exec(name) : null;
  if (mcp !== null) return { kind: "mcp", fields: { server: mcp[1], tool: mcp[2], arguments: input } };
  const tool = TOOLS.get(name);
  const fields = tool?.fields(input);
  return tool === undefined || fields === undefined ? own : { kind: tool.kind, fields };
}

/** Kinds' fields by the names that they are recorded under. A kind cannot do without the first. */
function named(names: Readonly<Record<string, readonly string[]>>): Fields {
  const [needed = ""] = Object.keys(names);
  return (input) => {
    const fields = Object.entries(names).map(([field, recorded]) => [field, first(input, recorded)] as const);
    const found = present(Object.fromEntries(fields));
    return Object.hasOwn(found, needed) ? found : undefined;
  };
}

function read(input: JsonObject) {
  const path = first(input, ["file_path", "path"]);
  if (path === undefined) return undefined;
  const from = member(input, "offset");
  const limit = member(input, "limit");
  const to = typeof limit === "number" ? (typeof from === "number" ? from : 1) + limit - 1 : undefined;
  return present({ path, from, to, numbered: true });
}

function edit(input: JsonObject) {
  const path = member(input, "file_path");
  return path === undefined ? undefined : { path, edits: [replacement(input)] };
}

function multiEdit(input: JsonObject) {
  const edits = member(input, "edits");
  if (!Array.isArray(edits)) return undefined;
  return present({
    path: member(input, "file_path"),
    edits: edits.map((one) => (isJsonObject(one) ? replacement(one) : one)),
  });
}

function replacement(input: JsonObject) {
  return present({
    old: member(input, "old_string"),
    new: member(input, "new_string"),
    all: member(input, "replace_all") === true ? true : undefined,
  });
}

function todos(input: JsonObject) {
  const list = member(input, "todos");
  if (!Array.isArray(list)) return undefined;
  return {
    items: list.map((item) =>
      isJsonObject(item) ? present({ text: member(item, "content"), status: member(item, "status") }) : { text: item },
    ),
  };
}

function taskCreate(input: JsonObject) {
  const subject = member(input, "subject");
  return subject === undefined ? undefined : { items: [{ text: subject, status: "pending" }], partial: true };
}

function taskUpdate(input: JsonObject) {
  const status = member(input, "status");
  const id = member(input, "taskId");
  if (typeof status !== "string" || typeof id !== "string") return undefined;
  const subject = member(input, "subject");
  return { items: [{ text: typeof subject === "string" ? subject : `#${id}`, status }], partial: true };
}

function delegate(input: JsonObject) {
  const goal = member(input, "prompt");
  if (goal === undefined) return undefined;
  return present({ goal, role: member(input, "subagent_type"), name: first(input, ["name", "description"]) });
}

function wait(input: JsonObject) {
  const target = first(input, ["task_id", "agentId"]);
  return target === undefined ? undefined : { targets: [target] };
}

function ask(input: JsonObject) {
  const questions = member(input, "questions");
  if (Array.isArray(questions)) return { questions: questions.map((one) => (isJsonObject(one) ? question(one) : one)) };
  return member(input, "question") === undefined ? undefined : { questions: [question(input)] };
}

function question(input: JsonObject) {
  const options = member(input, "options");
  const labels = Array.isArray(options)
    ? options.map((option) => (isJsonObject(option) ? (member(option, "label") ?? option) : option))
    : [];
  return present({ question: member(input, "question"), options: labels });
}

function first(input: JsonObject, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(input, candidate));
  return name === undefined ? undefined : input[name];
}
