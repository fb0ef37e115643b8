import { readCommonTool, readRange } from "../support/common-tools.ts";
import { firstMember, isJsonObject, type JsonObject, member, present } from "../support/values.ts";

/**
 * Litany's tool names, and the foreign ones seen in its transcripts, on the kinds that cards know.
 *
 * | kind | fields |
 * |---|---|
 * | `shell` | `command`, `cwd?`, `description?` |
 * | `read` | `path`, `from?`, `to?` (lines, 1-based, inclusive), `numbered?` |
 * | `patch` | `patch` |
 * | `delegate` | `goal`, `role?`, `name?` |
 * | `send` | `to`, `text` |
 * | `batch` | `invocations`: `{ name, kind, input, fields }` each |
 * | `skill` | `name` |
 * | `cd` | `path` |
 * | `summary` | `text` |
 * | `mark-deletion` | `files` |
 *
 * Foreign tools that `support/common-tools.ts` knows are read as that says. Any other tool keeps its name as kind and its input as fields. Values are as recorded, unchecked; a field whose value
 * the record lacks is absent.
 */
export interface Dialect {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = (input: JsonObject) => Readonly<Record<string, unknown>> | undefined;

const shell: Fields = (input) => {
  const command = commandLine(firstMember(input, "command", "cmd"));
  if (command === undefined) return undefined;
  return present({ command, cwd: firstMember(input, "cwd", "workdir"), description: member(input, "description") });
};

/** A command as one line: also where the record has its words apart, or a shell and the line that it is given. */
function commandLine(command: unknown): string | undefined {
  if (typeof command === "string") return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return undefined;
  const [program = "", option = "", line] = command;
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-[a-z]*c$/.test(option);
  return isShell && line !== undefined && command.length === 3 ? line : command.join(" ");
}

/** A foreign tool that puts the number of each line before it. */
function withNumbers(fields: ReturnType<Fields>): ReturnType<Fields> {
  return fields && { ...fields, numbered: true };
}

const patch: Fields = (input) => {
  const text = firstMember(input, "input", "patch");
  return typeof text === "string" ? { patch: text } : undefined;
};

const TOOLS: ReadonlyMap<string, { readonly kind: string; readonly fields: Fields }> = new Map([
  ["bash", { kind: "shell", fields: shell }],
  ["Bash", { kind: "shell", fields: shell }],
  ["shell", { kind: "shell", fields: shell }],
  ["exec_command", { kind: "shell", fields: shell }],
  ["local_shell", { kind: "shell", fields: shell }],
  ["read_file", { kind: "read", fields: readRange }],
  ["Read", { kind: "read", fields: (input) => withNumbers(readRange(input)) }],
  ["apply_patch", { kind: "patch", fields: patch }],
  ["dispatch", { kind: "delegate", fields: named({ goal: "goal", role: "role", name: "name" }) }],
  ["message", { kind: "send", fields: named({ to: "agent", text: "content" }) }],
  ["multi_tool", { kind: "batch", fields: batch }],
  ["load_skill", { kind: "skill", fields: named({ name: "name" }) }],
  ["cd", { kind: "cd", fields: named({ path: "path" }) }],
  [
    "write_summary",
    { kind: "summary", fields: (input) => present({ text: firstMember(input, "content", "summary", "text") }) },
  ],
  ["mark_for_deletion", { kind: "mark-deletion", fields: markDeletion }],
]);

export function readTool(name: string, input: unknown): Dialect {
  const own = { kind: name, fields: isJsonObject(input) ? input : {} };
  const tool = TOOLS.get(name);
  if (tool === undefined) return readCommonTool(name, input) ?? own;
  if (!isJsonObject(input)) return { kind: tool.kind, fields: {} };
  const fields = tool.fields(input);
  return fields === undefined ? own : { kind: tool.kind, fields };
}

/** One call of several that are made in one. */
export interface Invocation extends Dialect {
  readonly name: string;
  readonly input: unknown;
}

/** The calls that a `batch` makes; none where its input is not of that shape. */
export function invocationsOf(fields: Readonly<Record<string, unknown>>): readonly Invocation[] {
  const invocations = fields.invocations;
  return Array.isArray(invocations) ? invocations.filter(isInvocation) : [];
}

function isInvocation(value: unknown): value is Invocation {
  return (
    isJsonObject(value) &&
    typeof value.name === "string" &&
    typeof value.kind === "string" &&
    isJsonObject(value.fields)
  );
}

function batch(input: JsonObject): Readonly<Record<string, unknown>> | undefined {
  const list = member(input, "invocations");
  if (!Array.isArray(list)) return undefined;
  return { invocations: list.map(invocation) };
}

function invocation(value: unknown): Invocation {
  const name = isJsonObject(value) ? member(value, "name") : undefined;
  if (!isJsonObject(value) || typeof name !== "string") return { name: "", kind: "", input: value, fields: {} };
  const input = member(value, "input");
  // The engine refuses a batch within a batch; reading one would recurse as deep as the input does.
  const inner = name === "multi_tool" ? { kind: name, fields: {} } : readTool(name, input);
  return { name, input, ...inner };
}

function markDeletion(input: JsonObject): Readonly<Record<string, unknown>> {
  const files = firstMember(input, "files", "paths", "path");
  return present({ files: typeof files === "string" ? [files] : files });
}

function named(names: Readonly<Record<string, string>>): Fields {
  return (input) =>
    present(Object.fromEntries(Object.entries(names).map(([field, recorded]) => [field, member(input, recorded)])));
}
