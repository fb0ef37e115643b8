import { describe, expect, it } from "vitest";
import type { ToolResultRow } from "../../../src/model/index.ts";
import { call, event, item, output, session } from "./open.ts";

/** The result of one call, with events of the interface before it. */
async function resultOf(value: unknown, ...events: readonly unknown[]): Promise<ToolResultRow> {
  const { rows } = await session([call("1", "exec_command", { cmd: "x" }), ...events, output("1", value)]);
  const found = rows.find((row) => row.type === "tool-result");
  if (found?.type !== "tool-result") throw new Error("there is no result");
  return found;
}

const framed = (head: string, body: string) => `Chunk ID: a\nWall time: 0.5000 seconds\n${head}\nOutput:\n${body}`;
const ended = (more: Readonly<Record<string, unknown>>) =>
  event("exec_command_end", { call_id: "1", command: ["x"], exit_code: 0, status: "completed", ...more });

describe("the output of a call", () => {
  it("is told apart from the lines that Codex puts around it", async () => {
    expect(await resultOf(framed("Process exited with code 3", "a\nOutput:\nb"))).toMatchObject({
      exitCode: 3,
      timing: { durationMs: 500 },
      streams: { stdout: "a\nOutput:\nb" },
    });
    expect(await resultOf("Exit code: -1\nWall time: 2 seconds\nOutput:\n")).toMatchObject({
      exitCode: -1,
      timing: { durationMs: 2000 },
      streams: { stdout: "" },
    });
  });

  it("is taken as it is where it only looks like that", async () => {
    for (const text of [
      "Output:\nplain",
      "Process exited with code 3",
      `${"x".repeat(30_000)}\nWall time: 1 seconds\nOutput:\nb`,
      "Exit code: many\nOutput:\nb",
    ]) {
      const result = await resultOf(text);
      expect(result.output).toEqual([{ type: "text", text }]);
      expect(result).not.toHaveProperty("streams");
      expect(result).not.toHaveProperty("exitCode");
    }
  });

  it("can be JSON with facts of the run beside it, as a text or as an object", async () => {
    const held = { output: "done\n", metadata: { exit_code: 2, duration_seconds: 1.5 } };
    expect(await resultOf(JSON.stringify(held))).toMatchObject({
      exitCode: 2,
      timing: { durationMs: 1500 },
      streams: { stdout: "done\n" },
    });
    expect(await resultOf(held)).toMatchObject({ output: [{ type: "text", text: "done\n" }], exitCode: 2 });
    expect(await resultOf({ output: "done", metadata: { exit_code: "two", duration_seconds: -1 } })).toEqual(
      expect.not.objectContaining({ exitCode: expect.anything(), timing: expect.anything() }),
    );
  });

  it("can be text that only begins like such JSON", async () => {
    for (const text of ['{"output":"torn', '{"output":1,"metadata":{}}', '{"output":"a"}']) {
      expect(await resultOf(text)).toMatchObject({ output: [{ type: "text", text }], isError: false });
    }
  });

  it("can say of itself that the call failed", async () => {
    expect(await resultOf({ content: "no such file", success: false })).toMatchObject({
      output: [{ text: "no such file" }],
      isError: true,
    });
    expect(await resultOf({ content: "well", success: true })).toMatchObject({ isError: false });
    expect(await resultOf({ content: [{ type: "input_text", text: "a" }] })).toMatchObject({ output: [{ text: "a" }] });
  });

  it("keeps an object of no known shape, an empty text and nothing at all", async () => {
    expect(await resultOf({ x: 1 })).toMatchObject({ output: [{ type: "json", value: { x: 1 } }] });
    expect(await resultOf("")).toMatchObject({ output: [] });
    expect(await resultOf(null)).toMatchObject({ output: [] });
    expect(await resultOf(7)).toMatchObject({ output: [{ type: "json", value: 7 }] });
  });
});

describe("how a call ended", () => {
  it("is told by the interface's event, whichever line comes first", async () => {
    expect(await resultOf("text", ended({ exit_code: 4, duration: { secs: 2, nanos: 500_000_000 } }))).toMatchObject({
      exitCode: 4,
      timing: { durationMs: 2500 },
    });
    const { rows } = await session([
      call("1", "exec_command", { cmd: "x" }),
      output("1", "text"),
      ended({ exit_code: 4 }),
    ]);
    expect(rows.find((row) => row.type === "tool-result")).toMatchObject({ exitCode: 4 });
  });

  it("is not told where the event's facts are not as they should be", async () => {
    const result = await resultOf("text", ended({ exit_code: "four", duration: { secs: "2" } }));
    expect(result).not.toHaveProperty("exitCode");
    expect(result).not.toHaveProperty("timing");
  });

  it("completes an output that was cut, and names the line that it was completed from", async () => {
    const whole = "one\ntwo\nthree\nfour\n";
    expect(
      await resultOf(
        framed("Process exited with code 0", "one\n…2 tokens truncated…\nfour\n"),
        ended({ aggregated_output: whole }),
      ),
    ).toMatchObject({
      streams: { stdout: whole },
      completedFrom: { file: "rollout.jsonl", line: 3 },
      output: [{ text: expect.stringContaining("truncated") }],
    });
  });

  it("completes nothing where the event holds less, or the same", async () => {
    for (const aggregated_output of ["one\n", "one", ""]) {
      const result = await resultOf(framed("Process exited with code 0", "one\n"), ended({ aggregated_output }));
      expect(result).not.toHaveProperty("completedFrom");
      expect(result).toMatchObject({ streams: { stdout: "one\n" } });
    }
  });

  it("tells error output apart where the event does", async () => {
    expect(
      await resultOf("out\nerr\n", ended({ aggregated_output: "out\nerr\n", stdout: "out\n", stderr: "err\n" })),
    ).toMatchObject({ streams: { stdout: "out\n", stderr: "err\n" } });
  });

  it("shows an event by itself where no result is there to have its facts", async () => {
    const { rows } = await session([
      call("1", "exec_command", { cmd: "x" }),
      ended({ exit_code: 0, aggregated_output: "lost?" }),
    ]);
    expect(rows.at(-1)).toMatchObject({
      type: "notice",
      code: "command-ended",
      severity: "note",
      quotes: [{ text: "x" }, { text: "lost?" }],
    });
  });

  it("is an error where a patch, a server's tool or a started tool failed", async () => {
    expect(
      await resultOf(
        "no",
        event("patch_apply_end", { call_id: "1", success: false, stdout: "", stderr: "bad hunk", changes: {} }),
      ),
    ).toMatchObject({ isError: true });
    expect(
      await resultOf(
        "no",
        event("mcp_tool_call_end", { call_id: "1", result: { Err: "gone" }, duration: { secs: 1, nanos: 0 } }),
      ),
    ).toMatchObject({ isError: true, timing: { durationMs: 1000 } });
    expect(
      await resultOf("no", event("mcp_tool_call_end", { call_id: "1", result: { Ok: { isError: true } } })),
    ).toMatchObject({ isError: true });
    expect(
      await resultOf("yes", event("mcp_tool_call_end", { call_id: "1", result: { Ok: { content: [] } } })),
    ).toMatchObject({ isError: false });
    expect(await resultOf("no", event("dynamic_tool_call_response", { call_id: "1", success: false }))).toMatchObject({
      isError: true,
    });
    expect(await resultOf("no", ended({ status: "declined", exit_code: -1 }))).toMatchObject({ isError: true });
  });

  it("names each file that a patch changed", async () => {
    const changes = {
      "a.ts": { type: "add", content: "new\n" },
      "b.ts": { type: "update", unified_diff: "@@\n", move_path: "c.ts" },
      "d.ts": 7,
      __proto__: { type: "delete" },
    };
    const text = JSON.stringify({ type: "patch_apply_end", call_id: "1", success: true, changes }).replace(
      '"d.ts":7',
      '"d.ts":7,"__proto__":{"type":"delete"}',
    );
    const { rows } = await session([
      call("1", "apply_patch", {}),
      `{"type":"event_msg","payload":${text}}`,
      output("1", "Success."),
    ]);
    expect(rows.at(-1)).toMatchObject({
      sections: [
        { name: "a.ts", outcome: "add", text: "new\n" },
        { name: "b.ts → c.ts", outcome: "update", text: "@@\n" },
        { name: "d.ts", outcome: "changed", text: "" },
        { name: "__proto__", outcome: "delete", text: "" },
      ],
    });
  });

  it("shows what a failed patch wrote beside its output", async () => {
    const result = await resultOf(
      "patch failed",
      event("patch_apply_end", {
        call_id: "1",
        success: false,
        stderr: "hunk 1 does not fit",
        changes: { "a.ts": { type: "update", unified_diff: "@@" } },
      }),
    );
    expect(result).toMatchObject({ isError: true, streams: { stdout: "patch failed", stderr: "hunk 1 does not fit" } });
  });

  it("belongs to results of the same id in their order", async () => {
    const { rows } = await session([
      call("1", "x", {}),
      ended({ exit_code: 1 }),
      output("1", "a"),
      call("1", "x", {}),
      ended({ exit_code: 2 }),
      output("1", "b"),
    ]);
    expect(rows.flatMap((row) => (row.type === "tool-result" ? [row.exitCode] : []))).toEqual([1, 2]);
  });

  it("takes what was asked for from the call alone, though the interface was told of it too", async () => {
    const { workspace } = await session([
      item("function_call", { call_id: "1", name: "view_image", arguments: '{"path":"a.png"}' }),
      event("view_image_tool_call", { call_id: "1", path: "/a.png" }),
    ]);
    expect(workspace.index.notes).toMatchObject([
      { disposition: { type: "joined", to: { itemId: "rollout.jsonl:2#1" } } },
    ]);
  });
});
