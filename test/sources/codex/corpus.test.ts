import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codex } from "../../../src/sources/codex/index.ts";
import { normalise, stringsIn } from "../normal.ts";
import type { Raw } from "../raw.ts";
import { rowsOf } from "../records.ts";
import { openPath } from "./open.ts";

const corpus = process.env.TASKFOLIO_CORPUS ?? "";

function workspaces(): readonly string[] {
  const sets = join(corpus, "codex");
  const named = existsSync(sets) ? readdirSync(sets).map((name) => join(sets, name)) : [];
  const reports = join(corpus, "bug-repros");
  const small = existsSync(reports) ? readdirSync(reports).filter((name) => name.includes("codex")) : [];
  return [...named, ...small.map((name) => join(reports, name))].sort();
}

/** Numbered, so that no folder's name stands in a test's; one that is skipped says so where there is no corpus. */
function numbered(): readonly (readonly [number, string])[] {
  return corpus === "" ? [[0, ""]] : workspaces().map((path, at) => [at + 1, path]);
}

interface RawLine {
  readonly type?: string;
  readonly payload?: Raw;
}

function rollouts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
}

function rawLines(path: string): readonly (RawLine & { readonly line: number })[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text, at) => (text.trim() === "" ? [] : [{ ...JSON.parse(text), line: at + 1 }]));
}

/** What the model was given, said, called and got back, as the line has it. */
function wordsOf({ type, payload = {} }: RawLine): readonly string[] {
  const args = typeof payload.arguments === "string" ? stringsIn(JSON.parse(payload.arguments)) : [];
  if (type === "response_item")
    return [...stringsIn([payload.content, payload.summary, payload.input, payload.output]), ...args];
  if (type === "event_msg")
    return stringsIn([
      payload.message,
      payload.text,
      payload.last_agent_message,
      payload.aggregated_output,
      payload.prompt,
    ]);
  return type === "compacted" ? stringsIn([payload.message, payload.replacement_history]) : [];
}

describe.runIf(corpus !== "" && existsSync(corpus))("every Codex set of the corpus", () => {
  it.each(numbered())("is recognised and gives a sound record, number %i", async (_, path) => {
    expect(await codex.detect({ path })).toBeDefined();
    const { index } = await openPath(path);
    expect(index.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.each(numbered())("loses no words, number %i", async (_, path) => {
    const workspace = await codex.open({ path });
    const noted = new Set(workspace.index.notes.map((note) => note.record));
    const shown = new Map<string, string[]>();
    for (const task of workspace.index.tasks) {
      for (const row of await rowsOf(workspace, task.id)) {
        const { record, itemId: _id, place: _place, label: _label, ...content } = row;
        shown.set(record, [...(shown.get(record) ?? []), ...stringsIn(content)]);
      }
    }
    const lost: string[] = [];
    for (const file of rollouts(path)) {
      for (const raw of rawLines(join(path, file))) {
        const record = `${file}:${raw.line}`;
        if (noted.has(record)) continue;
        // What a compaction kept stands on the rows above it.
        const above = raw.type === "compacted" ? [...shown].filter(([other]) => other.startsWith(`${file}:`)) : [];
        const text = normalise([...(shown.get(record) ?? []), ...above.flatMap(([, words]) => words)].join(" "));
        // Images are split from their address, and encrypted content is for its provider alone.
        const words = wordsOf(raw).filter(
          (word) => word.length > 20 && !word.startsWith("data:image/") && !word.startsWith("gAAAA"),
        );
        if (words.some((word) => !text.includes(normalise(word)))) lost.push(record);
      }
    }
    expect(lost).toEqual([]);
  });

  it.each(numbered())("has the children and links that the lines tell, number %i", async (_, path) => {
    const { index } = await codex.open({ path });
    const files = rollouts(path).map((file) => rawLines(join(path, file)));
    const heads = files.map((lines) => lines.find((raw) => raw.type === "session_meta")?.payload ?? {});
    const spawned = files
      .flat()
      .flatMap((raw) => (raw.payload?.type === "collab_agent_spawn_end" ? (raw.payload.new_thread_id ?? []) : []));
    const parentIn = (head: RawLine["payload"]) =>
      head.source?.subagent?.thread_spawn?.parent_thread_id ?? head.parent_thread_id;
    const withParent = heads.filter((head) => parentIn(head) !== undefined);
    const children = new Set([...spawned, ...withParent.map((head) => head.id)]);
    const parents = new Set(withParent.map(parentIn));
    const all = new Set([...heads.map((head) => head.id), ...children, ...parents]);
    expect(index.tasks).toHaveLength(all.size);
    expect(index.tasks.filter((task) => task.parentId !== undefined)).toHaveLength(children.size);
    expect(index.tasks.filter((task) => task.record === "present")).toHaveLength(heads.length);
    expect(index.edges.filter((edge) => edge.kind === "created")).toHaveLength(children.size);
    expect(index.edges.filter((edge) => edge.kind === "created" && edge.established === "declared")).toHaveLength(
      new Set(spawned).size,
    );
    const waits = files
      .filter((_lines, at) => heads[at]?.forked_from_id === undefined)
      .flatMap((lines) =>
        lines.filter((raw) => raw.payload?.type === "function_call" && raw.payload.name === "wait_agent"),
      );
    const awaited = waits.map((raw) => new Set(JSON.parse(raw.payload.arguments).targets).size);
    expect(index.edges.filter((edge) => edge.kind === "waited")).toHaveLength(
      awaited.reduce((sum, size) => sum + size, 0),
    );
  });

  it.each(numbered())("counts each token once, number %i", async (_, path) => {
    const workspace = await codex.open({ path });
    for (const task of workspace.index.tasks) {
      if (task.usage === undefined) continue;
      const rows = (await rowsOf(workspace, task.id)).filter((row) => row.inheritedFrom === undefined);
      const sum = rows.reduce((total, row) => total + (row.usage?.output_tokens ?? 0), 0);
      const whole = task.usage.output_tokens ?? 0;
      // A count that no reply is there for, as of a compaction's own request, stands in the total alone.
      expect(sum).toBeLessThanOrEqual(whole);
      expect(sum).toBeGreaterThan(whole * 0.98);
    }
  });
});
