import { describe, expect, it } from "vitest";
import { answer, call, first, outline, reply, result, rowsOfType, said, session, user, words } from "./open.ts";

describe("messages of a session", () => {
  it("give one row a block, named after the record's id and the block's number", async () => {
    const { rows } = await session(
      user("Check the tide tables."),
      reply("m1", [
        { type: "thinking", thinking: "Which station?", signature: "c2ln" },
        words("I look."),
        call("t1", "Bash", { command: "ls" }),
      ]),
      user([result("t1", "a.csv")]),
    );
    expect(rows.map(({ label, itemId, type }) => [label, itemId, type])).toEqual([
      ["L1", "u1#1", "message"],
      ["L2.1", "u2#1", "reasoning"],
      ["L2.2", "u2#2", "message"],
      ["L2.3", "u2#3", "tool-call"],
      ["L3", "u3#1", "tool-result"],
    ]);
  });

  it("are placed by their line, and by their own bytes where a line has several blocks", async () => {
    const { rows, workspace } = await session(user("Go."), reply("m1", [words("One."), words("Two.")]));
    const bytes = async (at: number) => Buffer.from(await workspace.bytes(rows[at]?.place ?? { file: "" })).toString();
    expect(JSON.parse(await bytes(0))).toMatchObject({ type: "user", uuid: "u1" });
    expect(await bytes(2)).toBe('{"type":"text","text":"Two."}');
    expect(rows[2]?.record).toBe("s.jsonl:2");
  });

  it("are named after their place where the record has no id", async () => {
    const { rows } = await session({ ...(user("Go.") as object), uuid: undefined });
    expect(rows.map(({ itemId }) => itemId)).toEqual(["s.jsonl:1#1"]);
  });

  it("come from a person, except what Claude Code wrote in their place", async () => {
    const { rows } = await session(
      user("Check it."),
      user("<local-command-caveat>Caveat: generated while running local commands.</local-command-caveat>", {
        isMeta: true,
      }),
      user("<command-name>/cost</command-name>\n<command-args></command-args>"),
      user("<local-command-stdout>Total: 3</local-command-stdout>"),
      user([words("<system-reminder>\nBe brief.\n</system-reminder>"), words("And the harbour?")]),
      user("Base directory for this skill: skills/tides", { isMeta: true }),
    );
    expect(rowsOfType(rows, "message").map((row) => [row.label, row.role, row.input?.sender?.id, row.remarks])).toEqual(
      [
        ["L1", "user", "user", undefined],
        ["L2", "system", "Claude Code", undefined],
        ["L3", "user", "user", ["a command that was typed into Claude Code"]],
        ["L4", "system", "Claude Code", ["what such a command printed"]],
        ["L5.1", "system", "Claude Code", undefined],
        ["L5.2", "user", "user", undefined],
        ["L6", "system", "Claude Code", undefined],
      ],
    );
  });

  it("keep what slash commands and their output say, word for word", async () => {
    const { rows } = await session(
      user("<command-name>/cost</command-name>"),
      user("<local-command-stdout>\u001b[1mTotal\u001b[0m</local-command-stdout>"),
    );
    expect(rows.map(said)).toEqual([
      "<command-name>/cost</command-name>",
      "<local-command-stdout>\u001b[1mTotal\u001b[0m</local-command-stdout>",
    ]);
  });

  it("hold images and documents as they are recorded", async () => {
    const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
    const { rows } = await session(
      user([
        words("See."),
        { type: "image", source: png },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
        {
          type: "document",
          title: "Chart",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        },
        { type: "document", source: { type: "text", media_type: "text/plain", data: "High water 04:10" } },
        { type: "hologram", depth: 3 },
        "bare words",
      ]),
    );
    expect(rowsOfType(rows, "message").map(({ parts }) => parts[0])).toEqual([
      { type: "text", text: "See." },
      { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
      { type: "link", what: "image", url: "https://example.org/a.png" },
      { type: "document", mediaType: "application/pdf", data: "JVBERi0=", name: "Chart" },
      { type: "text", text: "High water 04:10" },
      { type: "json", value: { type: "hologram", depth: 3 } },
      { type: "text", text: "bare words" },
    ]);
  });

  it("without content, or of another shape, keep a row that says so", async () => {
    const { rows } = await session(
      user([]),
      reply("m1", []),
      user(""),
      reply("m2", [words("")]),
      { type: "user", message: "loose words" },
      { type: "assistant", message: { id: "m3", contents: [words("mistyped")] } },
    );
    expect(rows.map((row) => row.remarks?.[0])).toEqual([
      "the record holds a message without any content",
      "the record holds a reply without any content",
      "the record holds an empty text block",
      "the record holds an empty text block",
      "its message is not of a shape that this reader knows",
      "its message is not of a shape that this reader knows",
    ]);
    const last = rowsOfType(rows, "message").slice(-2);
    expect(last.map(({ parts }) => parts)).toEqual([
      [{ type: "json", value: "loose words" }],
      [{ type: "json", value: { id: "m3", contents: [words("mistyped")] } }],
    ]);
  });

  it("say when they were meant for the transcript alone", async () => {
    const { rows } = await session(user("For the eye.", { isVisibleInTranscriptOnly: true }));
    expect(rows[0]?.remarks).toEqual(["it is shown in the transcript only, not to the model"]);
  });

  it("keep file order, whatever their times and parents say", async () => {
    const { rows } = await session(
      user("Later.", { timestamp: "2027-03-09T09:00:00.000Z", parentUuid: "u3" }),
      user("Earlier.", { timestamp: "2027-03-09T07:00:00.000Z", parentUuid: null }),
      answer("m1", "Done."),
    );
    expect(outline(rows)).toEqual(["L1 message", "L2 message", "L3 message"]);
    expect(rows[0]?.createdAt).toBe("2027-03-09T09:00:00.000Z");
  });
});

describe("reasoning", () => {
  it("is told apart: readable, signature only, redacted, and empty", async () => {
    const { rows } = await session(
      reply("m1", [
        { type: "thinking", thinking: "Aha.", signature: "c2ln" },
        { type: "thinking", thinking: "", signature: "c2ln" },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "thinking", thinking: "" },
      ]),
    );
    expect(rowsOfType(rows, "reasoning").map(({ text, withheld, remarks }) => ({ text, withheld, remarks }))).toEqual([
      { text: "Aha.", withheld: undefined, remarks: undefined },
      { text: undefined, withheld: "signature only", remarks: undefined },
      { text: undefined, withheld: "redacted", remarks: undefined },
      { text: undefined, withheld: undefined, remarks: ["the record holds a reasoning block without any content"] },
    ]);
  });
});

describe("replies", () => {
  it("that stand on several lines are one turn, and their usage is counted once, with the most output", async () => {
    const usage = (input: number, output: number) => ({
      message: { usage: { input_tokens: input, output_tokens: output } },
    });
    const { rows } = await session(
      user("Go."),
      reply("m1", [{ type: "thinking", thinking: "Hm." }], usage(0, 0)),
      reply("m1", [words("I look.")], usage(100, 7)),
      reply("m1", [call("t1", "Bash", { command: "ls" })], usage(100, 40)),
      user([result("t1", "a")]),
      reply("m1", [call("t2", "Bash", { command: "pwd" })], usage(100, 40)),
      user([result("t2", "/srv")]),
      reply("m2", [words("Done.")], usage(120, 9)),
    );
    expect(rows.map(({ turnIndex }) => turnIndex)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(rows.flatMap(({ label, usage: counted }) => (counted === undefined ? [] : [[label, counted]]))).toEqual([
      ["L2", { input_tokens: 100, output_tokens: 40 }],
      ["L8", { input_tokens: 120, output_tokens: 9 }],
    ]);
  });

  it("count whole numbers under the provider's names, and nothing that only splits them up", async () => {
    const usage = {
      input_tokens: 3,
      output_tokens: 5,
      cache_read_input_tokens: 70,
      cache_creation: { ephemeral_5m_input_tokens: 3 },
      service_tier: "standard",
      odd: -1,
      half: 0.5,
    };
    const { rows } = await session(reply("m1", [words("Hi.")], { message: { usage } }));
    expect(rows[0]?.usage).toEqual({ input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 70 });
  });

  it("have no usage where none is recorded or it is ill-formed", async () => {
    const { rows } = await session(
      reply("m1", [words("Hi.")]),
      reply("m2", [words("Ho.")], { message: { usage: "much" } }),
    );
    expect(rows.map(({ usage }) => usage)).toEqual([undefined, undefined]);
  });

  it("tell their model, their step and why they stopped", async () => {
    const { rows } = await session(
      reply("m1", [words("I look.")]),
      reply("m1", [call("t1", "Bash", { command: "ls" })], { message: { stop_reason: "tool_use" } }),
    );
    expect(rows.map(({ model, call: made }) => [model, made])).toEqual([
      ["heron-2", { step: "m1", finish: "tool_use" }],
      ["heron-2", undefined],
    ]);
  });

  it("whose ids a scrubber wrote over are told apart by their requests", async () => {
    const { rows } = await session(
      reply("REDACTED", [words("One.")], { requestId: "r1", message: { usage: { output_tokens: 1 } } }),
      reply("REDACTED", [words("Two.")], { requestId: "r2", message: { usage: { output_tokens: 2 } } }),
      reply("REDACTED", [words("Three.")], { requestId: "REDACTED", message: { usage: { output_tokens: 3 } } }),
    );
    expect(rows.map(({ turnIndex, usage }) => [turnIndex, usage?.output_tokens])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it("that Claude Code wrote itself are no model's", async () => {
    const { rows, task } = await session(
      user("Go."),
      answer("m1", "Done."),
      reply("x", [words("No response requested.")], { message: { model: "<synthetic>", usage: { output_tokens: 0 } } }),
    );
    const row = rows[2];
    expect(row).toMatchObject({ type: "message", remarks: ["Claude Code wrote this in the model's place"] });
    expect([row?.model, row?.usage]).toEqual([undefined, undefined]);
    expect(task.result?.parts).toEqual([{ type: "text", text: "Done." }]);
  });

  it("begin a new turn after what was said meanwhile", async () => {
    const { rows } = await session(user("One?"), answer("m1", "1"), user("Two?"), answer("m2", "2"));
    expect(rows.map(({ turnIndex }) => turnIndex)).toEqual([0, 0, 1, 1]);
  });

  it("may hold calls that the provider runs, with their results", async () => {
    const { rows } = await session(
      reply("m1", [
        { type: "server_tool_use", id: "w1", name: "web_search", input: { query: "tides" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "w1",
          content: [{ type: "web_search_result", title: "Tides", url: "https://example.org/" }],
        },
      ]),
    );
    expect(first(rows, "tool-call")).toMatchObject({ toolCallId: "w1", providerSide: true });
    expect(first(rows, "tool-result")).toMatchObject({ toolCallId: "w1", isError: false });
  });
});
