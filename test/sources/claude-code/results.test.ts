import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/model/index.ts";
import { call, first, reply, result, rowsOfType, session, user } from "./open.ts";

/** The result of one call of a tool. */
async function resultOf(tool: string, content: unknown, copy: unknown, more: object = {}) {
  const { rows } = await session(
    reply("m1", [call("t1", tool, { command: "make test" })]),
    user([result("t1", content, { ...more })], copy === undefined ? {} : { toolUseResult: copy }),
  );
  return first(rows, "tool-result");
}

describe("results of tools", () => {
  it("hold text, images and references in recorded order", async () => {
    const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
    const row = await resultOf(
      "mcp__gauge__shot",
      [
        { type: "text", text: "ok" },
        { type: "image", source: png },
        { type: "tool_reference", tool_name: "Gauge" },
      ],
      undefined,
    );
    expect(row.output).toEqual([
      { type: "text", text: "ok" },
      { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
      { type: "json", value: { type: "tool_reference", tool_name: "Gauge" } },
    ]);
  });

  it("may be a string, a number, nothing, or something unheard of", async () => {
    const outputs = [];
    for (const content of ["plain", 7, null, "", { odd: true }])
      outputs.push((await resultOf("Bash", content, undefined)).output);
    expect(outputs).toEqual([
      [{ type: "text", text: "plain" }],
      [{ type: "text", text: "7" }],
      [],
      [],
      [{ type: "json", value: { odd: true } }],
    ]);
  });

  it("are errors only where the record says so", async () => {
    const marks = [];
    for (const more of [{}, { is_error: false }, { is_error: true }, { is_error: "yes" }]) {
      marks.push((await resultOf("Bash", "x", undefined, more)).isError);
    }
    expect(marks).toEqual([false, false, true, false]);
  });

  it("are paired by id in whatever order they come, in one record or several", async () => {
    const { rows } = await session(
      reply("m1", [
        call("t1", "Read", { file_path: "a" }),
        call("t2", "Read", { file_path: "b" }),
        call("t3", "Read", { file_path: "c" }),
      ]),
      user([result("t3", "third"), result("t1", "first")]),
      user([result("t2", "second")]),
    );
    expect(rowsOfType(rows, "tool-result").map(({ label, toolCallId }) => [label, toolCallId])).toEqual([
      ["L2.1", "t3"],
      ["L2.2", "t1"],
      ["L3", "t2"],
    ]);
  });

  it("without a call are kept", async () => {
    const { rows } = await session(user([result("gone", "late")]));
    expect(first(rows, "tool-result")).toMatchObject({ toolCallId: "gone", output: [{ type: "text", text: "late" }] });
  });
});

describe("the structured copy beside a result", () => {
  it("is kept verbatim, and its bytes are the row's", async () => {
    const copy = {
      filePath: "a.ts",
      structuredPatch: [{ oldStart: 4, newStart: 4, lines: ["-a", "+b"] }],
      originalFile: "a\n",
    };
    expect((await resultOf("Edit", "ok", copy)).structured).toEqual(copy);
    expect((await resultOf("Edit", "ok", undefined)).structured).toBeUndefined();
    expect((await resultOf("Bash", "no", "Error: no", { is_error: true })).structured).toBe("Error: no");
  });

  it("tells a shell's streams where they are what the result says", async () => {
    const shell = (stdout: string, stderr: string) => ({ stdout, stderr, interrupted: false, isImage: false });
    expect((await resultOf("Bash", "out\nwarned", shell("out", "warned"))).streams).toEqual({
      stdout: "out",
      stderr: "warned",
    });
    expect((await resultOf("Bash", "out", shell("out\n", ""))).streams).toEqual({ stdout: "out\n" });
    expect(
      (await resultOf("Bash", "Command running in background with ID: b1", shell("", ""))).streams,
    ).toBeUndefined();
    expect((await resultOf("Bash", "ou… (cut)", shell("out, and much more", ""))).streams).toBeUndefined();
    expect((await resultOf("Bash", "out", { stdout: 7 })).streams).toBeUndefined();
  });

  it("tells exit codes and durations, which are absent where it does not", async () => {
    expect((await resultOf("BashOutput", "x", { exitCode: 3, stdout: "x", stderr: "" })).exitCode).toBe(3);
    expect((await resultOf("Glob", "x", { durationMs: 12 })).timing).toEqual({ durationMs: 12 });
    expect((await resultOf("WebSearch", "x", { durationSeconds: 1.5 })).timing).toEqual({ durationMs: 1500 });
    expect((await resultOf("Task", "x", { totalDurationMs: 80 })).timing).toEqual({ durationMs: 80 });
    const plain = await resultOf("Bash", "x", { stdout: "x", durationMs: "long", exitCode: "one" });
    expect([plain.exitCode, plain.timing]).toEqual([undefined, undefined]);
  });

  it("says that a call was interrupted, or went on in the background", async () => {
    expect((await resultOf("Bash", "x", { stdout: "x", interrupted: true })).remarks).toEqual([
      "the call was interrupted",
    ]);
    expect((await resultOf("Bash", "x", { stdout: "", backgroundTaskId: "b1" })).remarks).toEqual([
      "the command went on in the background",
    ]);
  });

  it("speaks for no result where a record holds several", async () => {
    const { rows, workspace } = await session(
      reply("m1", [call("t1", "Glob", {}), call("t2", "Glob", {})]),
      user([result("t1", "a"), result("t2", "b")], { toolUseResult: { durationMs: 5 } }),
    );
    expect(rowsOfType(rows, "tool-result").map(({ structured, timing }) => [structured, timing])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const bytes = Buffer.from(await workspace.bytes(rows[2]?.place ?? { file: "" })).toString();
    expect(JSON.parse(bytes)).toMatchObject({ toolUseResult: { durationMs: 5 } });
  });
});

describe("a shell's result", () => {
  it("names the exit code in its first line where the command failed", async () => {
    expect((await resultOf("Bash", "Exit code 2\nboom", "Error: Exit code 2\nboom", { is_error: true })).exitCode).toBe(
      2,
    );
    expect((await resultOf("Bash", "Exit code two", undefined)).exitCode).toBeUndefined();
  });

  it("is not taken from the text of any other tool", async () => {
    expect((await resultOf("Read", "Exit code 2\nis what the file says", undefined)).exitCode).toBeUndefined();
  });

  it("says where the user declined the call", async () => {
    const row: Row = await resultOf(
      "Bash",
      "The user doesn't want to proceed with this tool use. It was rejected.",
      undefined,
      { is_error: true },
    );
    expect(row.remarks).toEqual(["the user declined this call or broke it off"]);
  });
});
