import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixtures, HEAD, lines, rowRecord } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { codesOf, openFolder, openSound } from "./open.ts";

function openMail(rows: readonly unknown[], ...messages: readonly unknown[]) {
  return openSound({
    "workspace.json": HEAD,
    "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }, { id: "u", rootId: "u", status: "scheduled" }),
    "transcripts/t.jsonl": lines(...rows),
    "mailbox/t.jsonl": lines(...messages),
  });
}

const incorporates = (id: string, more: object = {}) =>
  rowRecord(1, { content: { role: "user", text: "as shown" }, source: { kind: "mailbox", id, ...more } });

describe("a mailbox message", () => {
  it("that a row's source names was shown; the mailbox adds who stored it and when", async () => {
    const workspace = await openMail([incorporates("m")], {
      id: "m",
      taskId: "t",
      sender: "u",
      text: "as stored",
      storedAt: "s",
    });
    expect(await rowsOf(workspace, "t")).toMatchObject([
      {
        parts: [{ text: "as shown" }],
        input: { kind: "mailbox", id: "m", sender: { id: "u", taskId: "u" }, storedAt: "s" },
      },
    ]);
    expect(workspace.index.stored.size).toBe(0);
    expect(workspace.index.notes.at(-1)?.disposition).toEqual({ type: "joined", to: { taskId: "t", itemId: "r1" } });
  });

  it("does not overrule what the row itself says", async () => {
    const workspace = await openMail([incorporates("m", { sender: "row", storedAt: "r" })], {
      id: "m",
      taskId: "t",
      sender: "u",
      text: "x",
      storedAt: "s",
    });
    expect(await rowsOf(workspace, "t")).toMatchObject([{ input: { sender: { id: "row" }, storedAt: "r" } }]);
  });

  it("that no row names was never shown to the model", async () => {
    const { index } = await openMail([rowRecord(1)], {
      id: "m",
      taskId: "t",
      sender: "u",
      text: "wait",
      storedAt: "s",
    });
    expect(index.stored.get("t")).toMatchObject([
      {
        itemId: "mail m",
        record: "mailbox/t.jsonl:1",
        input: { kind: "mailbox", id: "m", sender: { id: "u", taskId: "u" }, storedAt: "s" },
        parts: [{ type: "text", text: "wait" }],
      },
    ]);
    expect(index.notes.at(-1)?.disposition).toEqual({ type: "shown", at: { taskId: "t", itemId: "mail m" } });
  });

  it("may be empty, have parts, or a text of another type", async () => {
    const { index } = await openMail(
      [],
      { id: "a", taskId: "t" },
      { id: "b", taskId: "t", text: "" },
      { id: "c", taskId: "t", parts: [{ type: "json", value: 1 }] },
      { id: "d", taskId: "t", text: { x: 1 } },
    );
    expect(index.stored.get("t")?.map((message) => message.parts)).toEqual([
      [],
      [],
      [{ type: "json", value: 1 }],
      [{ type: "json", value: { x: 1 } }],
    ]);
  });

  it("belongs to the Task that it names, where that is one", async () => {
    const workspace = await openMail(
      [],
      { id: "a", taskId: "u", text: "1" },
      { id: "b", taskId: "gone", text: "2" },
      { id: "c", text: "3" },
    );
    const { stored } = workspace.index;
    expect([...stored].map(([id, list]) => [id, list.length])).toEqual([
      ["u", 1],
      ["t", 2],
    ]);
    expect(codesOf(workspace).filter((code) => code === "message-of-another-task")).toHaveLength(2);
  });

  it("of an id that came before is shown all the same", async () => {
    const workspace = await openMail(
      [incorporates("m")],
      { id: "m", taskId: "t", text: "1" },
      { id: "m", taskId: "t", text: "2" },
    );
    expect(workspace.index.stored.get("t")).toMatchObject([{ parts: [{ text: "2" }] }]);
    expect(codesOf(workspace)).toContain("duplicate-message-id");
  });

  it("has a name that no row has", async () => {
    const { index } = await openMail([rowRecord(1, { itemId: "mail m" })], { id: "m", taskId: "t", text: "x" });
    expect(index.stored.get("t")?.[0]?.itemId).toBe("mail m~2");
  });

  it("gives its line as its bytes, or what its raw stands for", async () => {
    const workspace = await openMail(
      [],
      { id: "a", taskId: "t", text: "1" },
      { id: "b", taskId: "t", text: "2", raw: { text: "older" } },
    );
    const bytes = await Promise.all(
      (workspace.index.stored.get("t") ?? []).map(async ({ place }) =>
        Buffer.from(await workspace.bytes(place)).toString(),
      ),
    );
    expect(bytes).toEqual(['{"id":"a","taskId":"t","text":"1"}', "older"]);
  });

  it("of a Task with a named transcript stands under the same name", async () => {
    const { index } = await openSound({
      "workspace.json": HEAD,
      "tasks.jsonl": lines({
        id: "a very long id",
        rootId: "a very long id",
        status: "running",
        transcript: "x1.jsonl",
      }),
      "transcripts/x1.jsonl": "",
      "mailbox/x1.jsonl": lines({ id: "m", taskId: "a very long id", text: "hi" }),
    });
    expect([...index.stored.keys()]).toEqual(["a very long id"]);
    expect(index.diagnostics).toEqual([]);
  });

  it("in the fixture was stored before, and shown from a later turn on", async () => {
    const rows = await rowsOf(await openFolder(join(fixtures, "ledger/mailbox")), "docs");
    const mail = rows.filter((row) => row.type === "message" && row.input?.kind === "mailbox");
    expect(mail).toMatchObject([
      { turnIndex: 1, input: { storedAt: "2027-05-05T10:01:12Z", extra: [["deliveredAt", "2027-05-05T10:03:00Z"]] } },
      {
        turnIndex: 1,
        input: { sender: { id: "links", taskId: "links", name: "Link check" }, ending: { epitaph: "final-response" } },
      },
    ]);
  });
});
