import type { OpenWorkspace, Row, Task } from "../../../src/model/index.ts";
import { codex } from "../../../src/sources/codex/index.ts";
import { tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { expectSoundRecords } from "../sound.ts";

export type Payload = Readonly<Record<string, unknown>>;

/** Opens a file or folder and holds it to what every record must be. */
export async function openPath(path: string): Promise<OpenWorkspace> {
  const workspace = await codex.open({ path });
  await expectSoundRecords(workspace);
  return workspace;
}

export function fixture(name: string): Promise<OpenWorkspace> {
  return openPath(new URL(`../../../fixtures/codex/${name}`, import.meta.url).pathname);
}

/** Rollouts by file name, line by line. */
export function openFiles(files: Readonly<Record<string, readonly unknown[]>>): Promise<OpenWorkspace> {
  const texts = Object.entries(files).map(([name, lines]) => [name, text(lines)]);
  return openPath(tempTree(Object.fromEntries(texts)));
}

export interface OneSession {
  readonly workspace: OpenWorkspace;
  readonly task: Task;
  readonly rows: readonly Row[];
}

/** One session whose first line is its head, unless the lines bring their own. */
export async function session(lines: readonly unknown[], head: unknown = meta("s-1")): Promise<OneSession> {
  return only(await openFiles({ "rollout.jsonl": head === undefined ? lines : [head, ...lines] }));
}

export async function only(workspace: OpenWorkspace): Promise<OneSession> {
  const task = workspace.index.tasks.find((one) => one.record === "present");
  if (task === undefined) throw new Error("there is no session");
  return { workspace, task, rows: await rowsOf(workspace, task.id) };
}

/** Rows beyond those of the session's head. */
export function body(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => !/^L1(?:\.\d+)?$/.test(row.label));
}

export function text(lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

export function line(type: string, payload: unknown): unknown {
  return { timestamp: "2027-03-09T08:00:01.000Z", type, payload };
}

export function meta(id: string, more: Payload = {}): unknown {
  return line("session_meta", { id, timestamp: "2027-03-09T08:00:00.000Z", cwd: "/home/dev/lantern", ...more });
}

export function item(type: string, more: Payload): unknown {
  return line("response_item", { type, ...more });
}

export function event(type: string, more: Payload = {}): unknown {
  return line("event_msg", { type, ...more });
}

export function context(more: Payload = {}): unknown {
  return line("turn_context", { turn_id: "t", model: "marlin-4.1", ...more });
}

export function says(role: string, ...texts: readonly string[]): unknown {
  const type = role === "assistant" ? "output_text" : "input_text";
  return item("message", { role, content: texts.map((words) => ({ type, text: words })) });
}

export function call(id: string, name: string, args: unknown): unknown {
  return item("function_call", { call_id: id, name, arguments: JSON.stringify(args) });
}

export function output(id: string, value: unknown): unknown {
  return item("function_call_output", { call_id: id, output: value });
}

/** A count of tokens: input and output of the whole session, and of the newest reply. */
export function tokens(total: readonly [number, number], last: readonly [number, number]): unknown {
  const counters = ([input, out]: readonly [number, number]) => ({ input_tokens: input, output_tokens: out });
  return event("token_count", { info: { total_token_usage: counters(total), last_token_usage: counters(last) } });
}
