import { describe, expect, it } from "vitest";
import { rowsOf } from "../records.ts";
import {
  answer,
  call,
  chain,
  codes,
  fixture,
  notes,
  only,
  openFiles,
  outline,
  reply,
  result,
  rowsOfType,
  said,
  session,
  system,
  user,
  words,
} from "./open.ts";

describe("a compaction", () => {
  it("is one row that stands where its summary does, and the rows above it stay", async () => {
    const { rows, workspace } = await only(await fixture("compactions"));
    expect(outline(rows)).toEqual([
      "L1 message",
      "L2 tool-call",
      "L3 tool-result",
      "L4 tool-call",
      "L5 tool-result",
      "L6 compaction",
      "L7 message",
      "L9 compaction",
      "L11 message",
      "L12 compaction",
      "L13 message",
      "L14 compaction",
    ]);
    const [, whole] = rowsOfType(rows, "compaction");
    expect(whole?.summaries.map(({ text }) => text)).toEqual([
      "This session is being continued. Summary: the first station is done, the second is next.",
    ]);
    expect(whole?.says).toContain("Compacted by Claude Code itself, from 155000 tokens to 8000:");
    expect(workspace.index.gaps.size).toBe(0);
    const file = workspace.index.files[0]?.path ?? "";
    expect(notes(workspace)[`${file}:8`]).toEqual({
      type: "joined",
      to: { taskId: file.replace(".jsonl", ""), itemId: "aaaa000b-0000-4000-8000-000000000009#1" },
    });
  });

  it("without a summary, and a summary without one, say so", async () => {
    const { rows } = await only(await fixture("compactions"));
    const [, , lone, summary] = rowsOfType(rows, "compaction");
    expect([lone?.summaries, lone?.says]).toEqual([
      [],
      expect.stringMatching(/^Compacted at the user's command, at 20000 tokens.*no summary of it is recorded\.$/),
    ]);
    expect(summary?.says).toBe(
      "A compaction's summary, without the record of the compaction itself. What it replaced is not told.",
    );
  });

  it("without readable facts still is one", async () => {
    const { rows } = await session(
      user("Go."),
      system("compact_boundary", { compactMetadata: "odd" }),
      user([words("All of it.")], { isCompactSummary: true }),
    );
    expect(rowsOfType(rows, "compaction")).toMatchObject([
      { summaries: [{ text: "All of it." }], says: expect.stringMatching(/^Compacted: /) },
    ]);
  });

  it("separates turns", async () => {
    const { rows } = await only(await fixture("compactions"));
    expect(rows.map(({ turnIndex }) => turnIndex)).toEqual([0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 5]);
  });
});

describe("a micro-compaction", () => {
  it("marks the results that it cleared, and those alone", async () => {
    const { rows } = await only(await fixture("compactions"));
    expect(rows.filter(({ cleared }) => cleared).map(({ label }) => label)).toEqual(["L3"]);
    expect(rowsOfType(rows, "compaction")[0]?.says).toBe(
      "1 tool result was cleared from the model's context, which saved 1200 tokens. They are still in this record, and marked.",
    );
  });

  it("clears nothing that comes later, and attachments by their ids", async () => {
    const attachment = { type: "attachment", attachment: { type: "skill_listing", content: "- tides" } };
    const boundary = system("microcompact_boundary", {
      microcompactMetadata: { compactedToolIds: ["t1", 7], clearedAttachmentUUIDs: ["u1"] },
    });
    const { rows } = await session(
      attachment,
      boundary,
      reply("m1", [call("t1", "Read", { file_path: "a" })]),
      user([result("t1", "late")]),
    );
    expect(rows.map(({ label, cleared }) => [label, cleared])).toEqual([
      ["L1", true],
      ["L2", undefined],
      ["L3", undefined],
      ["L4", undefined],
    ]);
  });
});

describe("a record that is written again", () => {
  it("is a repetition where it says the same, whatever else changed", async () => {
    const { workspace } = await only(await fixture("compactions"));
    const file = workspace.index.files[0]?.path ?? "";
    expect(notes(workspace)[`${file}:10`]).toEqual({ type: "repeated", of: `${file}:7` });
  });

  it("is a row with a number where it says something else", async () => {
    const { rows } = await session(
      user("Once.", { uuid: "x" }),
      user("Twice.", { uuid: "x" }),
      user("Thrice.", { uuid: "x" }),
    );
    expect(rows.map((row) => [row.itemId, said(row)])).toEqual([
      ["x#1", "Once."],
      ["x#1~2", "Twice."],
      ["x#1~3", "Thrice."],
    ]);
  });

  it("that another session copied is inherited, and titles and runs go by the original", async () => {
    const workspace = await fixture("copied-session");
    const [old, later] = workspace.index.tasks;
    expect([old?.title, later?.title]).toEqual(["A greeting", "Hello."]);
    const rows = await rowsOf(workspace, later?.id ?? "");
    expect(rows.map(({ label, inheritedFrom, runId }) => [label, inheritedFrom, runId?.slice(-2)])).toEqual([
      ["L2", { taskId: old?.id, itemId: "aaaa000f-0000-4000-8000-000000000001#1" }, "0f"],
      ["L3", { taskId: old?.id, itemId: "aaaa000f-0000-4000-8000-000000000002#1" }, "0f"],
      ["L4", undefined, "10"],
      ["L5", undefined, "10"],
    ]);
    expect(notes(workspace)[`${later?.id}.jsonl:1`]).toEqual({ type: "joined", to: old?.id });
  });

  it("by chance under the same short id in two sessions is none", async () => {
    const workspace = await openFiles({
      "a.jsonl": chain([user("Hello.")], "u", { sessionId: "a" }),
      "b.jsonl": chain([user("Hello.")], "u", { sessionId: "b" }),
    });
    expect((await rowsOf(workspace, "b"))[0]?.inheritedFrom).toBeUndefined();
  });
});

describe("the graph of parents", () => {
  it("marks what a rewind left, but not parallel results", async () => {
    const { rows } = await only(await fixture("forks"));
    expect(
      rows.filter(({ remarks }) => remarks?.some((one) => one.includes("branch"))).map(({ label }) => label),
    ).toEqual(["L7", "L8"]);
    expect(outline(rows).slice(-2)).toEqual(["L10 message", "L11 message"]);
  });

  it("tells the runs of a session that was taken up again", async () => {
    const { rows } = await only(await fixture("forks"));
    const session = "7a1c0000-0000-4000-8000-00000000000c";
    expect(rows.map(({ runId }) => runId)).toEqual([
      ...Array.from({ length: 8 }, () => session),
      `${session}, resumed once`,
      `${session}, resumed once`,
    ]);
  });

  it("leaves runs untold where there is one alone", async () => {
    const { rows } = await session(user("Go."), answer("m1", "Done."));
    expect(rows.map(({ runId }) => runId)).toEqual([undefined, undefined]);
  });

  it("tells two sessions in one file apart as runs of one Task", async () => {
    const { rows, workspace } = await session(
      user("Go."),
      answer("m1", "Done."),
      user("Go on.", { sessionId: "t" }),
      answer("m2", "Done.", { sessionId: "t" }),
    );
    expect(workspace.index.tasks.map(({ id }) => id)).toEqual(["s"]);
    expect(rows.map(({ runId }) => runId)).toEqual(["s", "s", "t", "t"]);
    expect(codes(workspace)).toEqual(["several-sessions note"]);
  });

  it("ends at a parent that was never written: nothing is lost, and the row says so", async () => {
    const { rows, workspace } = await session(
      user("Old."),
      answer("m1", "Old reply."),
      user("Recent.", { parentUuid: "never" }),
      answer("m2", "Recent reply."),
    );
    expect(rows.map(said)).toEqual(["Old.", "Old reply.", "Recent.", "Recent reply."]);
    expect(rows.map(({ remarks }) => remarks)).toEqual([
      undefined,
      undefined,
      ["the record that it follows is not in this file"],
      undefined,
    ]);
    expect(codes(workspace)).toEqual(["parent-missing note"]);
  });

  it("goes through attachments, and ends in a cycle", async () => {
    const { rows } = await session(
      user("Go."),
      { type: "attachment", attachment: { type: "hook_success", hookName: "PostToolUse:Bash", exitCode: 0 } },
      answer("m1", "After a hook."),
      user("One.", { uuid: "x", parentUuid: "y" }),
      user("Other.", { uuid: "y", parentUuid: "x" }),
      user("Self.", { uuid: "z", parentUuid: "z" }),
    );
    expect(rows.map(said)).toEqual(["Go.", "After a hook.", "One.", "Other.", "Self."]);
    expect(rows.flatMap(({ remarks }) => remarks ?? [])).toEqual([]);
  });

  it("follows a compaction's boundary back to what came before it", async () => {
    const { rows } = await session(
      user("Go."),
      answer("m1", "Done."),
      system("compact_boundary", { parentUuid: null, logicalParentUuid: "u2" }),
      user("Summary.", { isCompactSummary: true }),
      answer("m2", "More."),
    );
    expect(rows.flatMap(({ remarks }) => remarks ?? [])).toEqual([]);
  });
});

describe("the queue of prompts", () => {
  it("tells what was delivered, taken unseen, taken back, and still waits", async () => {
    const { rows, workspace, task } = await only(await fixture("queue"));
    expect(rows.map((row) => `${row.label} ${row.type} ${said(row)}`.trim())).toEqual([
      "L1 message Compute the table.",
      "L2 tool-call",
      "L4 message And the harbour wall.",
      "L5 tool-result",
      "L7 message And mind the leap second.",
      "L9 message The table is made.",
      "L10 notice",
      "L14 message Print it.",
      "L15 message Printed.",
    ]);
    expect(rows[4]).toMatchObject({ role: "user", input: { kind: "mailbox", storedAt: "2027-03-09T08:00:10.000Z" } });
    expect(rows[2]).toMatchObject({
      input: { kind: "mailbox" },
      remarks: [expect.stringContaining("does not show where the model saw it")],
    });
    expect(rows[6]).toMatchObject({ code: "prompt-queue", quotes: [{ text: "enqueue" }, { text: "Forget it." }] });
    expect(workspace.index.stored.get(task.id)).toMatchObject([
      { parts: [{ type: "text", text: "And fold it." }], input: { kind: "mailbox", sender: { id: "user" } } },
    ]);
  });

  it("counts its steps, and what repeats a prompt", async () => {
    const { workspace } = await only(await fixture("queue"));
    const [file] = workspace.index.files;
    const of = (line: number) => notes(workspace)[`${file?.path}:${line}`];
    expect(of(3)).toEqual({ type: "repeated", of: `${file?.path}:7` });
    expect(of(6)).toEqual({ type: "repeated", of: `${file?.path}:3` });
    expect(of(8)).toEqual({ type: "no row", kind: "step of the prompt queue" });
    expect(of(16)).toMatchObject({ type: "shown" });
  });

  it("delivers a report whose copies differ in their ids", async () => {
    const report = (more: string) =>
      `<task-notification>\n<task-id>a1</task-id>\n${more}<status>completed</status>\n</task-notification>`;
    const { rows, workspace } = await session(
      user("Go."),
      { type: "queue-operation", operation: "enqueue", content: report("<tool-use-id>t1</tool-use-id>\n") },
      user(report("")),
    );
    expect(outline(rows)).toEqual(["L1 message", "L3 message"]);
    expect(notes(workspace)).toEqual({ "s.jsonl:2": { type: "repeated", of: "s.jsonl:3" } });
  });
});
