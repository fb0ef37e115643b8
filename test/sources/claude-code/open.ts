import type { DelegationEdge, OpenWorkspace, Row, RowType, Task } from "../../../src/model/index.ts";
import { claudeCode } from "../../../src/sources/claude-code/index.ts";
import { tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { expectSoundRecords } from "../sound.ts";

/** A line, or text that is written as it is. */
export type Line = Readonly<Record<string, unknown>> | string;

/** Opens a file or folder and holds it to what every record must be. */
export async function openPath(path: string): Promise<OpenWorkspace> {
  const workspace = await claudeCode.open({ path });
  await expectSoundRecords(workspace);
  return workspace;
}

export function fixture(name: string): Promise<OpenWorkspace> {
  return openPath(fixturePath(name));
}

export function fixturePath(name: string): string {
  return new URL(`../../../fixtures/claude-code/${name}`, import.meta.url).pathname;
}

/** Files by path: lists of lines, or text. */
export function openFiles(files: Readonly<Record<string, readonly Line[] | string>>): Promise<OpenWorkspace> {
  return openPath(writeFiles(files));
}

export function writeFiles(files: Readonly<Record<string, readonly Line[] | string>>): string {
  const texts = Object.entries(files).map(([name, lines]) => [name, typeof lines === "string" ? lines : text(lines)]);
  return tempTree(Object.fromEntries(texts));
}

export interface OneSession {
  readonly workspace: OpenWorkspace;
  readonly task: Task;
  readonly rows: readonly Row[];
}

/** One session, its lines chained: each gets an id, follows the one before and is a second later, unless it says else. */
export async function session(...lines: readonly Line[]): Promise<OneSession> {
  return only(await openFiles({ "s.jsonl": chain(lines) }));
}

export async function only(workspace: OpenWorkspace): Promise<OneSession> {
  const [task] = workspace.index.tasks;
  if (task === undefined) throw new Error("there is no session");
  return { workspace, task, rows: await rowsOf(workspace, task.id) };
}

export function chain(
  lines: readonly Line[],
  prefix = "u",
  more: Readonly<Record<string, unknown>> = {},
): readonly Line[] {
  let parent: unknown = null;
  return lines.map((line, at) => {
    if (typeof line === "string" || line.bare === true) return line;
    const whole = {
      parentUuid: parent,
      isSidechain: false,
      sessionId: "s",
      uuid: `${prefix}${at + 1}`,
      timestamp: stamp(at + 1),
      ...more,
      ...line,
    };
    parent = whole.uuid;
    return whole;
  });
}

export function stamp(second: number): string {
  return new Date(Date.UTC(2027, 2, 9, 8, 0, second)).toISOString();
}

export function text(lines: readonly Line[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

export function user(content: unknown, more: Readonly<Record<string, unknown>> = {}): Line {
  return { type: "user", message: { role: "user", content }, ...more };
}

/** A line of a reply. `more.message` goes into the message. */
export function reply(id: string, content: unknown, more: Readonly<Record<string, unknown>> = {}): Line {
  const { message = {}, ...rest } = more;
  const whole = { id, type: "message", role: "assistant", model: "heron-2", content, stop_reason: null };
  return { type: "assistant", message: { ...whole, ...(message as object) }, ...rest };
}

export function words(said: string): unknown {
  return { type: "text", text: said };
}

export function call(id: string, name: string, input: unknown = {}): unknown {
  return { type: "tool_use", id, name, input };
}

export function result(id: string, content: unknown, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { type: "tool_result", tool_use_id: id, content, ...more };
}

/** A whole answer: a reply with its words, which ends the turn. */
export function answer(id: string, said: string, more: Readonly<Record<string, unknown>> = {}): Line {
  return reply(id, [words(said)], { message: { stop_reason: "end_turn" }, ...more });
}

export function system(subtype: string, more: Readonly<Record<string, unknown>> = {}): Line {
  return { type: "system", subtype, ...more };
}

/** `L2 tool-call`, … */
export function outline(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => `${row.label} ${row.type}`);
}

export function rowsOfType<T extends RowType>(rows: readonly Row[], type: T): readonly Extract<Row, { type: T }>[] {
  return rows.filter((row): row is Extract<Row, { type: T }> => row.type === type);
}

export function first<T extends RowType>(rows: readonly Row[], type: T): Extract<Row, { type: T }> {
  const [row] = rowsOfType(rows, type);
  if (row === undefined) throw new Error(`there is no ${type}`);
  return row;
}

/** The text of a message's parts. */
export function said(row: Row | undefined): string {
  if (row?.type !== "message") return "";
  return row.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

export function taskNamed(workspace: OpenWorkspace, title: string): Task {
  const task = workspace.index.tasks.find((one) => one.title === title);
  if (task === undefined) throw new Error(`no Task has the title ${title}`);
  return task;
}

/** The edges that lead to a Task, without their long sentences. */
export function edgesTo(workspace: OpenWorkspace, task: Task): readonly Omit<DelegationEdge, "basis">[] {
  return workspace.index.edges.filter((edge) => edge.childTaskId === task.id).map(({ basis: _, ...edge }) => edge);
}

export function codes(workspace: OpenWorkspace): readonly string[] {
  return workspace.index.diagnostics.map(({ code, severity }) => `${code} ${severity}`);
}

/** Dispositions of the records without rows, by record. */
export function notes(workspace: OpenWorkspace): Readonly<Record<string, unknown>> {
  return Object.fromEntries(workspace.index.notes.map(({ record, disposition }) => [record, disposition]));
}
