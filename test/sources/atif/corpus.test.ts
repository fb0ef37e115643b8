import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atif } from "../../../src/sources/atif/index.ts";
import { normalise, stringsIn } from "../normal.ts";
import type { Raw } from "../raw.ts";
import { rowsOf } from "../records.ts";
import { openPath } from "./open.ts";

const corpus = process.env.TASKFOLIO_CORPUS ?? "";

/** Numbered, so that no folder's name stands in a test's; one that is skipped says so where there is no corpus. */
function numbered(): readonly (readonly [number, string])[] {
  const sets = join(corpus, "atif");
  if (corpus === "" || !existsSync(sets)) return [[0, ""]];
  return readdirSync(sets)
    .sort()
    .map((name, at) => [at + 1, join(sets, name)]);
}

function documents(path: string): readonly Raw[] {
  return readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({ name, ...JSON.parse(readFileSync(join(path, name), "utf8")) }));
}

describe.runIf(corpus !== "" && existsSync(corpus))("every ATIF set of the corpus", () => {
  it.each(numbered())("is recognised and gives a sound record, number %i", async (_, path) => {
    expect(await atif.detect({ path })).toBeDefined();
    const { index } = await openPath(path);
    expect(index.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.each(numbered())("loses no words, number %i", async (_, path) => {
    const workspace = await atif.open({ path });
    const shown = new Map<string, string[]>();
    for (const task of workspace.index.tasks) {
      for (const { record, itemId: _id, place: _place, label: _label, ...content } of await rowsOf(
        workspace,
        task.id,
      )) {
        shown.set(record, [...(shown.get(record) ?? []), ...stringsIn(content)]);
      }
    }
    const lost: string[] = [];
    for (const { name, steps } of documents(path)) {
      for (const [at, step] of steps.entries()) {
        const record = `${name}:${at + 1}`;
        const text = normalise((shown.get(record) ?? []).join(" "));
        const results = (step.observation?.results ?? []).map((result: { content?: unknown }) => result.content);
        const calls = (step.tool_calls ?? []).map((call: { arguments?: unknown }) => call.arguments);
        const words = stringsIn([step.message, step.reasoning_content, calls, results]).filter(
          (word) => word.length > 20,
        );
        if (words.some((word) => !text.includes(normalise(word)))) lost.push(record);
      }
    }
    expect(lost).toEqual([]);
  });

  it.each(numbered())("has the children and links that the documents tell, number %i", async (_, path) => {
    const { index } = await atif.open({ path });
    const read = documents(path);
    const continued = read.filter((one) => one.continued_trajectory_ref !== undefined).length;
    const refs = read.flatMap((one) =>
      one.steps.flatMap(
        (step: {
          observation?: { results?: readonly { subagent_trajectory_ref?: readonly { session_id: string }[] }[] };
        }) => (step.observation?.results ?? []).flatMap((result) => result.subagent_trajectory_ref ?? []),
      ),
    );
    const named = new Set(refs.map((ref) => ref.session_id));
    const here = read.filter((one) => named.has(one.session_id)).length;
    expect(index.tasks).toHaveLength(read.length - continued + named.size - here);
    expect(index.tasks.filter((task) => task.parentId !== undefined)).toHaveLength(named.size);
    expect(index.edges).toHaveLength(named.size);
    const steps = read.reduce((sum, one) => sum + one.steps.length, 0);
    expect(index.files.reduce((sum, file) => sum + file.records, 0)).toBe(steps + read.length);
  });
});
