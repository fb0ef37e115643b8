import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/model/index.ts";
import { body, call, event, fixture, item, line, meta, only, output, says, session, text } from "./open.ts";

async function rowsFor(...lines: readonly unknown[]): Promise<readonly Row[]> {
  return body((await session(lines)).rows);
}

describe("what the model was given", () => {
  it.each([
    ["<environment_context>\n<cwd>/</cwd>\n</environment_context>", "context", "environment_context"],
    ["<turn_aborted>\nbroken off\n</turn_aborted>", "context", "turn_aborted"],
    ["<skill>\nname\n</skill>", "context", "skill"],
    ["# AGENTS.md instructions for /home/dev\n\n<INSTRUCTIONS>…", "system", "AGENTS.md"],
    ["<user_instructions>\nbe brief\n</user_instructions>", "system", "user_instructions"],
    ["<permissions instructions>\nask first\n</permissions instructions>", "system", "permissions"],
  ])("%j was put there by Codex", async (given, kind, id) => {
    expect(await rowsFor(says("user", given))).toMatchObject([{ role: "system", input: { kind, sender: { id } } }]);
  });

  it.each(["<div>broken?</div>", "<future_tag>x</future_tag>", "plain words", "a <skill> in the middle"])(
    "%j was typed",
    async (typed) => {
      expect(await rowsFor(says("user", typed))).toMatchObject([
        { role: "user", input: { kind: "context", sender: { id: "user" } } },
      ]);
    },
  );

  it.each(["developer", "system"])("the role %j holds instructions", async (role) => {
    expect(await rowsFor(says(role, "be brief"))).toMatchObject([
      { role: "system", input: { kind: "system", sender: { id: role } } },
    ]);
  });

  it("keeps pieces of every kind, in order", async () => {
    const content = [
      { type: "input_text", text: "look" },
      { type: "input_image", image_url: "data:image/jpeg;base64,AAAA" },
      { type: "input_image", image_url: { url: "https://example.org/a.png" } },
      { type: "future", x: 1 },
      "loose",
      3,
    ];
    expect(await rowsFor(item("message", { role: "user", content }))).toMatchObject([
      {
        parts: [
          { type: "text", text: "look" },
          { type: "image", mediaType: "image/jpeg", data: "AAAA" },
          { type: "link", what: "image", url: "https://example.org/a.png" },
          { type: "json", value: { type: "future", x: 1 } },
          { type: "text", text: "loose" },
          { type: "json", value: 3 },
        ],
      },
    ]);
  });

  it("takes an address that is no image in base64 for a link", async () => {
    for (const image_url of [
      "data:image/svg+xml,<svg/>",
      "data:;base64",
      `data:${"x".repeat(300)};base64,AA`,
      "file:///etc/passwd",
    ]) {
      expect(
        await rowsFor(item("message", { role: "user", content: [{ type: "input_image", image_url }] })),
      ).toMatchObject([{ parts: [{ type: "link", url: image_url }] }]);
    }
  });

  it("reads a report of a sub-agent, and shows one that cannot be read as given", async () => {
    const report = (inner: string) => says("user", `<subagent_notification>\n${inner}\n</subagent_notification>`);
    expect(await rowsFor(report('{"agent_path":"x","status":"shutdown"}'))).toMatchObject([
      { role: "agent", input: { kind: "mailbox", sender: { id: "x" }, ending: { epitaph: "shutdown" } } },
    ]);
    for (const bad of ["{torn", "[]", '{"agent_path":"x"}', '{"status":{}}', '{"agent_path":"x","status":{}}']) {
      expect(await rowsFor(report(bad))).toMatchObject([{ role: "system", input: { kind: "context" } }]);
    }
  });

  it("accepts a message without content, and content that is one text", async () => {
    expect(await rowsFor(item("message", { role: "user" }))).toMatchObject([{ parts: [] }]);
    expect(await rowsFor(item("message", { role: "assistant" }))).toMatchObject([
      { parts: [], remarks: [expect.stringContaining("without any content")] },
    ]);
    expect(await rowsFor(item("message", { role: "assistant", content: "words" }))).toMatchObject([
      { parts: [{ text: "words" }] },
    ]);
    expect(await rowsFor(item("message", {}))).toMatchObject([{ role: "system", parts: [] }]);
  });

  it("shows a head's system text, in both of its forms", async () => {
    const textOf = async (more: Record<string, unknown>) =>
      (await session([], meta("s", more))).rows.filter((row) => row.type === "message");
    expect(await textOf({ base_instructions: { text: "be brief" } })).toMatchObject([
      { role: "system", parts: [{ text: "be brief" }] },
    ]);
    expect(await textOf({ base_instructions: "be brief" })).toMatchObject([{ parts: [{ text: "be brief" }] }]);
    expect(await textOf({ instructions: "be brief" })).toMatchObject([{ parts: [{ text: "be brief" }] }]);
    for (const none of [{}, { base_instructions: null }, { base_instructions: { text: "" } }, { instructions: 7 }])
      expect(await textOf(none)).toEqual([]);
  });

  it("quotes every other fact of a head, however deep", async () => {
    const { rows } = await session(
      [],
      meta("s", { git: { branch: "main" }, cli_version: "0.118.0", model_provider: null }),
    );
    expect(rows[0]).toMatchObject({
      code: "session",
      quotes: expect.arrayContaining([
        { title: "cli version", text: "0.118.0" },
        { title: "git", text: '{\n  "branch": "main"\n}' },
      ]),
    });
    expect(JSON.stringify(rows[0])).not.toContain("model provider");
  });
});

describe("what the model answered", () => {
  it("says of reasoning what is there of it", async () => {
    const summary = [{ type: "summary_text", text: "short" }];
    const intact = "gAAAAABo".padEnd(120, "x");
    const [all, encrypted, replaced, nothing, raw] = await rowsFor(
      item("reasoning", { summary, encrypted_content: intact }),
      item("reasoning", { summary: [], encrypted_content: intact }),
      item("reasoning", { summary: [], encrypted_content: "REDACTED" }),
      item("reasoning", { summary: [], content: null }),
      item("reasoning", { summary, content: [{ type: "reasoning_text", text: "long" }], encrypted_content: null }),
    );
    expect(all).toMatchObject({ text: "short", withheld: "encrypted" });
    expect(all?.remarks).toBeUndefined();
    expect(encrypted).not.toHaveProperty("text");
    expect(encrypted).toMatchObject({ withheld: "encrypted" });
    expect(replaced).toMatchObject({ withheld: "encrypted", remarks: [expect.stringContaining("replaced")] });
    expect(nothing).toMatchObject({ withheld: "encrypted", remarks: [expect.stringContaining("neither")] });
    expect(raw).toMatchObject({ text: "short\n\nlong" });
    expect(raw).not.toHaveProperty("withheld");
  });

  it("never shows encrypted content as text", async () => {
    const secret = "gAAAAABo".padEnd(120, "q");
    const { rows } = await session([
      item("reasoning", { summary: [], encrypted_content: secret }),
      item("compaction", { encrypted_content: secret }),
      line("compacted", { message: "", replacement_history: [{ type: "compaction", encrypted_content: secret }] }),
    ]);
    expect(JSON.stringify(rows)).not.toContain("qqqq");
  });

  it("gives a call its arguments as an object, else as the text that they are", async () => {
    const raw = (args: unknown) => item("function_call", { call_id: "1", name: "x", arguments: args });
    expect(await rowsFor(raw('{"a":1}'), raw("{torn"), raw('"text"'), raw({ a: 1 }), raw(undefined))).toMatchObject([
      { input: { a: 1 }, fields: { a: 1 }, kind: "x" },
      { input: "{torn", fields: {} },
      { input: "text", fields: {} },
      { input: { a: 1 } },
      { input: undefined, fields: {} },
    ]);
  });

  it("names a call without an id by its line, and a call without a name by none", async () => {
    expect(await rowsFor(item("function_call", { arguments: "{}" }))).toMatchObject([
      { toolCallId: "L2", name: "", kind: "" },
    ]);
  });

  it("reads an image that the provider made as a call with its result", async () => {
    const rows = await rowsFor(
      item("image_generation_call", { id: "ig_1", status: "completed", revised_prompt: "a lamp", result: "AAAA" }),
    );
    expect(rows).toMatchObject([
      {
        label: "L2.1",
        type: "tool-call",
        toolCallId: "ig_1",
        providerSide: true,
        fields: { revised_prompt: "a lamp" },
      },
      {
        label: "L2.2",
        type: "tool-result",
        toolCallId: "ig_1",
        output: [{ type: "image", mediaType: "image/png", data: "AAAA" }],
      },
    ]);
    expect(await rowsFor(item("image_generation_call", { id: "ig_1", status: "failed" }))).toHaveLength(1);
  });

  it("pairs searches of the provider with what the interface was told of them, by id or by order", async () => {
    const told = (id: string, query: string) =>
      event("web_search_end", { call_id: id, query, action: { type: "search", query } });
    const search = (more: Record<string, unknown> = {}) => item("web_search_call", { status: "completed", ...more });
    const rows = await rowsFor(
      told("w1", "one"),
      told("w2", "two"),
      search({ id: "w2" }),
      search(),
      search(),
      told("w3", "three"),
      told("w4", "four"),
    );
    expect(rows).toMatchObject([
      { type: "tool-call", toolCallId: "w2", fields: { query: "two" } },
      { type: "tool-call", toolCallId: "w1", fields: { query: "one" } },
      { type: "tool-call", toolCallId: "w3", fields: { query: "three" } },
      { type: "notice", code: "web-search-end" },
    ]);
  });

  it("tells a search from a page that was opened and a page that was looked through", async () => {
    const action = (value: unknown) => item("web_search_call", { id: "w", action: value });
    expect(
      await rowsFor(
        action({ type: "search", query: "q" }),
        action({ type: "open_page", url: "https://example.org" }),
        action({ type: "find_in_page", url: "https://example.org", pattern: "p" }),
        action(undefined),
      ),
    ).toMatchObject([
      { kind: "web-search", fields: { query: "q" } },
      { kind: "web-fetch", fields: { url: "https://example.org" } },
      { kind: "search", fields: { pattern: "p", path: "https://example.org", mode: "page" } },
      { kind: "web-search", fields: {} },
    ]);
  });

  it("reads transcripts that were rewritten from another tool's blocks", async () => {
    const content = [
      { type: "input_text", text: "I read." },
      { type: "tool_use", id: "t1", name: "Read", input: { file_path: "/a", offset: 3, limit: 2 } },
      { type: "tool_result", tool_use_id: "t1", content: "text" },
    ];
    expect(await rowsFor(line("response_item", { role: "assistant", content }))).toMatchObject([
      { label: "L2.1", type: "message", parts: [{ text: "I read." }] },
      { label: "L2.2", type: "tool-call", kind: "read", fields: { path: "/a", from: 3, to: 4 } },
      { label: "L2.3", type: "tool-result", toolCallId: "t1", output: [{ text: "text" }] },
    ]);
  });

  it("counts what holds nothing to read, by kind", async () => {
    const { rows, workspace } = await session([
      item("ghost_snapshot", { ghost_commit: { id: "x" } }),
      event("exec_command_begin", { call_id: "1" }),
      event("agent_message_delta", { delta: "x" }),
    ]);
    expect(body(rows)).toEqual([]);
    expect(workspace.index.notes.map((note) => note.disposition)).toEqual([
      { type: "no row", kind: "snapshot of the working tree" },
      { type: "no row", kind: "progress event" },
      { type: "no row", kind: "progress event" },
    ]);
  });

  it("shows what Codex itself noted", async () => {
    const kinds = [
      "stream_error",
      "warning",
      "deprecation_notice",
      "background_event",
      "entered_review_mode",
      "exited_review_mode",
      "undo_completed",
      "item_completed",
      "guardian_assessment",
      "error",
    ];
    const rows = await rowsFor(...kinds.map((kind) => event(kind, { message: `what ${kind} says` })));
    expect(rows.map((row) => (row.type === "notice" ? row.quotes[0]?.text : row.type))).toEqual(
      kinds.map((kind) => `what ${kind} says`),
    );
  });
});

describe("the old shape, without envelopes", () => {
  it("has the same rows", async () => {
    const { task, rows, workspace } = await only(await fixture("old-shape"));
    expect(task).toMatchObject({
      id: "5f0c1d2e-0000-4000-8000-00000000000d",
      title: "How many lamps are there?",
      status: { word: "succeeded" },
      result: { parts: [{ text: "There are seven lamps." }] },
    });
    expect(rows.map((row) => `${row.label} ${row.type}`)).toEqual([
      "L1.1 notice",
      "L1.2 message",
      "L3 message",
      "L4 message",
      "L6 reasoning",
      "L7 tool-call",
      "L8 tool-result",
      "L9 tool-call",
      "L10 tool-result",
      "L11 message",
    ]);
    expect(rows.find((row) => row.label === "L8")).toMatchObject({
      exitCode: 0,
      streams: { stdout: "7\n" },
      timing: { durationMs: 200 },
    });
    expect(rows.find((row) => row.label === "L9")).toMatchObject({
      toolCallId: "ls_1",
      kind: "shell",
      fields: { command: "ls lamps", cwd: "/home/dev/lantern" },
    });
    expect(workspace.index.diagnostics).toEqual([]);
  });
});

describe("times", () => {
  it("are as recorded, or epoch seconds told as a date", async () => {
    const rows = await rowsFor(
      { timestamp: "yesterday", type: "response_item", payload: { type: "message", role: "user", content: "a" } },
      { timestamp: 1772569904.604, type: "response_item", payload: { type: "message", role: "user", content: "b" } },
      { timestamp: 1e300, type: "response_item", payload: { type: "message", role: "user", content: "c" } },
      { timestamp: null, type: "response_item", payload: { type: "message", role: "user", content: "d" } },
    );
    expect(rows.map((row) => row.createdAt)).toEqual(["yesterday", "2026-03-03T20:31:44.604Z", undefined, undefined]);
  });
});

it("keeps calls and results that share an id in their order", async () => {
  const rows = await rowsFor(call("1", "x", {}), output("1", "a"), call("1", "x", {}), output("1", "b"));
  expect(rows.map((row) => row.type)).toEqual(["tool-call", "tool-result", "tool-call", "tool-result"]);
  expect(text([1])).toBe("1\n");
});
