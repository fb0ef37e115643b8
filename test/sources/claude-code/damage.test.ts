import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/sources/claude-code/index.ts";
import { tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import {
  answer,
  chain,
  codes,
  fixture,
  only,
  openFiles,
  openPath,
  outline,
  reply,
  rowsOfType,
  said,
  session,
  text,
  user,
  words,
} from "./open.ts";

describe("a damaged session", () => {
  it("loses no record: each has a row, and each that could not be read says why", async () => {
    const { rows, workspace } = await only(await fixture("broken"));
    expect(outline(rows)).toEqual([
      "L1 message",
      "L2 raw",
      "L3 raw",
      "L4 raw",
      "L5 raw",
      "L6 raw",
      "L8 message",
      "L9 message",
      "L10 message",
      "L11 notice",
      "L12 notice",
      "L13 message",
      "L14 message",
      "L15 message",
      "L16 message",
      "L17 message",
      "L18 message",
      "L19 raw",
    ]);
    expect(codes(workspace)).toEqual([
      "not-utf8 warning",
      "nul-bytes warning",
      "line-not-json error",
      "nul-line warning",
      "line-not-an-object error",
      "line-not-an-object error",
      "line-not-an-object error",
      "line-cut warning",
      "unknown-lines note",
      "parent-missing note",
    ]);
    expect(workspace.index.diagnostics[2]?.place).toMatchObject({ line: 2, start: expect.any(Number) });
  });

  it("shows raw bytes as text, with the place that holds them", async () => {
    const { rows, workspace } = await only(await fixture("broken"));
    const raw = rowsOfType(rows, "raw");
    expect(raw.map(({ text: shown }) => shown.slice(0, 22))).toEqual([
      '{"type":"user" NOT JSO',
      "\0".repeat(22),
      "null",
      "[]",
      '"str"',
      '{"type":"assistant","u',
    ]);
    const last = raw.at(-1);
    expect(Buffer.from(await workspace.bytes(last?.place ?? { file: "" })).toString()).toBe(last?.text);
  });

  it("reads what stands between NUL bytes, and bytes that are not UTF-8", async () => {
    const { rows } = await only(await fixture("broken"));
    expect([said(rows[6]), rows[6]?.remarks]).toEqual(["Padded.", ["NUL bytes around it were left out"]]);
    expect([said(rows[7]), rows[7]?.remarks]).toEqual([
      "caf\uFFFD",
      ["some of its bytes are not UTF-8; they show as U+FFFD"],
    ]);
  });

  it("keeps a record of an unknown kind whole, as one quiet row", async () => {
    const { rows } = await only(await fixture("broken"));
    expect(
      rowsOfType(rows, "notice").map(({ code, severity, quotes }) => [
        code,
        severity,
        quotes.map(({ text: words }) => words.slice(0, 10)),
      ]),
    ).toEqual([
      ["unknown-line", "note", ["hologram", '{"parentUu']],
      ["unknown-line", "note", ['{"silly":"']],
    ]);
  });

  it("that holds nothing is a Task without rows", async () => {
    const workspace = await fixture("empty");
    expect(workspace.index.tasks.map(({ status, record, title }) => [status.word, record, title])).toEqual([
      ["unknown", "present", "Session 7a1c0000-0000-4000-8000-000000000013"],
      ["unknown", "present", "Session 7a1c0000-0000-4000-8000-000000000014"],
    ]);
  });

  it("splits at line feeds alone", async () => {
    const { rows } = await session(user("before\u2028after\u2029end\u0085"));
    expect(rows.map(said)).toEqual(["before\u2028after\u2029end\u0085"]);
    const crlf = await openFiles({
      "s.jsonl": text(chain([user("One."), answer("m", "Two.")])).replaceAll("\n", "\r\n"),
    });
    expect((await only(crlf)).rows.map(said)).toEqual(["One.", "Two."]);
  });

  it("keeps lone surrogates as they are recorded", async () => {
    const { rows } = await session(
      '{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"half \\udcb2 \\ud83d"}}',
    );
    expect(rows.map(said)).toEqual(["half \udcb2 \ud83d"]);
  });

  it("tolerates every field in every form", async () => {
    const odd = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.string(),
      fc.constant([]),
      fc.constant({}),
      fc.constant([null, 3, "x", {}]),
    );
    const key = fc.constantFrom(
      "uuid",
      "parentUuid",
      "sessionId",
      "agentId",
      "timestamp",
      "isSidechain",
      "isMeta",
      "isCompactSummary",
      "isApiErrorMessage",
      "message",
      "toolUseResult",
      "attachment",
      "data",
      "content",
      "subtype",
      "operation",
      "compactMetadata",
      "microcompactMetadata",
      "retractedMessageUuids",
      "parentToolUseID",
      "leafUuid",
      "summary",
      "customTitle",
      "requestId",
      "hookInfos",
      "error",
      "__proto__",
    );
    const kind = fc.constantFrom(
      "user",
      "assistant",
      "system",
      "progress",
      "attachment",
      "queue-operation",
      "summary",
      "custom-title",
      "mode",
      "pr-link",
      "novelty",
    );
    const subtype = fc.constantFrom(
      "compact_boundary",
      "microcompact_boundary",
      "api_error",
      "api_refusal",
      "stop_hook_summary",
      "turn_duration",
      "other",
    );
    const block = fc.record(
      {
        type: fc.constantFrom("text", "thinking", "redacted_thinking", "tool_use", "tool_result", "image", "novelty"),
        text: odd,
        thinking: odd,
        id: odd,
        name: fc.constantFrom("Bash", "Task", "TaskOutput", "constructor", ""),
        input: odd,
        tool_use_id: odd,
        content: odd,
        source: odd,
      },
      { requiredKeys: ["type"] },
    );
    const line = fc
      .tuple(kind, subtype, fc.dictionary(key, odd, { maxKeys: 6 }), fc.array(block, { maxLength: 3 }), fc.boolean())
      .map(([type, sub, more, content, whole]) => ({
        type,
        subtype: sub,
        ...(whole ? { uuid: "u", message: { id: "m", content } } : {}),
        ...more,
      }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const workspace = await claudeCode.open({ path: tempTree({ "s.jsonl": text(lines) }) });
        let rows = 0;
        const shown = new Set<string>();
        for (const task of workspace.index.tasks) {
          const list = await rowsOf(workspace, task.id);
          rows += list.length;
          for (const row of list) shown.add(row.record);
          expect(new Set(list.map(({ itemId }) => itemId)).size).toBe(list.length);
        }
        expect(rows).toBeGreaterThanOrEqual(shown.size);
        const records = workspace.index.files.reduce((sum, file) => sum + file.records, 0);
        expect(shown.size + workspace.index.notes.length).toBe(records);
      }),
      { numRuns: 150 },
    );
  });
});

describe("sizes and depths", () => {
  it("are no limit: a line of 8 MB, JSON nested 20,000 deep, 3,000 agents in one file", async () => {
    const long = "x".repeat(8 * 1024 * 1024);
    const deep = `{"type":"novelty","uuid":"d","deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const twice = `{"type":"attachment","uuid":"t","attachment":{"type":"odd","deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
    const path = tempTree({
      "s.jsonl": text([
        user(long, { uuid: "a", sessionId: "s" }),
        deep,
        twice,
        twice,
        answer("m", "Done.", { uuid: "b" }),
      ]),
    });
    const workspace = await claudeCode.open({ path });
    const rows = await rowsOf(workspace, "s");
    expect(rows.map(({ label, type }) => `${label} ${type}`)).toEqual([
      "L1 message",
      "L2 notice",
      "L3 message",
      "L5 message",
    ]);
    expect(said(rows[0])).toHaveLength(long.length);
    expect(workspace.index.notes).toMatchObject([{ record: "s.jsonl:4", disposition: { type: "repeated" } }]);

    const agents = Array.from({ length: 3_000 }, (_, at) =>
      chain([user(`Look ${at}.`), answer(`m${at}`, "Seen.")], `x${at}-`, { isSidechain: true }),
    );
    const turns = [0, 1].flatMap((part) => agents.map((lines) => lines[part] ?? ""));
    const many = await claudeCode.open({ path: tempTree({ "s.jsonl": text([...chain([user("Go.")]), ...turns]) }) });
    expect(many.index.tasks).toHaveLength(3_001);
    expect((await rowsOf(many, many.index.tasks[2_000]?.id ?? "")).map(said)).toEqual(["Look 1999.", "Seen."]);
  });

  it("of chains are no limit either: 20,000 parents, 20,000 prompts in the queue", async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => user(`Line ${at}.`));
    const queued = Array.from({ length: 20_000 }, (_, at) => ({
      type: "queue-operation",
      operation: "enqueue",
      content: `Prompt ${at % 7}.`,
    }));
    const taken = queued.map(() => ({ type: "queue-operation", operation: "dequeue" }));
    const { index } = await claudeCode.open({
      path: tempTree({ "s.jsonl": text([...chain(lines), ...queued, ...taken]) }),
    });
    expect(index.files[0]?.records).toBe(60_000);
    expect(index.stored.size).toBe(0);
  });
});

describe("what is no regular file", () => {
  it("is stated and not opened: links, pipes, folders named like sessions", async () => {
    const root = tempTree({ "s.jsonl": text(chain([user("Go.")])), "elsewhere.txt": "x" });
    symlinkSync(join(root, "elsewhere.txt"), join(root, "a.jsonl"));
    mkdirSync(join(root, "folder.jsonl"));
    execFileSync("mkfifo", [join(root, "p.jsonl")]);
    const workspace = await openPath(root);
    expect(codes(workspace)).toEqual(["link-not-followed warning", "not-a-regular-file warning"]);
    expect(workspace.index.files.map(({ path, kind }) => [path, kind])).toEqual([
      ["a.jsonl", "symbolic link, not followed"],
      ["elsewhere.txt", "other file"],
      ["p.jsonl", "pipe, socket or device, not opened"],
      ["s.jsonl", "session"],
    ]);
  });

  it("and files that the system keeps closed, leave all else readable", async () => {
    const root = tempTree({ "s.jsonl": text(chain([user("Go.")])) });
    const closed = join(root, "7a1c0000-0000-4000-8000-000000000099.jsonl");
    writeFileSync(closed, text(chain([user("Secret.")])));
    chmodSync(closed, 0o000);
    const workspace = await openPath(root);
    const isRoot = process.getuid?.() === 0;
    expect(codes(workspace)).toEqual(isRoot ? [] : ["unreadable-file error"]);
    expect(workspace.index.tasks).toHaveLength(2);
  });

  it("gives no bytes for a place that is not in the workspace", async () => {
    const { workspace } = await session(user("Go."), reply("m", [words("Done.")]));
    expect(await workspace.bytes({ file: "../s.jsonl", start: 0, end: 5 })).toHaveLength(0);
    expect(await workspace.request({ file: "s.jsonl" })).toBeUndefined();
  });
});
