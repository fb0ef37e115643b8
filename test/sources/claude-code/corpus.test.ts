import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/sources/claude-code/index.ts";
import { normalise, stringsIn } from "../normal.ts";
import type { Raw } from "../raw.ts";
import { rowsOf } from "../records.ts";
import { openPath } from "./open.ts";

const corpus = process.env.TASKFOLIO_CORPUS ?? "";

/** Every set, and the small inputs made after reports that hold a session. */
function inputs(): readonly (readonly [number, string])[] {
  const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
  const reports = list(join(corpus, "bug-repros")).filter((path) => existsSync(join(path, "session.jsonl")));
  return [...list(join(corpus, "claude-code")), ...reports].sort().map((path, at) => [at + 1, path] as const);
}

interface RawFile {
  readonly path: string;
  readonly lines: readonly { readonly n: number; readonly value: Raw }[];
}

function rawFiles(folder: string): readonly RawFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (path) => path.endsWith(".jsonl") && basename(path) !== "journal.jsonl" && statSync(join(folder, path)).isFile(),
    )
    .sort()
    .map((path) => ({ path, lines: rawLines(join(folder, path)) }));
}

function rawLines(path: string): RawFile["lines"] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text, at) => {
      try {
        const value: Raw = JSON.parse(text);
        return typeof value === "object" && value !== null && !Array.isArray(value) ? [{ n: at + 1, value }] : [];
      } catch {
        return [];
      }
    });
}

const spoken = (file: RawFile) =>
  file.lines.map(({ value }) => value).filter(({ type }) => type === "user" || type === "assistant");
const isAgentFile = (file: RawFile) =>
  spoken(file).length > 0 &&
  spoken(file).every((value) => value.isSidechain === true) &&
  (basename(file.path).startsWith("agent-") || spoken(file)[0].agentId !== undefined);
const blocksOf = (value: Raw): readonly Raw[] => (Array.isArray(value.message?.content) ? value.message.content : []);

/** What the raw records say of agents: which there are, and which of them a call names or has the prompt of. */
function countAgents(folder: string): { readonly tasks: number; readonly children: number; readonly linked: number } {
  const files = rawFiles(folder);
  const own = files.filter((file) => !isAgentFile(file));
  const agents = new Set<string>();
  const named = new Set<string>();
  const prompts = new Map<string, number>();
  const results: Raw[] = [];
  const answered = new Map<string, string>();
  for (const file of files) {
    for (const { value } of file.lines) {
      const inner = value.type === "progress" && value.data?.type === "agent_progress" ? value.data : undefined;
      if (inner !== undefined) {
        agents.add(inner.agentId);
        named.add(inner.agentId);
      }
      for (const block of blocksOf(value)) {
        if (block.type === "tool_use" && (block.name === "Task" || block.name === "Agent")) {
          answered.set(block.id, block.input?.prompt ?? "");
          const prompt = (block.input?.prompt ?? "").trim();
          if (prompt !== "") prompts.set(prompt, (prompts.get(prompt) ?? 0) + 1);
        }
        if (block.type === "tool_result") results.push({ block, copy: value.toolUseResult });
      }
    }
  }
  const ids = new Set(
    files.filter(isAgentFile).map((file) => spoken(file)[0].agentId ?? basename(file.path).slice(6, -6)),
  );
  for (const id of ids) agents.add(id);
  for (const { block, copy } of results) {
    const text = stringsIn(block.content).join("\n");
    const id =
      copy?.agentId ?? (answered.has(block.tool_use_id) ? /agentId: ([A-Za-z0-9]+)/.exec(text)?.[1] : undefined);
    if (id === undefined) continue;
    named.add(id);
    agents.add(id);
  }
  // Agents of a workflow are named by the folder of their run.
  const runs = new Set(results.map(({ copy }) => copy?.runId).filter((id) => id !== undefined));
  for (const file of files.filter(isAgentFile)) {
    if (runs.has(basename(dirname(file.path)))) named.add(spoken(file)[0].agentId);
  }
  const open: string[] = [];
  for (const file of files.filter(isAgentFile)) {
    const [first] = spoken(file);
    const id = first.agentId ?? basename(file.path).slice(6, -6);
    if (!named.has(id)) open.push(promptOf(first));
  }
  let inline = 0;
  for (const file of own) {
    const side = file.lines.map(({ value }) => value).filter((value) => value.isSidechain === true);
    const known = new Set(side.map((value) => value.uuid));
    const roots = side.filter((value) => !known.has(value.parentUuid));
    inline += roots.length;
    for (const root of roots) open.push(promptOf(root));
  }
  let matched = 0;
  for (const prompt of open) {
    const left = prompts.get(prompt) ?? 0;
    if (left === 0) continue;
    prompts.set(prompt, left - 1);
    matched += 1;
  }
  const sessionIds = new Set(
    own.flatMap((file) => [basename(file.path, ".jsonl"), ...spoken(file).map((value) => value.sessionId)]),
  );
  const absent = new Set(
    files
      .filter(isAgentFile)
      .map((file) => /([^/]+)\/subagents\//.exec(file.path)?.[1] ?? spoken(file)[0].sessionId)
      .filter((id) => !sessionIds.has(id)),
  );
  const children = agents.size + inline;
  return { tasks: own.length + absent.size + children, children, linked: named.size + matched };
}

function promptOf(value: Raw): string {
  if (value.type !== "user") return "";
  const content = value.message?.content;
  const text = typeof content === "string" ? content : (content?.[0]?.text ?? "");
  return text.replace(/^<teammate-message[^>]*>|<\/teammate-message>$/g, "").trim();
}

/** What the record says, reasons, calls with and got back. */
function wordsOf(value: Raw): readonly string[] {
  const message = value.data?.message?.message ?? value.message;
  const content =
    typeof message?.content === "string" ? [message.content] : Array.isArray(message?.content) ? message.content : [];
  const words = content.flatMap((block: Raw) =>
    typeof block === "string"
      ? [block]
      : stringsIn([
          block?.text,
          block?.thinking,
          block?.input,
          block?.type === "tool_result" ? block.content : undefined,
        ]),
  );
  const beside = value.type === "system" || value.type === "queue-operation" ? stringsIn(value.content) : [];
  const attached = value.type === "attachment" ? stringsIn([value.attachment?.content, value.attachment?.prompt]) : [];
  return [...words, ...beside, ...attached];
}

describe.runIf(corpus !== "" && existsSync(corpus))("every Claude Code set of the corpus", () => {
  it.each(inputs())("is recognised and gives a sound record, number %i", async (_, path) => {
    expect(await claudeCode.detect({ path })).toBeDefined();
    const { index } = await openPath(path);
    expect(index.files.reduce((sum, file) => sum + file.records, 0)).toBeGreaterThan(0);
  });

  it.each(inputs())("has the agents and links that its raw records tell of, number %i", async (_, path) => {
    const { index } = await claudeCode.open({ path });
    const children = index.tasks.filter(({ parentId }) => parentId !== undefined);
    const created = index.edges.filter(({ kind, call }) => kind === "created" && call !== undefined);
    expect({ tasks: index.tasks.length, children: children.length, linked: created.length }).toEqual(countAgents(path));
    expect(children.filter(({ attached }) => !attached)).toHaveLength(children.length - created.length);
  });

  it.each(inputs())("loses no words, number %i", async (_, path) => {
    const workspace = await claudeCode.open({ path });
    const noted = new Set(workspace.index.notes.map((note) => note.record));
    const shown = new Map<string, string[]>();
    const owners = new Map<string, Set<string>>();
    for (const task of workspace.index.tasks) {
      for (const row of await rowsOf(workspace, task.id)) {
        const { record, itemId: _id, place: _place, label: _label, ...content } = row;
        shown.set(record, [...(shown.get(record) ?? []), ...stringsIn(content)]);
        owners.set(record, (owners.get(record) ?? new Set()).add(task.id));
      }
    }
    const lost: string[] = [];
    for (const file of rawFiles(path)) {
      for (const { n, value } of file.lines) {
        const record = `${file.path}:${n}`;
        if (noted.has(record)) continue;
        const text = normalise((shown.get(record) ?? []).join(" "));
        for (const words of wordsOf(value).map(normalise))
          if (words.length > 20 && !text.includes(words)) lost.push(record);
      }
    }
    expect(lost).toEqual([]);
    expect([...owners.values()].filter((tasks) => tasks.size !== 1)).toEqual([]);
  });
});
