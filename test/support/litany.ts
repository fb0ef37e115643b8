import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes litany workspaces for tests. Content is as it will stand on disk: text, bytes, or a value to be written as JSON. */
export type Content = string | Uint8Array | object;
type Files = Readonly<Record<string, Content>>;

export interface LitanyAgent {
  readonly goal?: string;
  readonly soul?: string;
  readonly name?: string;
  /** By file name. */
  readonly messages?: Files;
  readonly summary?: Files;
  /** Anything else in the worktree, by path. */
  readonly files?: Files;
}

export interface LitanyStep {
  readonly request?: Content;
  /** Events, written one a line; or the bytes themselves. */
  readonly response?: readonly object[] | string;
  readonly meta?: Content;
  readonly stderr?: string;
  readonly staging?: string;
  readonly tools?: Readonly<Record<string, { readonly input?: Content; readonly output?: Content }>>;
}

export interface LitanySpec {
  readonly agents?: Readonly<Record<string, LitanyAgent>>;
  readonly inbox?: Readonly<Record<string, Files>>;
  /** By agent, then by step name; `driver.log` is text. */
  readonly steps?: Readonly<Record<string, Readonly<Record<string, LitanyStep | string>>>>;
  /** Anything else, by path. */
  readonly files?: Files;
}

/** Writes a workspace into a folder and answers the folder. */
export function writeLitany(folder: string, spec: LitanySpec): string {
  const write = (path: string, content: Content | undefined) => {
    if (content === undefined) return;
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(
      full,
      typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content),
    );
  };
  for (const [id, agent] of Object.entries(spec.agents ?? {})) {
    const worktree = `agents/${id}`;
    mkdirSync(join(folder, worktree, "messages"), { recursive: true });
    write(`${worktree}/goal.md`, agent.goal);
    write(`${worktree}/soul.md`, agent.soul);
    write(`${worktree}/name`, agent.name);
    for (const [name, content] of Object.entries(agent.messages ?? {})) write(`${worktree}/messages/${name}`, content);
    for (const [name, content] of Object.entries(agent.summary ?? {})) write(`${worktree}/summary/${name}`, content);
    for (const [path, content] of Object.entries(agent.files ?? {})) write(`${worktree}/${path}`, content);
  }
  for (const [id, deposits] of Object.entries(spec.inbox ?? {})) {
    mkdirSync(join(folder, "inbox", id), { recursive: true });
    for (const [name, content] of Object.entries(deposits)) write(`inbox/${id}/${name}`, content);
  }
  for (const [id, steps] of Object.entries(spec.steps ?? {})) {
    mkdirSync(join(folder, "steps", id), { recursive: true });
    for (const [name, step] of Object.entries(steps)) {
      if (typeof step === "string") write(`steps/${id}/${name}`, step);
      else writeStep(`steps/${id}/${name}`, step, write);
    }
  }
  for (const [path, content] of Object.entries(spec.files ?? {})) write(path, content);
  return folder;
}

function writeStep(
  folder: string,
  step: LitanyStep,
  write: (path: string, content: Content | undefined) => void,
): void {
  const { response } = step;
  write(`${folder}/request.json`, step.request);
  write(`${folder}/response.json`, typeof response === "object" ? lines(response) : response);
  write(`${folder}/meta.json`, step.meta);
  write(`${folder}/stderr.log`, step.stderr);
  write(`${folder}/staging.json`, step.staging);
  for (const [id, tool] of Object.entries(step.tools ?? {})) {
    write(`${folder}/tools/${id}/input.json`, tool.input);
    write(`${folder}/tools/${id}/output.json`, tool.output);
  }
}

function lines(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

export interface MailHead {
  readonly from?: string;
  readonly at?: string;
  readonly epitaph?: string;
  readonly ref?: string;
}

/** A message with its fenced head. */
export function mail(head: MailHead, body: string): string {
  const fields = [
    ["from", head.from],
    ["deposited_at", head.at],
    ["epitaph", head.epitaph],
    ["terminal_ref", head.ref],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return ["---", ...fields, "---", body].join("\n");
}

export function text(said: string) {
  return { type: "text", text: said };
}

export function thinking(said: string) {
  return { type: "thinking", text: said, signature: null };
}

export function call(id: string, name: string, input?: unknown) {
  return { type: "tool_use", id, name, ...(input === undefined ? {} : { input }) };
}

/** A model entry as engines from 0.0.4 on write it. */
export function reply(content: readonly object[], usage?: object) {
  return { content, ...(usage === undefined ? {} : { usage }) };
}

/** A tool entry as the engine writes it. */
export function result(id: string, said: string, isError = false) {
  return [{ type: "tool_result", tool_use_id: id, content: [text(said)], is_error: isError }];
}

/** The engine's rendering of a finished tool. */
export function exit(code: number, stdout: string, stderr = ""): string {
  if (stderr === "") return `Exit code: ${code}\n${stdout}`;
  return `Exit code: ${code}\n${stdout}${stdout === "" || stdout.endsWith("\n") ? "" : "\n"}--- stderr ---\n${stderr}`;
}

/** What a dispatch call's result says of the child. */
export function handle(id: string): string {
  return exit(0, `{"status":"in_progress","handle":"${id}"}\n`);
}

/** One attempt of a model call as `response.json` holds it. `end: false` leaves it unfinished. */
export function attempt(said: {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { id: string; name: string; input: object }[];
  readonly finish?: string;
  readonly error?: object;
  readonly usage?: object;
  readonly end?: boolean;
  readonly model?: string;
}): readonly object[] {
  const blocks = [
    ...(said.thinking === undefined ? [] : [{ kind: { thinking: {} }, delta: { thinking_delta: said.thinking } }]),
    ...(said.text === undefined ? [] : [{ kind: { text: {} }, delta: { text_delta: said.text } }]),
    ...(said.calls ?? []).map((made) => ({
      kind: { tool_use: { id: made.id, name: made.name } },
      delta: { json_delta: JSON.stringify(made.input) },
    })),
  ];
  return [
    { type: "message_start", v: 1, id: "m", model: said.model ?? "some-model-1.2", role: "assistant" },
    ...blocks.flatMap(({ kind, delta }, index) => [
      { type: "content_start", index, kind },
      { type: "content_delta", index, delta },
      { type: "content_stop", index },
    ]),
    ...(said.usage === undefined ? [] : [{ type: "usage", ...said.usage }]),
    ...(said.error === undefined ? [] : [{ type: "error", ...said.error }]),
    ...(said.finish === undefined ? [] : [{ type: "finish", reason: said.finish }]),
    ...(said.end === false ? [] : [{ type: "end" }]),
  ];
}

export const ROOT = "20270101T090000Z-1a2b3c4d";
export const CHILD = `${ROOT}-20270101T090412Z-0badcafe`;
export const SECOND_CHILD = `${ROOT}-20270101T091030Z-1c0ffee0`;
export const GRANDCHILD = `${CHILD}-20270101T090630Z-2deadbee`;
