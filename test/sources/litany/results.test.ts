import { describe, expect, it } from "vitest";
import { call, exit, ROOT, reply, result, text } from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec, rowFor, rowsFor } from "./open.ts";

const block = { type: "tool_result", tool_use_id: "call_a1", content: "two files", is_error: false };

describe("tool results", () => {
  it.each([
    ["a bare array", [block]],
    ["the block itself", block],
    ["an object that holds blocks", { role: "user", content: [block] }],
    ["a block without a type", { role: "user", content: [{ tool_use_id: "call_a1", content: "two files" }] }],
  ])("is found in %s", async (_, content) => {
    expect(await rowFor("001-tool.json", content)).toMatchObject({
      type: "tool-result",
      toolCallId: "call_a1",
      isError: false,
      output: [{ type: "text", text: "two files" }],
      label: "001",
      itemId: "001-tool.json#1",
    });
  });

  it.each([
    ["an empty object", {}],
    ["an object with a word as content", { content: "x" }],
    ["a result that names no call", [{ type: "tool_result", content: "x" }]],
    ["one element of several that names no call", [block, { type: "text", text: "x" }]],
    ["an empty array", []],
    ["text that is no JSON", '[{"type":"tool_result"'],
    ["bytes that are no text", Uint8Array.of(0, 1, 0xff)],
    ["nothing at all", ""],
  ])("is raw where the file holds %s", async (_, content) => {
    const row = await rowFor("001-tool.json", content);
    expect(row).toMatchObject({ type: "raw", label: "001" });
  });

  it.each([
    ["a number", 42, [{ type: "text", text: "42" }]],
    ["false", false, [{ type: "text", text: "false" }]],
    ["null", null, []],
    ["nothing", undefined, []],
    ["an empty string", "", []],
    ["an object that is no block", { a: 1 }, [{ type: "json", value: { a: 1 } }]],
    ["one block", text("x"), [{ type: "text", text: "x" }]],
    ["pieces of text, joined without a separator", [text("a"), text("b")], [{ type: "text", text: "ab" }]],
    [
      "text around something unknown",
      [text("a"), { type: "x" }, "b"],
      [text("a"), { type: "json", value: { type: "x" } }, text("b")],
    ],
    [
      "an image",
      [{ type: "image", source: { kind: "base64", media_type: "image/png", data: "iVBOR" } }],
      [{ type: "image", mediaType: "image/png", data: "iVBOR" }],
    ],
  ])("keeps content that is %s", async (_, content, output) => {
    const row = await rowFor("001-tool.json", [{ type: "tool_result", tool_use_id: "c", content, is_error: false }]);
    expect(row.type === "tool-result" && row.output).toEqual(output);
  });

  it.each([
    ["true", true, true],
    ["false", false, false],
    ["absent", undefined, false],
    ["no boolean", "yes", false],
  ])("takes an error flag that is %s", async (_, flag, isError) => {
    expect(await rowFor("001-tool.json", [{ ...block, is_error: flag }])).toMatchObject({ isError });
  });

  it("gives several results in one file a row each", async () => {
    const rows = await rowsFor({ "001-tool.json": [block, { ...block, tool_use_id: "call_b2", content: "three" }] });
    expect(rows).toMatchObject([
      { label: "001.1", itemId: "001-tool.json#1", toolCallId: "call_a1" },
      { label: "001.2", itemId: "001-tool.json#2", toolCallId: "call_b2" },
    ]);
  });

  it("keeps results whose call is gone, and ids that repeat", async () => {
    const rows = await rowsFor({ "001-tool.json": [block], "002-tool.json": [block] });
    expect(rows.filter((row) => row.type === "tool-result")).toHaveLength(2);
  });
});

describe("the engine's wording in a result", () => {
  it.each([
    ["a code and output", exit(0, "a\nb\n"), { exitCode: 0, streams: { stdout: "a\nb\n" } }],
    ["a code alone", "Exit code: 3\n", { exitCode: 3, streams: { stdout: "" } }],
    ["a code without a line end", "Exit code: -2", { exitCode: -2, streams: { stdout: "" } }],
    ["both streams", exit(1, "out", "err\n"), { exitCode: 1, streams: { stdout: "out\n", stderr: "err\n" } }],
    [
      "the error stream alone",
      exit(127, "", "not found\n"),
      { exitCode: 127, streams: { stdout: "", stderr: "not found\n" } },
    ],
    [
      "output that quotes another result",
      exit(0, exit(1, "x\n", "y\n"), "z\n"),
      { exitCode: 0, streams: { stdout: "Exit code: 1\nx\n--- stderr ---\ny\n", stderr: "z\n" } },
    ],
  ])("tells exit code and streams from %s", async (_, said, facts) => {
    expect(await rowFor("001-tool.json", result("c", said))).toMatchObject(facts);
  });

  it.each(["just words", "Exit code: seven\nx", "exit code: 1\n", "x\nExit code: 1\n", ""])(
    "finds no exit code in %j",
    async (said) => {
      const row = await rowFor("001-tool.json", result("c", said));
      expect(row.type === "tool-result" && [row.exitCode, row.streams]).toEqual([undefined, undefined]);
    },
  );

  it("does not claim streams for output that is not text alone", async () => {
    const content = [text("Exit code: 0\nx"), { type: "image", source: { kind: "base64", data: "iVBOR" } }];
    const row = await rowFor("001-tool.json", [{ type: "tool_result", tool_use_id: "c", content }]);
    expect(row.type === "tool-result" && [row.exitCode, row.streams]).toEqual([0, undefined]);
  });

  const batch = call("call_m", "multi_tool", {
    invocations: [
      { name: "bash", input: { command: "npm test" } },
      { name: "read_file", input: { path: "a.ts", offset: 10, limit: 5 } },
    ],
    on_failure: "run_all",
  });
  const sections = [
    "2 invocations, 1 failed",
    "=== [1/2] bash: failed ===",
    exit(1, "1 test failed\n=== [1/2] bash: ok ===\n"),
    "=== [2/2] read_file: ok ===",
    exit(0, "line ten\n"),
  ].join("\n");

  it("splits a batch's result into the results of its calls", async () => {
    const rows = await rowsFor({ "001-m.json": reply([batch]), "002-tool.json": result("call_m", sections, true) });
    expect(rows[0]).toMatchObject({
      kind: "batch",
      fields: {
        invocations: [
          { name: "bash", kind: "shell", fields: { command: "npm test" } },
          { name: "read_file", kind: "read", fields: { path: "a.ts", from: 10, to: 14 } },
        ],
      },
    });
    expect(rows[1]).toMatchObject({
      sections: [
        {
          name: "bash",
          outcome: "failed",
          exitCode: 1,
          text: "Exit code: 1\n1 test failed\n=== [1/2] bash: ok ===\n\n",
        },
        { name: "read_file", outcome: "ok", exitCode: 0, text: "Exit code: 0\nline ten\n" },
      ],
    });
  });

  it("finds no sections in what any other tool printed", async () => {
    const rows = await rowsFor({
      "001-m.json": reply([call("call_m", "bash", { command: "cat log" })]),
      "002-tool.json": result("call_m", sections),
    });
    expect(rows[1]?.type === "tool-result" && rows[1].sections).toBeUndefined();
  });

  it("gives a batch's calls the times of their own runs", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { "001-m.json": reply([batch]), "002-tool.json": result("call_m", sections, true) } },
      },
      steps: {
        [ROOT]: {
          "001": {
            tools: {
              "call_m-2": {
                output: { exit_code: 0, started_at: "2027-01-01T09:00:01Z", ended_at: "2027-01-01T09:00:03.250Z" },
              },
            },
          },
        },
      },
    });
    const row = (await rowsOf(workspace, ROOT))[1];
    expect(row?.type === "tool-result" && row.sections?.map((section) => section.timing?.durationMs)).toEqual([
      undefined,
      2_250,
    ]);
  });
});
