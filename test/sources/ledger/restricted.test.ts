import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace, Row } from "../../../src/model/index.ts";
import { exportLedger, fixtures, HEAD, lines, openRows, rowRecord } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { openFolder, openSound, readOne } from "./open.ts";

const folder = join(fixtures, "ledger/restricted");

/** Everything that a workspace gives out, as text. */
async function all(workspace: OpenWorkspace): Promise<string> {
  const said: unknown[] = [workspace.index, [...workspace.index.gaps], [...workspace.index.stored]];
  for (const task of workspace.index.tasks) {
    for (const row of await rowsOf(workspace, task.id)) {
      said.push(row, Buffer.from(await workspace.bytes(row.place)).toString());
    }
    for (const place of task.places) said.push(Buffer.from(await workspace.bytes(place)).toString());
  }
  for (const messages of workspace.index.stored.values()) {
    for (const { place } of messages) said.push(Buffer.from(await workspace.bytes(place)).toString());
  }
  return JSON.stringify(said);
}

/** Numbers of the fixture that would tell of the size, time or outcome of what is withheld. */
const MEASURES = ["9173", "9174", "9175", "91,", "04:04:04", "04:06:00"];

describe("what a source withholds", () => {
  it("is nowhere in what is read: no content, no copy, no measure", async () => {
    // The fixture really holds what must not be found.
    expect(readFileSync(join(folder, "transcripts/r.jsonl"), "utf8")).toContain("CANARY");
    const said = await all(await openFolder(folder));
    expect(said).not.toContain("CANARY");
    for (const measure of MEASURES) expect(said).not.toContain(measure);
  });

  it("is nowhere in an export", async () => {
    const { files } = await exportLedger(await openFolder(folder));
    const said = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString())
      .join("");
    expect(said).not.toContain("CANARY");
    for (const measure of MEASURES) expect(said).not.toContain(measure);
  });

  it("leaves a placeholder of its kind in its place, with the reason and the rule", async () => {
    const rows = await rowsOf(await openFolder(folder), "r");
    const withheld = rows.filter((row) => row.restricted);
    expect(withheld.map((row) => `${row.label} ${row.type}`)).toEqual([
      "2 message",
      "3 reasoning",
      "4 tool-call",
      "5 tool-result",
      "6 compaction",
      "9 notice",
      "10 raw",
      "11 message",
      "12 message",
    ]);
    expect(withheld[2]).toMatchObject({ toolCallId: "c1", name: "bash", kind: "shell", input: undefined, fields: {} });
    expect(withheld[3]).toMatchObject({ restricted: { rule: "no-output", reason: "holds credentials" }, output: [] });
    expect(withheld.every((row) => row.place.rewritten === true && row.place.start === undefined)).toBe(true);
  });

  it("of a Task leaves its place in the graph", async () => {
    const { index } = await openFolder(folder);
    const task = index.tasks.find(({ id }) => id === "r.vault");
    expect(task).toEqual({
      id: "r.vault",
      rootId: "r",
      parentId: "r",
      title: "Vault access",
      status: { word: "succeeded", basis: "the ledger records it", certainty: "recorded" },
      record: "present",
      attached: true,
      restricted: { reason: "the vault team's work" },
      places: [{ file: "tasks.jsonl", line: 2, rewritten: true }],
    });
    expect(index.edges).toMatchObject([{ childTaskId: "r.vault", call: "it-4" }]);
    expect(index.files.filter(({ path }) => path.includes("vault"))).toEqual([]);
  });

  it("is told of the workspace, and only where there is any", async () => {
    const mail = (more: object) => ({
      "workspace.json": HEAD,
      "tasks.jsonl": lines({ id: "t", rootId: "t", status: "scheduled" }),
      "mailbox/t.jsonl": lines({ id: "m", taskId: "t", text: "x", ...more }),
    });
    const marked = { access: "restricted" };
    expect((await openRows(rowRecord(1, marked))).index.restricts).toBe(true);
    expect((await openSound(mail(marked))).index.restricts).toBe(true);
    expect((await openFolder(folder)).index.restricts).toBe(true);
    expect((await openRows(rowRecord(1))).index.restricts).toBeUndefined();
    expect((await openSound(mail({}))).index.restricts).toBeUndefined();
  });

  it("by a mark that the format does not know is withheld all the same", async () => {
    for (const access of ["secret", true, 0, {}, ""]) {
      const { row, codes } = await readOne(rowRecord(1, { access }));
      expect([row.restricted, row.type === "message" && row.parts, codes]).toEqual([{}, [], ["unknown-access-mark"]]);
    }
    expect((await readOne(rowRecord(1, { access: null }))).row.restricted).toBeUndefined();
  });

  it("of a row that is ill-formed or of an unknown type stays withheld", async () => {
    for (const more of [{ type: "telemetry" }, { content: 7 }, { type: 7 }, { sequence: "x" }]) {
      const { row } = await readOne(rowRecord(1, { access: "restricted", accessReason: "r", ...more }));
      const { place: _place, ...shown } = row;
      expect(row.restricted).toEqual({ reason: "r" });
      expect(JSON.stringify(shown)).not.toContain("row 1");
    }
  });

  it("in a mailbox withholds the row that shows the message", async () => {
    const workspace = await openSound({
      "workspace.json": HEAD,
      "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
      "transcripts/t.jsonl": lines(
        rowRecord(1, { content: { role: "user", text: "secret" }, source: { kind: "mailbox", id: "m" } }),
      ),
      "mailbox/t.jsonl": lines({ id: "m", taskId: "t", text: "secret", access: "restricted", accessReason: "why" }),
    });
    const [row] = await rowsOf(workspace, "t");
    expect(row).toMatchObject({ restricted: { reason: "why" }, parts: [], input: { kind: "mailbox" } });
    expect(workspace.index.notes.at(-1)?.disposition).toEqual({ type: "withheld" });
  });

  it("of a compaction keeps its summary out of the gap as well", async () => {
    const workspace = await openRows(
      rowRecord(1),
      rowRecord(4, {
        type: "compaction",
        content: { summary: "secret", fromSequence: 2, toSequence: 3 },
        access: "restricted",
      }),
    );
    expect(JSON.stringify([...workspace.index.gaps])).not.toContain("secret");
  });

  it("names a blob that is then not read", async () => {
    const record = rowRecord(1, {
      access: "restricted",
      content: { role: "user", text: { blob: "b" } },
      raw: { blob: "b" },
    });
    const workspace = await openSound({
      "workspace.json": HEAD,
      "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
      "transcripts/t.jsonl": lines(record),
      "blobs/b": "secret",
    });
    const rows: readonly Row[] = await rowsOf(workspace, "t");
    expect(JSON.stringify(rows)).not.toContain("secret");
  });
});
