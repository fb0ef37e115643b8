import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../../src/model/index.ts";
import { fixture, type OneSession, only } from "./open.ts";

const LAST = "Yes: 2100 is no leap year, and the parser says so.";

describe("a typical rollout", () => {
  let one: OneSession;
  beforeAll(async () => {
    one = await only(await fixture("typical"));
  });

  function at(label: string): Row {
    const row = one.rows.find((candidate) => candidate.label === label);
    if (row === undefined) throw new Error(`no row has the label ${label}`);
    return row;
  }

  it("is one root Task that says what was asked and what came of it", () => {
    const { task, rows } = one;
    expect(task).toMatchObject({
      id: "019f0000-0000-7000-8000-0000000000a1",
      rootId: "019f0000-0000-7000-8000-0000000000a1",
      title: "The date parser fails for leap days. Please find out why, and mend it.",
      goal: "The date parser fails for leap days. Please find out why, and mend it.",
      status: { word: "succeeded", certainty: "derived" },
      createdAt: "2027-03-09T08:00:00.000Z",
      startedAt: "2027-03-09T08:00:01.000Z",
      record: "present",
      attached: true,
    });
    expect(task.parentId).toBeUndefined();
    expect(task.result?.parts).toEqual([{ type: "text", text: LAST }]);
    const answer = rows.find((row) => row.itemId === task.result?.row?.itemId);
    expect(answer).toMatchObject({ type: "message", role: "assistant", parts: [{ type: "text", text: LAST }] });
    expect(one.workspace.index.diagnostics).toEqual([]);
  });

  it("names rows by file, line and part, and shows the line in the gutter", () => {
    const name = "rollout-2027-03-09T08-00-00-019f0000-0000-7000-8000-0000000000a1.jsonl";
    expect(at("L6")).toMatchObject({ itemId: `${name}:6#1`, record: `${name}:6`, place: { file: name, line: 6 } });
    expect(at("L1.2")).toMatchObject({ itemId: `${name}:1#2`, record: `${name}:1` });
  });

  it("gives the recorded bytes of a row's line", async () => {
    const bytes = await one.workspace.bytes(at("L7").place);
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ payload: { type: "message", role: "user" } });
  });

  it("tells what Codex put in from what the person typed", () => {
    expect(at("L1.1")).toMatchObject({ type: "notice", code: "session", severity: "note" });
    expect(at("L1.2")).toMatchObject({ role: "system", input: { kind: "system" } });
    expect(at("L3")).toMatchObject({ role: "system", input: { kind: "system", sender: { id: "developer" } } });
    expect(at("L4")).toMatchObject({ role: "system", input: { kind: "system", sender: { id: "AGENTS.md" } } });
    expect(at("L5")).toMatchObject({
      role: "system",
      input: { kind: "context", sender: { id: "environment_context" } },
    });
    expect(at("L7")).toMatchObject({ role: "user", input: { kind: "context", sender: { id: "user" } } });
  });

  it("shows text that is recorded twice once", () => {
    const texts = one.rows
      .flatMap((row) => (row.type === "message" ? row.parts : []))
      .map((part) => JSON.stringify(part));
    expect(new Set(texts).size).toBe(texts.length);
    const repeated = one.workspace.index.notes.filter((note) => note.disposition.type === "repeated");
    expect(repeated.map((note) => Number(note.record.split(":")[1]))).toEqual([8, 11, 12, 35, 38, 40, 42, 43, 44, 47]);
  });

  it("shows summaries of reasoning, and says what is withheld", () => {
    const [first, second] = one.rows.filter((row) => row.type === "reasoning");
    expect(first).toMatchObject({
      withheld: "encrypted",
      text: "**Looking at the parser**\n\nLeap days are likely handled in one place.",
    });
    expect(first?.remarks).toBeUndefined();
    expect(second).toMatchObject({ withheld: "encrypted", remarks: [expect.stringContaining("replaced")] });
    expect(second).not.toHaveProperty("text");
  });

  it("joins how a command ended to its result", () => {
    const [failed, cut] = one.rows.filter((row) => row.type === "tool-result");
    expect(failed).toMatchObject({
      toolCallId: "call_1",
      exitCode: 1,
      isError: false,
      timing: { durationMs: 1250 },
      streams: { stdout: "FAIL dates.test.ts\n  2024-02-29: expected a date\n" },
    });
    expect(failed).not.toHaveProperty("completedFrom");
    expect(cut).toMatchObject({
      exitCode: 0,
      streams: { stdout: "export const DAYS = [31, 28, 31];\nexport function parse(text: string) { return text; }\n" },
      completedFrom: { line: 19 },
    });
  });

  it("joins what a patch changed to its result", () => {
    const patch = one.rows.find((row) => row.type === "tool-call" && row.name === "apply_patch");
    expect(patch).toMatchObject({ kind: "patch", fields: { patch: expect.stringContaining("*** Begin Patch") } });
    const result = one.rows.find((row) => row.type === "tool-result" && row.toolCallId === "call_4");
    expect(result).toMatchObject({
      exitCode: 0,
      isError: false,
      streams: { stdout: expect.stringContaining("Success.") },
      sections: [
        { name: "src/dates.ts", outcome: "update", text: expect.stringContaining("@@ -1 +1 @@") },
        { name: "src/old-dates.ts", outcome: "delete", text: "// The parser that came before.\n" },
      ],
    });
  });

  it("fills a provider's search with what the interface was told of it", () => {
    const search = one.rows.find((row) => row.type === "tool-call" && row.name === "web_search");
    expect(search).toMatchObject({
      toolCallId: "ws_1",
      providerSide: true,
      kind: "web-search",
      fields: { query: "leap day rules of the calendar" },
    });
  });

  it("keeps an image that a tool answered with", () => {
    const result = one.rows.find((row) => row.type === "tool-result" && row.toolCallId === "call_5");
    expect(result).toMatchObject({ output: [{ type: "image", mediaType: "image/png" }] });
  });

  it("counts the tokens of a reply once, on its first row", () => {
    const used = one.rows.filter((row) => row.usage !== undefined);
    expect(used.map((row) => row.label)).toEqual(["L10", "L21", "L25", "L30", "L36", "L45"]);
    const sum = (name: string) => used.reduce((total, row) => total + (row.usage?.[name] ?? 0), 0);
    expect(sum("input_tokens")).toBe(one.task.usage?.input_tokens);
    expect(sum("output_tokens")).toBe(one.task.usage?.output_tokens);
    expect(one.task.usage).toMatchObject({ input_tokens: 8600, output_tokens: 350 });
  });

  it("names the model of each reply, and says settings once", () => {
    const replies = one.rows.filter((row) => row.type === "reasoning" || row.type === "tool-call");
    expect(new Set(replies.map((row) => row.model))).toEqual(new Set(["marlin-4.1"]));
    expect(one.rows.filter((row) => row.type === "notice" && row.code === "settings")).toHaveLength(1);
  });
});
