import { describe, expect, it } from "vitest";
import {
  answer,
  call,
  first,
  fixture,
  notes,
  only,
  outline,
  reply,
  rowsOfType,
  said,
  session,
  system,
  user,
  words,
} from "./open.ts";

describe("what goes wrong with the model", () => {
  it("is told: retries, an error that ends it, a refusal, an interrupt", async () => {
    const { rows } = await only(await fixture("errors"));
    expect(rowsOfType(rows, "notice").map(({ label, code, severity }) => [label, code, severity])).toEqual([
      ["L2", "api-error", "warning"],
      ["L3", "api-error", "warning"],
      ["L7", "refusal", "failure"],
      ["L12", "partial-output", "note"],
      ["L13", "interrupted", "warning"],
      ["L15", "api-error", "failure"],
    ]);
  });

  it("counts a retry's tries, and quotes its error", async () => {
    const { rows } = await only(await fixture("errors"));
    const retry = rowsOfType(rows, "notice")[1];
    expect(retry?.says).toBe("A call of the model failed with status 529; try 2 of 10 followed.");
    expect(retry?.quotes).toEqual([{ title: "Error", text: '{"status":529,"error":{"type":"overloaded_error"}}' }]);
    expect(rows.find(({ label }) => label === "L4")?.call).toEqual({ step: "msg_1", finish: "end_turn", attempts: 3 });
  });

  it("marks what a refusal took back, and the refusal itself", async () => {
    const { rows } = await only(await fixture("errors"));
    expect(rows.find(({ label }) => label === "L6")).toMatchObject({
      cleared: true,
      remarks: ["it was taken back after the model refused"],
    });
    expect(rows.find(({ label }) => label === "L8")).toMatchObject({ remarks: ["the model refused to go on"] });
    expect(rowsOfType(rows, "notice")[2]).toMatchObject({
      says: "The model refused. Another model was asked instead. A message was taken back.",
      quotes: [
        { title: "Message", text: "Another model was asked." },
        { title: "Category", text: "secrets" },
        { title: "Model", text: "heron-2" },
        { title: "Model asked instead", text: "wren-1" },
      ],
    });
  });

  it("keeps the last output of a command that was broken off", async () => {
    const { rows, workspace } = await only(await fixture("errors"));
    expect(rowsOfType(rows, "notice")[3]?.quotes).toEqual([{ title: "Output", text: "one\ntwo" }]);
    expect(Object.values(notes(workspace))).toEqual([{ type: "no row", kind: "progress: bash" }]);
  });

  it("survives an error of any shape", async () => {
    const { rows } = await session(
      system("api_error"),
      system("api_error", { error: "down", retryAttempt: "x" }),
      system("api_refusal", { retractedMessageUuids: "all" }),
      reply("m", "API Error", { isApiErrorMessage: true }),
    );
    expect(rowsOfType(rows, "notice").map(({ says }) => says)).toEqual([
      "A call of the model failed.",
      "A call of the model failed.",
      "The model refused.",
      "The call of the model failed, and Claude Code gave up.",
    ]);
  });
});

describe("what Claude Code says of the run", () => {
  it("is a quiet notice each: hooks, durations, commands, summaries, and kinds unheard of", async () => {
    const { rows } = await session(
      system("stop_hook_summary", {
        hookCount: 2,
        hookInfos: [{ command: "lint.sh" }],
        hookErrors: ["lint.sh: exit 2"],
        preventedContinuation: true,
        stopReason: "lint",
      }),
      system("turn_duration", { durationMs: 61_500 }),
      system("local_command", { content: "<command-name>/cost</command-name>" }),
      system("away_summary", { content: "Two stations are done." }),
      system("informational", { content: "A newer version is there.", level: "warning" }),
      { type: "system", content: "Limit reached.", level: "error" },
      system("novelty", { depth: 3 }),
    );
    expect(rowsOfType(rows, "notice").map(({ code, severity, says }) => [code, severity, says])).toEqual([
      ["stop-hooks", "warning", "2 hooks ran when the turn ended; one failed and kept the session from going on."],
      ["turn-duration", "note", "Claude Code handed back to its user after 61.5 s."],
      ["local-command", "note", "A command ran within Claude Code; the model was not asked."],
      ["away-summary", "note", "Claude Code summed up the session for its absent user."],
      ["system-message", "warning", "A message of Claude Code's own about the run."],
      ["system-message", "warning", "A message of Claude Code's own about the run."],
      ["system-message", "note", "A message of Claude Code's own about the run."],
    ]);
    expect(rowsOfType(rows, "notice")[0]?.quotes.map(({ text }) => text)).toEqual([
      "lint.sh",
      "lint.sh: exit 2",
      "lint",
    ]);
    expect(rowsOfType(rows, "notice")[6]?.quotes[1]?.text).toContain('"depth":3');
  });

  it("tells a change of mode, not the mode that stays", async () => {
    const mode = (permissionMode: string) => ({ type: "permission-mode", permissionMode, sessionId: "s", bare: true });
    const { rows, workspace } = await session(
      mode("default"),
      user("Go."),
      mode("default"),
      mode("plan"),
      mode("plan"),
    );
    expect(outline(rows)).toEqual(["L2 message", "L4 notice"]);
    expect(first(rows, "notice")).toMatchObject({ code: "mode-change", quotes: [{ title: "Mode", text: "plan" }] });
    expect(Object.keys(notes(workspace))).toEqual(["s.jsonl:1", "s.jsonl:3", "s.jsonl:5"]);
  });

  it("links a pull request", async () => {
    const { rows } = await session(
      { type: "pr-link", prUrl: "https://example.org/pull/1" },
      { type: "pr-link", odd: 1 },
    );
    expect(rowsOfType(rows, "notice").map(({ code, quotes }) => [code, quotes[0]?.title])).toEqual([
      ["pull-request", "Address"],
      ["pull-request", "As recorded"],
    ]);
  });

  it("counts what holds nothing for reading, by kind", async () => {
    const { workspace } = await session(
      user("Go."),
      { type: "file-history-snapshot", messageId: "u1", snapshot: {}, bare: true },
      { type: "last-prompt", lastPrompt: "Go.", sessionId: "s", bare: true },
      { type: "bridge-session", sessionId: "s", bare: true },
      { type: "progress", data: { type: "hook_progress", command: "x" } },
      { type: "progress", data: { type: "mcp_progress", status: "started" } },
      { type: "progress", data: { type: "waiting_for_task" } },
      { type: "attachment", attachment: { type: "hook_success", content: "", stdout: "", stderr: "" } },
      system("stop_hook_summary", { hookCount: 1, hookErrors: [], preventedContinuation: false, stopReason: "" }),
      { type: "mode", sessionId: "s", bare: true },
      { type: "mode", sessionId: "s", bare: true },
    );
    expect(
      workspace.index.notes.map(({ disposition }) => (disposition.type === "no row" ? disposition.kind : "")),
    ).toEqual([
      "snapshot of the file history",
      "prompt repeated for the list of sessions",
      "link to a session elsewhere",
      "progress: hook",
      "progress: mcp",
      "progress: waiting for task",
      "hook that ran well and said nothing",
      "hooks at the end of a turn that ran well",
      "mode of the session, unchanged",
      "mode of the session, unchanged",
    ]);
  });
});

describe("attachments", () => {
  it("are what the model was shown beside the messages, word for word", async () => {
    const attach = (attachment: unknown) => ({ type: "attachment", attachment });
    const { rows } = await session(
      attach({ type: "skill_listing", content: "- tides: How tables are computed", skillCount: 1 }),
      attach({ type: "hook_additional_context", content: ["First.", "Second."], hookName: "SessionStart" }),
      attach({ type: "deferred_tools_delta", addedNames: ["Gauge"], removedNames: [] }),
      attach({ type: "edited_text_file", filename: "a.ts", snippet: "1 const tide" }),
    );
    expect(rowsOfType(rows, "message").map(({ role, input, parts }) => [role, input?.id, parts])).toEqual([
      ["system", "skill_listing", [{ type: "text", text: "- tides: How tables are computed" }]],
      [
        "system",
        "hook_additional_context",
        [
          { type: "text", text: "First." },
          { type: "text", text: "Second." },
        ],
      ],
      [
        "system",
        "deferred_tools_delta",
        [{ type: "json", value: { type: "deferred_tools_delta", addedNames: ["Gauge"], removedNames: [] } }],
      ],
      [
        "system",
        "edited_text_file",
        [{ type: "json", value: { type: "edited_text_file", filename: "a.ts", snippet: "1 const tide" } }],
      ],
    ]);
  });

  it("tell what hooks printed, and which of them failed", async () => {
    const hook = (more: object) => ({
      type: "attachment",
      attachment: { hookName: "PreToolUse:Bash", hookEvent: "PreToolUse", command: "guard.sh", ...more },
    });
    const { rows } = await session(
      hook({ type: "hook_success", content: "busy", stdout: "busy\n", stderr: "", exitCode: 0 }),
      hook({ type: "hook_success", content: "", stdout: "", stderr: "slow", exitCode: 1 }),
      hook({ type: "hook_blocking_error", blockingError: { blockingError: "no network" } }),
      hook({ type: "hook_cancelled" }),
      hook({ type: "hook_novelty", depth: 3 }),
    );
    expect(
      rowsOfType(rows, "notice").map(({ severity, says, quotes }) => [
        severity,
        says,
        quotes.slice(2).map(({ text }) => text),
      ]),
    ).toEqual([
      ["note", "A hook ran.", ["busy"]],
      ["warning", "A hook ran.", ["slow"]],
      ["warning", "A hook failed.", ['{"blockingError":"no network"}']],
      ["warning", "A hook was cancelled.", []],
      ["warning", "A hook had something to say.", [expect.stringContaining('"depth":3')]],
    ]);
  });

  it("without content are unknown records, whole", async () => {
    const { rows } = await session(
      { type: "attachment", attachment: "odd" },
      { type: "progress", data: "odd" },
      { type: "progress", data: { type: "novelty", depth: 3 } },
    );
    expect(rowsOfType(rows, "notice").map(({ code }) => code)).toEqual([
      "unknown-line",
      "unknown-line",
      "unknown-line",
    ]);
  });
});

describe("the status of a session", () => {
  it.each([
    [
      "answered",
      [user("Go."), answer("m", "Done.")],
      "succeeded",
      "derived",
      "its last turn answered and nothing waits for it",
    ],
    [
      "answered by a model that said nothing",
      [user("Go."), reply("m", [])],
      "succeeded",
      "derived",
      "its last turn answered and nothing waits for it",
    ],
    [
      "has no reply",
      [user("Go.")],
      "running",
      "guess",
      "its last message has no reply; a copy cannot tell a live run from a crash",
    ],
    [
      "waits for a result",
      [user("Go."), reply("m", [call("t", "Bash", {})])],
      "running",
      "guess",
      "its last tool call has no result; a copy cannot tell a live run from a crash",
    ],
    [
      "was interrupted",
      [user("Go."), reply("m", [call("t", "Bash", {})]), user([words("[Request interrupted by user for tool use]")])],
      "canceled",
      "derived",
      "the user interrupted it and nothing followed",
    ],
    [
      "failed",
      [user("Go."), reply("m", "API Error: 500", { isApiErrorMessage: true })],
      "failed",
      "derived",
      "its last call of the model failed and nothing followed",
    ],
    [
      "was refused",
      [user("Go."), reply("m", [words("No.")], { message: { stop_reason: "refusal" } })],
      "failed",
      "derived",
      "the model refused its last request",
    ],
    [
      "was refused without words",
      [user("Go."), system("model_refusal_no_fallback")],
      "failed",
      "derived",
      "the model refused and nothing followed",
    ],
    [
      "was cut",
      [user("Go."), reply("m", [words("And")], { message: { stop_reason: "max_tokens" } })],
      "failed",
      "derived",
      "its last reply was cut at the output limit",
    ],
    [
      "holds no message",
      [system("informational", { content: "Hi." })],
      "unknown",
      "derived",
      "its transcript holds no message",
    ],
    [
      "ended with a command",
      [
        user("Go."),
        answer("m", "Done."),
        user("<command-name>/exit</command-name>"),
        user("<local-command-stdout>Bye</local-command-stdout>"),
      ],
      "succeeded",
      "derived",
      "its last turn answered and nothing waits for it",
    ],
  ])("that %s", async (_, lines, word, certainty, basis) => {
    const { task } = await session(...lines);
    expect(task.status).toMatchObject({ word, certainty, basis });
  });

  it("that failed gives the error as its reason, and has no result", async () => {
    const { task } = await session(
      user("Go."),
      answer("m1", "First."),
      user("More."),
      reply("m2", "API Error: 500", { isApiErrorMessage: true }),
    );
    expect([task.status.reason, task.result]).toEqual(["API Error: 500", undefined]);
  });

  it("says when it began, and when it ended if it did", async () => {
    const over = (await session(user("Go."), answer("m", "Done."))).task;
    expect([over.startedAt, over.endedAt]).toEqual(["2027-03-09T08:00:01.000Z", "2027-03-09T08:00:02.000Z"]);
    const open = (await session(user("Go."))).task;
    expect([open.startedAt, open.endedAt]).toEqual(["2027-03-09T08:00:01.000Z", undefined]);
  });

  it("has its last answer as its result, and the row that gives it", async () => {
    const { task, rows } = await session(
      user("Go."),
      reply("m1", [words("First.")]),
      user("More."),
      reply("m2", [{ type: "thinking", thinking: "Hm." }, words("Last.")]),
    );
    expect(task.result).toEqual({ parts: [{ type: "text", text: "Last." }], row: { taskId: "s", itemId: "u4#2" } });
    expect(said(rows.at(-1))).toBe("Last.");
  });
});

describe("the title of a session", () => {
  const fact = (type: string, more: object) => ({ type, sessionId: "s", bare: true, ...more });
  it.each([
    [
      "a person gave it",
      [
        fact("ai-title", { aiTitle: "Made up" }),
        fact("custom-title", { customTitle: "Tides" }),
        fact("ai-title", { aiTitle: "Later" }),
      ],
      "Tides",
    ],
    [
      "Claude Code made it up",
      [fact("summary", { summary: "Old", leafUuid: "u1" }), fact("ai-title", { aiTitle: "Made up" })],
      "Made up",
    ],
    [
      "a summary of its last record names it",
      [
        fact("summary", { summary: "Of this", leafUuid: "u1" }),
        fact("summary", { summary: "Of another", leafUuid: "z" }),
      ],
      "Of this",
    ],
    ["nothing but its first prompt tells", [], "Check the tide tables."],
    [
      "what tells is ill-formed",
      [
        fact("custom-title", { customTitle: 7 }),
        fact("ai-title", {}),
        fact("summary", { summary: "  ", leafUuid: "u1" }),
      ],
      "Check the tide tables.",
    ],
  ])("where %s", async (_, facts, title) => {
    const { task } = await session(user("\n# Check the tide tables.\nAll of them."), ...facts);
    expect(task.title).toBe(title);
  });

  it("passes over what Claude Code added before the prompt", async () => {
    const { task } = await session(
      user([words("<ide_selection>Lines 1 to 2</ide_selection>"), words("Explain this.")]),
    );
    expect([task.title, task.goal]).toEqual(["Explain this.", "Explain this."]);
  });

  it("is the first command where nothing else was typed, and else the session's id", async () => {
    expect(
      (await session(user("<command-name>/init</command-name>\n<command-args>all</command-args>"))).task.title,
    ).toBe("/init all");
    expect((await session(system("informational", { content: "Hi." }))).task.title).toBe("Session s");
  });

  it("is one line, cut where words end", async () => {
    const { task } = await session(user(`${"tide ".repeat(40)}\nmore`));
    expect(task.title).toBe(`${"tide ".repeat(15)}tide…`);
  });
});
