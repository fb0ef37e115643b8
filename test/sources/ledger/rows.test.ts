import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/model/index.ts";
import { openRows, rowRecord } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { read, readOne } from "./open.ts";

const typed = (type: string, content: unknown, more: object = {}) =>
  rowRecord(1, { type, content, toolCallId: "c", ...more });

async function contentOf(type: string, content: unknown, more: object = {}): Promise<Partial<Row>> {
  const {
    sequence: _s,
    turnIndex: _t,
    itemId: _i,
    label: _l,
    record: _r,
    place: _p,
    ...rest
  } = (await readOne(typed(type, content, more))).row;
  return rest;
}

describe("the facts of a row", () => {
  it("that are all there are all told", async () => {
    const facts = {
      createdAt: "2027-01-01T00:00:00Z",
      runId: "run-1",
      usage: { input_tokens: 3 },
      model: "m",
      label: "004.2",
      inheritedFrom: { taskId: "u", itemId: "r9" },
      cleared: true,
      remarks: ["noted"],
      call: { step: "004", timing: { durationMs: 3 }, attempts: 2, finish: "stop" },
    };
    const { row, codes } = await readOne(rowRecord(7, { turnIndex: 2, ...facts }));
    expect(row).toMatchObject({ sequence: 7, turnIndex: 2, itemId: "r7", record: "transcripts/t.jsonl:1", ...facts });
    expect(codes).toEqual([]);
  });

  it("that are absent are absent, and the label is the sequence", async () => {
    const { row } = await readOne(rowRecord(7));
    expect(Object.keys(row).sort()).toEqual(
      ["itemId", "label", "parts", "place", "record", "role", "sequence", "turnIndex", "type"].sort(),
    );
    expect(row.label).toBe("7");
  });

  it.each(["createdAt", "runId", "usage", "model", "label", "inheritedFrom", "cleared", "remarks", "call", "timing"])(
    "that are ill-formed cost themselves alone: %s",
    async (name) => {
      const { row, codes } = await readOne(rowRecord(7, { [name]: 7 }));
      expect(row).toMatchObject({ type: "message", parts: [{ text: "row 7" }] });
      expect(Object.hasOwn(row, name) && name !== "label").toBe(false);
      expect(codes).toEqual(["ill-formed-field"]);
    },
  );

  it("a bad remark costs that remark alone", async () => {
    expect((await readOne(rowRecord(1, { remarks: ["a", 7, "b"] }))).row.remarks).toEqual(["a", "b"]);
  });

  it("the time of a step stands on its call of the model", async () => {
    const { row } = await readOne(rowRecord(1, { timing: { durationMs: 9 }, label: "001" }));
    expect(row.call).toEqual({ step: "001", timing: { durationMs: 9 } });
  });

  it("unknown fields stay in the raw payload, even beside a raw, and the row says so", async () => {
    const record = rowRecord(1, { mood: "calm", raw: { text: "older" } });
    const workspace = await openRows(record);
    const [row] = await rowsOf(workspace, "t");
    expect(row?.remarks).toHaveLength(1);
    expect(row && Buffer.from(await workspace.bytes(row.place)).toString()).toBe(JSON.stringify(record));
  });
});

describe("a message", () => {
  it.each(["user", "assistant", "agent", "system"])("of role %s", async (role) => {
    const { row, codes } = await readOne(typed("message", { role, text: "hi" }, { source: { kind: "context" } }));
    expect(row).toMatchObject({ role, parts: [{ type: "text", text: "hi" }] });
    expect(codes).toEqual([]);
  });

  it("has parts of every type, and keeps as JSON what fits none", async () => {
    const parts = [
      { type: "text", text: "a" },
      { type: "image", mediaType: "image/png", data: "iVBO" },
      { type: "document", mediaType: "text/csv", data: "YQ==", name: "a.csv" },
      { type: "link", what: "image", url: "https://x.example/a.png" },
      { type: "json", value: null },
      { type: "audio", seconds: 3 },
      { type: "image", data: "no media type" },
      { type: "text" },
      "bare",
      7,
    ];
    const { parts: made } = (await contentOf("message", { role: "assistant", parts })) as { parts: unknown };
    expect(made).toEqual([
      ...parts.slice(0, 5),
      { type: "json", value: { type: "audio", seconds: 3 } },
      { type: "json", value: { type: "image", data: "no media type" } },
      { type: "json", value: { type: "text" } },
      { type: "text", text: "bare" },
      { type: "json", value: 7 },
    ]);
  });

  it("without a body has no part", async () => {
    for (const content of [
      { role: "assistant" },
      { role: "assistant", text: "" },
      { role: "assistant", parts: [] },
      "",
    ]) {
      expect(await contentOf("message", content)).toMatchObject({ type: "message", parts: [] });
    }
  });

  it("that is a text is that text, said by whom its source makes likely", async () => {
    expect(await contentOf("message", "hi")).toMatchObject({ role: "assistant", parts: [{ text: "hi" }] });
    expect(await contentOf("message", "hi", { source: { kind: "context" } })).toMatchObject({ role: "user" });
    expect(await contentOf("message", "hi", { source: { kind: "system" } })).toMatchObject({ role: "system" });
  });

  it("of another role says so", async () => {
    const { row, codes } = await readOne(typed("message", { role: "narrator", text: "x" }));
    expect([row.remarks, codes]).toEqual([["its role is not one of the format's"], ["ill-formed-field"]]);
  });

  it("is an input with its source, and without a source an input of unknown origin", async () => {
    const source = {
      kind: "mailbox",
      id: "m1",
      sender: "t",
      senderName: "Own Task",
      storedAt: "s",
      deliveredAt: "d",
      ending: { epitaph: "stopped", terminalRef: "r9" },
      extra: [["k", "v"]],
    };
    expect(await contentOf("message", { role: "user", text: "x" }, { source })).toMatchObject({
      input: {
        kind: "mailbox",
        id: "m1",
        sender: { id: "t", taskId: "t", name: "Own Task" },
        storedAt: "s",
        ending: { epitaph: "stopped", terminalRef: "r9" },
        extra: [
          ["deliveredAt", "d"],
          ["k", "v"],
        ],
      },
    });
    expect(await contentOf("message", { role: "user", text: "x" })).toMatchObject({ input: { kind: "context" } });
    expect(await contentOf("message", { role: "system", text: "x" })).toMatchObject({ input: { kind: "system" } });
  });

  it("has a sender that is a Task where its id is one, or where the record says so", async () => {
    const senderOf = async (source: object) =>
      (await contentOf("message", { role: "user", text: "x" }, { source: { kind: "mailbox", ...source } })) as object;
    expect(await senderOf({ sender: "u" })).toMatchObject({ input: { sender: { id: "u" } } });
    expect(await senderOf({ sender: "u", senderTask: "t" })).toMatchObject({
      input: { sender: { id: "u", taskId: "t" } },
    });
    expect(await senderOf({ sender: "t", senderTask: null })).toEqual(
      expect.objectContaining({ input: { kind: "mailbox", sender: { id: "t" } } }),
    );
  });
});

describe("reasoning", () => {
  it("has text, or is withheld by its provider, or both", async () => {
    expect(await contentOf("reasoning", { text: "hm" })).toEqual({ type: "reasoning", text: "hm" });
    expect(await contentOf("reasoning", "hm")).toEqual({ type: "reasoning", text: "hm" });
    expect(await contentOf("reasoning", { withheld: "provider" })).toEqual({
      type: "reasoning",
      withheld: "unspecified",
    });
    expect(await contentOf("reasoning", { text: "a", withheld: "redacted" })).toMatchObject({
      text: "a",
      withheld: "redacted",
    });
    expect(await contentOf("reasoning", {})).toEqual({ type: "reasoning" });
  });
});

describe("a tool call", () => {
  it("has its input as recorded, and fields under the names that its card knows", async () => {
    const input = { command: "ls", __proto__: null, extra: [1] };
    expect(await contentOf("tool-call", { name: "bash", input })).toEqual({
      type: "tool-call",
      toolCallId: "c",
      name: "bash",
      kind: "shell",
      input: { command: "ls", extra: [1] },
      fields: { command: "ls" },
    });
  });

  it("may say its kind and fields itself", async () => {
    const content = { name: "run", input: "ls", kind: "shell", fields: { command: "ls" }, providerSide: true };
    expect(await contentOf("tool-call", content)).toMatchObject({
      kind: "shell",
      fields: { command: "ls" },
      providerSide: true,
    });
  });

  it("keeps an input that is absent apart from one that is null", async () => {
    expect(await contentOf("tool-call", { name: "x" })).toMatchObject({ input: undefined, fields: {} });
    expect(await contentOf("tool-call", { name: "x", input: null })).toMatchObject({ input: null, fields: {} });
  });

  it("without a toolCallId is joined by nothing", async () => {
    const { row, codes } = await readOne(rowRecord(1, { type: "tool-call", content: { name: "x" } }));
    expect([row.type === "tool-call" && row.toolCallId, codes]).toEqual(["«no toolCallId» r1", ["no-tool-call-id"]]);
  });
});

describe("a tool result", () => {
  it("has its output, exit code, streams, sections and timing", async () => {
    const content = {
      output: "a",
      isError: true,
      exitCode: -1,
      streams: { stdout: "a", stderr: "b" },
      structured: { stdout: "a", interrupted: false },
      sections: [{ name: "s", outcome: "ok", text: "t", exitCode: 0, timing: { durationMs: 1 } }],
    };
    const timing = { startedAt: "s", endedAt: "e", durationMs: 2 };
    expect(await contentOf("tool-result", content, { timing })).toEqual({
      type: "tool-result",
      toolCallId: "c",
      ...content,
      output: [{ type: "text", text: "a" }],
      timing,
    });
  });

  it("has no output, several parts, or a text where an object is asked for", async () => {
    expect(await contentOf("tool-result", {})).toMatchObject({ output: [], isError: false });
    expect(await contentOf("tool-result", { output: null })).toMatchObject({ output: [] });
    expect(await contentOf("tool-result", { output: [{ type: "text", text: "a" }, { b: 1 }] })).toMatchObject({
      output: [{ text: "a" }, { type: "json", value: { b: 1 } }],
    });
    expect(await contentOf("tool-result", { output: { rows: 3 } })).toMatchObject({ output: [{ value: { rows: 3 } }] });
    expect(await contentOf("tool-result", "plain")).toMatchObject({ output: [{ text: "plain" }] });
  });

  it("takes the duration of its content, and else the timing of its call", async () => {
    expect(await contentOf("tool-result", { durationMs: 5 })).toMatchObject({ timing: { durationMs: 5 } });
    const rows = await read(
      rowRecord(1, { type: "tool-call", toolCallId: "c", content: { name: "x" }, timing: { durationMs: 8 } }),
      rowRecord(2, { type: "tool-result", toolCallId: "c", content: {} }),
    );
    expect(rows).toMatchObject([{ type: "tool-call" }, { timing: { durationMs: 8 } }]);
    expect(rows[0]?.call).toBeUndefined();
  });
});

describe("other rows", () => {
  it("a compaction says which rows it replaced, in our own words", async () => {
    const says = async (content: object) => ((await contentOf("compaction", content)) as { says: string }).says;
    expect(await says({ fromSequence: 2, toSequence: 5, removedRows: 4, reason: "auto" })).toBe(
      "It replaced rows 2 to 5, 4 in number, by itself.",
    );
    expect(await says({ reason: "token AKIA0000" })).not.toContain("AKIA");
    expect(await says({ says: "Own words." })).toBe("Own words.");
  });

  it("a compaction has one summary, several or none", async () => {
    const texts = async (content: unknown) =>
      ((await contentOf("compaction", content)) as { summaries: readonly { text: string }[] }).summaries.map(
        ({ text }) => text,
      );
    expect(await texts({ summary: "a" })).toEqual(["a"]);
    expect(await texts({ summaries: ["a", "b"] })).toEqual(["a", "b"]);
    expect(await texts({})).toEqual([]);
    expect(await texts("plain")).toEqual(["plain"]);
  });

  it("a notice has a code, a severity, our words and the record's", async () => {
    const content = { code: "quota", severity: "failure", says: "It ran out.", quotes: [{ title: "q", text: "0" }] };
    expect(await contentOf("notice", content)).toEqual({ type: "notice", ...content });
    expect(await contentOf("notice", "as it was")).toMatchObject({ severity: "note", quotes: [{ text: "as it was" }] });
  });

  it("a raw row has its text, or that of its raw", async () => {
    expect(await contentOf("raw", { text: "bytes", says: "torn" })).toEqual({
      type: "raw",
      text: "bytes",
      says: "torn",
    });
    expect(await contentOf("raw", {}, { raw: { base64: "/w==" } })).toMatchObject({ text: "\ufffd" });
  });

  it.each([
    ["telemetry", { cpu: 1 }],
    ["message", [1]],
    ["message", 7],
    ["message", undefined],
    ["tool-call", "text"],
    ["tool-call", {}],
  ])("a row of type %s with content %j is raw, with its bytes", async (type, content) => {
    const record = typed(type, content);
    const { row, codes } = await readOne(record);
    expect(row).toMatchObject({ type: "raw", itemId: "r1", text: JSON.stringify(record) });
    expect(codes.some((code) => code === "unknown-row-type" || code === "content-ill-formed")).toBe(true);
  });
});

describe("the bytes of a row", () => {
  it("are its line, or what its raw stands for", async () => {
    const bytesOf = async (more: Readonly<Record<string, unknown>>) => {
      const workspace = await openRows(rowRecord(1, more));
      const [row] = await rowsOf(workspace, "t");
      return row && Buffer.from(await workspace.bytes(row.place)).toString("latin1");
    };
    expect(await bytesOf({})).toBe(JSON.stringify(rowRecord(1)));
    expect(await bytesOf({ raw: { text: "é\n" } })).toBe(Buffer.from("é\n").toString("latin1"));
    expect(await bytesOf({ raw: { base64: "AP8=" } })).toBe("\x00\xff");
    expect(await bytesOf({ raw: { text: "" } })).toBe("");
    expect(await bytesOf({ raw: 7 })).toContain('"raw":7');
  });

  it("of nested JSON as deep as it gets are read, and so is the row", async () => {
    const depth = 20_000;
    const line = `{"sequence":1,"turnIndex":0,"itemId":"r1","type":"tool-call","toolCallId":"c","content":{"name":"x","input":${"[".repeat(depth)}${"]".repeat(depth)}},"raw":{"text":"r"}}`;
    const workspace = await openRows(line);
    const [row] = await rowsOf(workspace, "t");
    expect(row?.type).toBe("tool-call");
    expect(row && Buffer.from(await workspace.bytes(row.place)).toString()).toBe("r");
  });
});
