import { describe, expect, it } from "vitest";
import { body, event, fixture, item, line, only, says, session } from "./open.ts";

const compacted = (message: unknown, ...history: readonly unknown[]) =>
  line("compacted", { message, replacement_history: history });
const user = (text: string) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });

describe("a compaction", () => {
  it("stands in the ledger with its summaries, and nothing is a gap", async () => {
    const { rows, workspace } = await only(await fixture("compaction"));
    const [first] = rows.filter((row) => row.type === "compaction");
    expect(first).toMatchObject({
      label: "L9.1",
      summaries: [
        { text: "So far the boxes on the left are sorted.", record: "rollout-compaction.jsonl:9", place: { line: 9 } },
        {
          text: "Another language model began this. It has sorted the boxes on the left; those on the right are left.",
        },
      ],
    });
    expect(workspace.index.gaps.size).toBe(0);
  });

  it("says how much of what took the place of the history stands above", async () => {
    const { rows } = await only(await fixture("compaction"));
    expect(rows.find((row) => row.label === "L9.1")).toMatchObject({
      says: "The context was compacted. In place of the rows above the model went on with 4 items: 1 of them copies of rows above, 2 written as a summary, 1 new, shown below, 1 encrypted, for its provider alone.",
    });
  });

  it("shows what Codex put in anew, as what it is", async () => {
    const { rows } = await only(await fixture("compaction"));
    expect(rows.find((row) => row.label === "L9.2")).toMatchObject({
      role: "system",
      input: { kind: "system", sender: { id: "developer" } },
    });
  });

  it("takes up the interface's note of it, before or after", async () => {
    const { workspace } = await only(await fixture("compaction"));
    const to = (record: string) => workspace.index.notes.find((note) => note.record.endsWith(record))?.disposition;
    expect(to(":11")).toMatchObject({ type: "joined", to: { itemId: "rollout-compaction.jsonl:9#1" } });
    expect(to(":20")).toMatchObject({ type: "joined", to: { itemId: "rollout-compaction.jsonl:19#1" } });
    const before = await session([event("context_compacted"), compacted("", user("a"))]);
    expect(body(before.rows)).toHaveLength(1);
  });

  it("is shown where the interface's note is all there is", async () => {
    const { rows } = await session([event("context_compacted")]);
    expect(body(rows)).toMatchObject([
      { type: "compaction", summaries: [], says: expect.stringContaining("not recorded") },
    ]);
  });

  it("is shown where it is encrypted as a whole", async () => {
    for (const type of ["compaction", "compaction_summary", "context_compaction"]) {
      const { rows } = await session([item(type, { encrypted_content: "x" })]);
      expect(body(rows)).toMatchObject([
        { type: "compaction", summaries: [], says: expect.stringContaining("encrypted") },
      ]);
    }
  });

  it("ends the turn in which it stands", async () => {
    const { rows } = await session([says("assistant", "a"), compacted("short"), says("assistant", "b")]);
    expect(body(rows).map((row) => row.turnIndex)).toEqual([0, 0, 1]);
  });

  it("knows a kept text of an earlier compaction again", async () => {
    const { rows } = await session([compacted("", user("the summary")), compacted("", user("the summary"))]);
    expect(body(rows)).toMatchObject([{ summaries: [{ text: "the summary" }] }, { summaries: [] }]);
  });

  it("drops nothing of a replacement history that is not as it should be", async () => {
    const { rows } = await session([
      compacted(
        7,
        "loose",
        5,
        { type: "future", x: 1 },
        { role: "user", content: [{ type: "input_image", image_url: "data:image/png;base64,AA" }] },
      ),
    ]);
    expect(body(rows)).toMatchObject([
      { type: "compaction", summaries: [] },
      { parts: [{ type: "json", value: "loose" }] },
      { parts: [{ type: "json", value: 5 }] },
      { parts: [{ type: "json", value: { type: "future", x: 1 } }] },
      { parts: [{ type: "image", data: "AA" }] },
    ]);
    for (const payload of [
      {},
      { message: null, replacement_history: null },
      { message: "", replacement_history: {} },
    ]) {
      const one = await session([line("compacted", payload)]);
      expect(body(one.rows)).toMatchObject([
        { type: "compaction", summaries: [], says: expect.stringContaining("not recorded") },
      ]);
    }
  });
});
