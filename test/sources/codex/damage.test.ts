import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/model/index.ts";
import { codex } from "../../../src/sources/codex/index.ts";
import { tempFolder, tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import {
  body,
  call,
  event,
  fixture,
  item,
  line,
  meta,
  only,
  openFiles,
  openPath,
  output,
  says,
  session,
  text,
  tokens,
} from "./open.ts";

/** Rows without the checks that every record is held to, which are slow on many rows and recurse into deep ones. */
async function quickly(lines: readonly unknown[]): Promise<readonly Row[]> {
  const workspace = await codex.open({ path: tempTree({ "rollout.jsonl": text(lines) }) });
  return rowsOf(workspace, "s-1");
}

describe("damaged rollouts", () => {
  it("lose no line: each has a row, and each that could not be read says why", async () => {
    const { rows, workspace } = await only(await fixture("broken"));
    expect(rows.map((row) => `${row.label} ${row.type}`)).toEqual([
      "L1 notice",
      "L2 raw",
      "L3 raw",
      "L4 raw",
      "L5 raw",
      "L6 raw",
      "L8 raw",
      "L9 raw",
      "L10 raw",
      "L11 raw",
      "L13 tool-result",
      "L14 tool-call",
      "L15 tool-call",
      "L16 message",
      "L17 message",
      "L18 raw",
    ]);
    expect(
      workspace.index.diagnostics.map(({ code, severity, place }) => `${code} ${severity} ${place?.line ?? ""}`),
    ).toEqual([
      "line-not-json error 2",
      "nul-line error 3",
      "line-not-an-object error 4",
      "line-not-an-object error 5",
      "line-not-an-object error 6",
      "line-without-payload error 8",
      "second-session-id warning 12",
      "torn-last-line error 18",
      "unknown-lines note ",
    ]);
    expect(workspace.index.files).toEqual([{ path: "rollout-broken.jsonl", kind: "rollout", records: 17 }]);
  });

  it("put no parser's message and no value into a diagnostic", async () => {
    const { index } = await fixture("broken");
    const says = JSON.stringify(index.diagnostics.map((one) => one.says));
    for (const value of ["Unexpected", "position", "broken-2", "null", "mess"]) expect(says).not.toContain(value);
  });

  it("show bytes that are no text as marks, and say so", async () => {
    const { rows } = await only(await fixture("broken"));
    expect(rows.find((row) => row.label === "L16")).toMatchObject({
      remarks: [expect.stringContaining("NUL")],
      parts: [{ text: "Between two crashes." }],
    });
    expect(rows.find((row) => row.label === "L17")).toMatchObject({
      remarks: [expect.stringContaining("UTF-8")],
      parts: [{ text: "caf\uFFFD at the corner of the square" }],
    });
  });

  it("take the first head for the file's, whatever heads follow", async () => {
    const { task } = await session([meta("other")]);
    expect(task.id).toBe("s-1");
  });

  it("are named by their file where no line says which session it is", async () => {
    const id = "019f0000-0000-7000-8000-0000000000a1";
    const { task, workspace } = await only(await openFiles({ [`rollout-2027-${id}.jsonl`]: [says("user", "hello")] }));
    expect(task.id).toBe(id);
    expect(workspace.index.diagnostics.map(({ code }) => code)).toEqual(["no-session-head"]);
  });

  it("may be empty but for a head", async () => {
    const { task, rows } = await only(await fixture("empty"));
    expect(task).toMatchObject({ title: "Session empty-1", status: { word: "unknown" } });
    expect(rows).toHaveLength(1);
  });

  it("keep a carriage return, a byte order mark and U+2028 from harming a line", async () => {
    const lines = `\uFEFF${JSON.stringify(meta("s"))}\r\n${JSON.stringify(says("user", "before\u2028after"))}\r\n`;
    const { rows } = await only(await openPath(tempTree({ "a.jsonl": lines })));
    expect(rows.at(-1)).toMatchObject({ label: "L2", parts: [{ text: "before\u2028after" }] });
  });

  it("may be nested deeper than the stack is high, anywhere", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const lines = [
      meta("s-1"),
      `{"type":"response_item","payload":{"type":"function_call","call_id":"1","name":"x","arguments":${JSON.stringify(deep)}}}`,
      `{"type":"response_item","payload":{"type":"function_call_output","call_id":"1","output":${deep}}}`,
      `{"type":"turn_context","payload":{"deep":${deep}}}`,
      `{"type":"event_msg","payload":{"type":"warning","deep":${deep}}}`,
      `{"type":"compacted","payload":{"message":"","replacement_history":${deep}}}`,
    ];
    const rows = await quickly(lines);
    expect(body(rows).map((row) => row.type)).toEqual([
      "tool-call",
      "tool-result",
      "notice",
      "notice",
      "compaction",
      "message",
    ]);
  });

  it("may use keys that mean something to JavaScript", async () => {
    const { rows } = await session([
      '{"type":"response_item","payload":{"type":"function_call","call_id":"__proto__","name":"__proto__","arguments":"{\\"__proto__\\":{\\"a\\":1},\\"constructor\\":2}"}}',
      '{"type":"turn_context","payload":{"__proto__":{"model":"x"},"toString":"y"}}',
    ]);
    expect(body(rows)).toMatchObject([
      { name: "__proto__", kind: "__proto__" },
      { quotes: [{ title: "  proto  " }, { title: "toString", text: "y" }] },
    ]);
    expect(body(rows)[0]).not.toHaveProperty("model");
  });

  it("may hold a line of many megabytes", async () => {
    const long = "x".repeat(7_000_000);
    const { rows } = await session([says("user", long), says("assistant", "read")]);
    expect(body(rows)).toMatchObject([{ parts: [{ text: long }] }, { parts: [{ text: "read" }] }]);
  });

  it("cost no more than their size where ids never meet", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => n);
    const lines = many.flatMap((n) => [
      event("web_search_end", { call_id: `e${n}` }),
      item("web_search_call", { id: `i${n}` }),
      event("user_message", { message: `m${n}` }),
      event("thread_rolled_back", { num_turns: 1 }),
    ]);
    expect(body(await quickly([meta("s-1"), ...lines]))).toHaveLength(20_000);
  });

  it("give the same rows after more was written", async () => {
    const first = [meta("s"), says("user", "a"), says("assistant", "b")];
    const folder = tempTree({ "a.jsonl": text(first) });
    const before = (await only(await openPath(folder))).rows;
    writeFileSync(join(folder, "a.jsonl"), text([...first, says("user", "c")]));
    const after = (await only(await openPath(folder))).rows;
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });
});

describe("hostile folders", () => {
  it("have no link followed, no pipe waited for, and nothing outside read", async () => {
    const folder = tempFolder();
    const outside = tempTree({ "secret.jsonl": text([meta("outside"), says("user", "secret words")]) });
    writeFileSync(join(folder, "a.jsonl"), text([meta("inside"), says("user", "open words")]));
    symlinkSync(join(outside, "secret.jsonl"), join(folder, "b.jsonl"));
    symlinkSync(outside, join(folder, "c"));
    execFileSync("mkfifo", [join(folder, "d.jsonl")]);
    mkdirSync(join(folder, "e.jsonl"));
    const { index } = await openPath(folder);
    expect(index.tasks.map((task) => task.id)).toEqual(["inside"]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual([
      "link-not-followed",
      "link-not-followed",
      "not-a-regular-file",
    ]);
    expect(index.files.map(({ path, records }) => [path, records])).toEqual([
      ["a.jsonl", 2],
      ["b.jsonl", 0],
      ["c", 0],
      ["d.jsonl", 0],
    ]);
  });
});

const kinds = fc.constantFrom(
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "web_search_call",
  "compaction",
  "ghost_snapshot",
  "local_shell_call",
  "image_generation_call",
  "other",
);
const events = fc.constantFrom(
  "user_message",
  "agent_message",
  "agent_reasoning",
  "task_started",
  "task_complete",
  "turn_aborted",
  "token_count",
  "context_compacted",
  "thread_rolled_back",
  "exec_command_end",
  "patch_apply_end",
  "collab_agent_spawn_end",
  "collab_waiting_end",
  "collab_close_end",
  "web_search_end",
  "error",
  "warning",
  "future",
);
const words = fc.constantFrom("", "a", "b", "<environment_context>", "x", "completed");
const loose = fc.oneof(words, fc.constant(null), fc.integer(), fc.constant([]), fc.constant({}));
const anyItem = fc
  .tuple(
    kinds,
    fc.dictionary(
      fc.constantFrom(
        "role",
        "content",
        "call_id",
        "id",
        "name",
        "arguments",
        "input",
        "output",
        "summary",
        "encrypted_content",
        "result",
        "action",
      ),
      loose,
    ),
  )
  .map(([type, more]) => item(type, more));
const anyEvent = fc
  .tuple(
    events,
    fc.dictionary(
      fc.constantFrom(
        "message",
        "text",
        "call_id",
        "last_agent_message",
        "num_turns",
        "new_thread_id",
        "statuses",
        "status",
        "receiver_thread_id",
        "turn_id",
        "info",
        "exit_code",
        "changes",
      ),
      loose,
    ),
  )
  .map(([type, more]) => event(type, more));
const anyLine = fc.oneof(
  anyItem,
  anyEvent,
  fc.tuple(words, words).map(([role, said]) => says(role, said)),
  fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => tokens([a, b], [b, a])),
  fc.tuple(words, words).map(([id, message]) => call(id, "spawn_agent", { message })),
  fc
    .tuple(words, words)
    .map(([id, child]) => output(id, JSON.stringify({ agent_id: child, status: { [child]: { completed: "x" } } }))),
  fc
    .tuple(words, fc.array(loose))
    .map(([message, replacement_history]) => line("compacted", { message, replacement_history })),
  fc.tuple(words, loose).map(([id, source]) => meta(id, { source, forked_from_id: "b" })),
  fc.dictionary(words, loose).map((settings) => line("turn_context", settings)),
  loose,
  fc.string(),
);

it("holds the laws of the record over any lines in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { maxLength: 30 }), fc.array(anyLine, { maxLength: 30 }), async (one, other) => {
      await openFiles({
        "a.jsonl": [meta("a"), ...one],
        "b.jsonl": [meta("b", { forked_from_id: "a" }), meta("a"), ...one, ...other],
      });
    }),
    { numRuns: 60 },
  );
});
