import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atif } from "../../../src/sources/atif/index.ts";
import { tempFolder, tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { fixture, only, openFiles, openPath, steps, trajectory } from "./open.ts";

describe("damaged trajectories", () => {
  it("lose no step: what is no object is a raw row, and said", async () => {
    const { rows, workspace } = await only(await fixture("broken"));
    expect(rows.map((row) => `${row.label} ${row.type}`)).toEqual([
      "head notice",
      "1 message",
      "2 raw",
      "2 message",
      "3.1 reasoning",
      "3.2 tool-call",
      "3.3 tool-call",
      "3.4 tool-call",
      "3.5 tool-result",
      "3.6 tool-result",
      "3.7 tool-result",
      "4 message",
      "6 raw",
      "7 message",
    ]);
    expect(workspace.index.diagnostics.map(({ code, place }) => `${code} ${place?.line}`)).toEqual([
      "unreadable-step 15",
      "unknown-source 16",
      "unreadable-step 53",
      "unknown-source 54",
    ]);
    expect(rows.find((row) => row.type === "reasoning")).toMatchObject({ text: "7" });
  });

  it("that break off show what is whole, and the torn step as bytes", async () => {
    const { rows, workspace } = await only(await fixture("torn"));
    expect(rows.map((row) => row.type)).toEqual(["notice", "message", "raw"]);
    expect(rows[2]).toMatchObject({ text: expect.stringContaining("I paint it green, ") });
    expect(workspace.index.diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      "damaged-trajectory error",
      "unreadable-step error",
    ]);
  });

  it("may have no steps, or steps that are no list", async () => {
    expect((await fixture("empty")).index.diagnostics.map(({ code }) => code)).toEqual(["no-steps"]);
    const { rows } = await only(
      await openFiles({ "a.json": { schema_version: "ATIF-v1.5", session_id: "s", steps: "many" } }),
    );
    expect(rows).toMatchObject([{ type: "notice" }, { type: "raw", text: '"many"' }]);
  });

  it("that are no JSON object at all are one raw row, where a reader was told to take them", async () => {
    for (const text of ["", "[1]", "no json"]) {
      const { rows, workspace } = await only(await openPath(join(tempTree({ "a.json": text }), "a.json")));
      expect(rows).toMatchObject([{ type: "raw", text }]);
      expect(workspace.index.diagnostics.map(({ code }) => code)).toEqual(["not-a-trajectory"]);
    }
  });

  it("put no parser's message and no value into a diagnostic", async () => {
    const says = JSON.stringify(
      [...(await fixture("broken")).index.diagnostics, ...(await fixture("torn")).index.diagnostics].map(
        (one) => one.says,
      ),
    );
    for (const value of ["Unexpected", "position", "ghost", "not a step", "green"]) expect(says).not.toContain(value);
  });

  it("may have a head in which nothing is right", async () => {
    const { task, rows } = await only(
      await openFiles({
        "a.json": {
          schema_version: "ATIF-v1.5",
          session_id: 7,
          trajectory_id: [],
          agent: "me",
          final_metrics: [],
          notes: {},
          extra: null,
          continued_trajectory_ref: 5,
          steps: [],
        },
      }),
    );
    expect(task).toMatchObject({ id: "a.json", title: "Session a.json" });
    expect(rows[0]).toMatchObject({ quotes: [{ title: "Schema version" }] });
  });

  it("may begin with a byte order mark and repeat a member, of which the last counts", async () => {
    const text = `\uFEFF{"schema_version":"ATIF-v1.5","session_id":"a","session_id":"b","steps":[{"source":"user","message":"old"}],"steps":[{"source":"user","message":"new"}]}`;
    const { task, rows } = await only(await openFiles({ "a.json": text }));
    expect(task.id).toBe("b");
    expect(rows.at(-1)).toMatchObject({ parts: [{ text: "new" }] });
  });

  it("may be nested deeper than the stack is high", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const text = `{"schema_version":"ATIF-v1.5","session_id":"s","extra":${deep},"steps":[{"source":"agent","message":${deep},"reasoning_content":${deep},"tool_calls":[{"tool_call_id":"a","function_name":"x","arguments":{"d":${deep}}}],"observation":{"results":[{"source_call_id":"a","content":${deep}}]}}]}`;
    const workspace = await atif.open({ path: tempTree({ "a.json": text }) });
    const kinds = (await rowsOf(workspace, "s")).map((row) => row.type);
    expect(kinds).toEqual(["notice", "reasoning", "message", "tool-call", "tool-result"]);
  });

  it("may embed trajectories deeper than is read, and what is below shows raw", async () => {
    const nested = (depth: number): unknown =>
      trajectory(`s${depth}`, [], depth === 30 ? {} : { subagent_trajectories: [nested(depth + 1)] });
    const { index } = await openFiles({ "a.json": nested(0) as object });
    expect(index.tasks).toHaveLength(9);
    expect(index.diagnostics.map(({ code }) => code)).toContain("unreadable-step");
  });

  it("may use keys that mean something to JavaScript", async () => {
    const { rows } = await only(
      await openFiles({
        "a.json":
          '{"schema_version":"ATIF-v1.5","session_id":"__proto__","__proto__":{"steps":[]},"steps":[{"source":"agent","message":"m","tool_calls":[{"tool_call_id":"__proto__","function_name":"constructor","arguments":{"__proto__":1}}],"metrics":{"toString":3}}]}',
      }),
    );
    expect(rows.slice(1)).toMatchObject([
      { type: "message", usage: { toString: 3 } },
      { toolCallId: "__proto__", kind: "constructor" },
    ]);
  });

  it("of many steps cost no more than their size", async () => {
    const list = Array.from({ length: 20_000 }, (_, n) => ({
      source: "user",
      message: `m${n}`,
      is_copied_context: n % 2 === 0,
    }));
    const workspace = await atif.open({ path: tempTree({ "a.json": JSON.stringify(trajectory("s", list), null, 1) }) });
    expect(await rowsOf(workspace, "s")).toHaveLength(20_001);
  });
});

describe("hostile folders", () => {
  it("have no link followed, no pipe waited for, and no path in content opened", async () => {
    const folder = tempFolder();
    const outside = tempTree({ "secret.json": JSON.stringify(trajectory("outside", [])) });
    const refers = {
      source: "agent",
      message: "go",
      observation: {
        results: [
          {
            subagent_trajectory_ref: [
              { trajectory_path: `${outside}/secret.json` },
              { trajectory_path: "../../secret.json" },
              { trajectory_path: "link.json" },
            ],
          },
        ],
      },
    };
    writeFileSync(
      join(folder, "a.json"),
      JSON.stringify(trajectory("inside", [refers], { continued_trajectory_ref: `${outside}/secret.json` })),
    );
    symlinkSync(join(outside, "secret.json"), join(folder, "link.json"));
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    const { index } = await openPath(folder);
    expect(index.tasks.filter((task) => task.record === "present").map((task) => task.id)).toEqual(["inside"]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual([
      "link-not-followed",
      "not-a-regular-file",
      "continuation-not-here",
    ]);
  });
});

describe("telling a trajectory", () => {
  const detects = async (path: string) => (await atif.detect({ path }))?.because;

  it("goes by the schema version, at either end of the file", async () => {
    const late = `{"steps":["${"x".repeat(200_000)}"],"schema_version": "ATIF-v1.2"}`;
    const folder = tempTree({ "a.json": JSON.stringify(trajectory("s", [])), "late.txt": late });
    expect(await detects(join(folder, "a.json"))).toContain("ATIF");
    expect(await detects(join(folder, "late.txt"))).toContain("ATIF");
    expect(await detects(folder)).toContain("ATIF");
    expect(await detects(tempTree({ "x/y/late.jsonl": late }))).toContain("ATIF");
  });

  it("does not take other files for one, and throws for none", async () => {
    for (const other of [
      "",
      "[]",
      "{}",
      '{"schema_version":1}',
      '{"schema_version":"1.0"}',
      '[{"schema_version":"ATIF-v1.5"}]',
      '{"type":"session_meta","payload":{}}',
    ]) {
      expect(await detects(tempTree({ "a.json": other }))).toBeUndefined();
    }
    expect(await detects(join(tempTree({}), "gone"))).toBeUndefined();
    expect(await detects(tempTree({ ".git/a.json": JSON.stringify(trajectory("s", [])) }))).toBeUndefined();
  });
});

const words = fc.constantFrom("", "a", "Performed context summarization", "s");
const loose = fc.oneof(
  words,
  fc.constant(null),
  fc.integer(),
  fc.constant([]),
  fc.constant({}),
  fc.constant([{ session_id: "a", trajectory_path: "b.json" }]),
);
const anyResult = fc.oneof(
  loose,
  fc.dictionary(fc.constantFrom("source_call_id", "content", "subagent_trajectory_ref"), loose),
);
const anyCall = fc.oneof(loose, fc.dictionary(fc.constantFrom("tool_call_id", "function_name", "arguments"), loose));
const anyStep = fc.oneof(
  loose,
  fc.record(
    {
      step_id: loose,
      source: fc.constantFrom("system", "user", "agent", "ghost"),
      message: loose,
      reasoning_content: loose,
      tool_calls: fc.array(anyCall, { maxLength: 3 }),
      observation: fc.record({ results: fc.array(anyResult, { maxLength: 3 }) }),
      is_copied_context: fc.boolean(),
    },
    { requiredKeys: ["source"] },
  ),
);

it("holds the laws of the record over any steps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 8 }),
      fc.array(anyStep, { maxLength: 8 }),
      loose,
      async (one, other, ref) => {
        await openFiles({
          "a.json": trajectory("a", one, {
            continued_trajectory_ref: ref,
            subagent_trajectories: [trajectory("c", other)],
          }),
          "b.json": trajectory("s", other),
        });
      },
    ),
    { numRuns: 80 },
  );
  expect((await steps([])).rows).toEqual([]);
});
