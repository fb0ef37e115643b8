import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { HEAD, lines, rowRecord } from "../../support/ledger.ts";
import { tempFolder, tempTree, writeTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { codesOf, expectSound } from "./open.ts";

const TASKS = lines({ id: "t", rootId: "t", status: "running" });

async function because(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  return (await ledger.detect({ path: tempTree(files) }))?.because;
}

async function open(files: Readonly<Record<string, string>>) {
  const workspace = await ledger.open({ path: tempTree(files) });
  await expectSound(workspace);
  return workspace;
}

describe("a ledger workspace", () => {
  it("is known by its head, or by its files where the head is gone", async () => {
    expect(await because({ "workspace.json": HEAD })).toBe("its workspace.json says so");
    expect(await because({ "workspace.json": '{"format":"taskfolio-ledger"}' })).toBe("its workspace.json says so");
    expect(await because({ "tasks.jsonl": TASKS, "transcripts/t.jsonl": "" })).toBe(
      "it has tasks.jsonl and transcripts/",
    );
  });

  it.each([
    {},
    { "workspace.json": "{" },
    { "workspace.json": '{"format":"other"}' },
    { "workspace.json": "[]" },
    { "tasks.jsonl": TASKS },
    { "transcripts/t.jsonl": "" },
    { "tasks.jsonl": TASKS, "transcripts/t.txt": "" },
  ])("is not seen in %j", async (files: Readonly<Record<string, string>>) => {
    expect(await because(files)).toBeUndefined();
  });

  it("is not seen where there is no folder", async () => {
    const folder = tempTree({ file: "x" });
    for (const path of ["gone", "file"]) expect(await ledger.detect({ path: join(folder, path) })).toBeUndefined();
  });

  it("has the title that its head gives it", async () => {
    const title = async (head: string) => (await open({ "workspace.json": head, "tasks.jsonl": TASKS })).index.title;
    expect(await title('{"format":"taskfolio-ledger","version":1,"title":"T"}')).toBe("T");
    expect(await title('{"format":"taskfolio-ledger","version":1,"title":" "}')).toBeUndefined();
    expect(await title('{"format":"taskfolio-ledger","version":1,"title":7}')).toBeUndefined();
  });

  it("with a head that is damaged or gone, or without a Task graph, is read and says so", async () => {
    const codes = async (files: Readonly<Record<string, string>>) => codesOf(await open(files));
    const rest = { "tasks.jsonl": TASKS, "transcripts/t.jsonl": "" };
    expect(await codes(rest)).toEqual(["head-missing"]);
    for (const head of ["{", "[]", '{"format":"taskfolio-ledger","version":2}']) {
      expect(await codes({ "workspace.json": head, ...rest })).toEqual(["head-ill-formed"]);
    }
    expect(await codes({ "workspace.json": HEAD, "transcripts/t.jsonl": "" })).toEqual([
      "task-graph-missing",
      "transcript-without-task",
    ]);
  });

  it("lists every file, and opens neither links nor pipes", async () => {
    const folder = writeTree(tempFolder(), {
      "workspace.json": HEAD,
      "tasks.jsonl": TASKS,
      "notes/a.md": "x",
      "blobs/b": "x",
    });
    mkdirSync(join(folder, "transcripts"));
    symlinkSync("../tasks.jsonl", join(folder, "transcripts/t.jsonl"));
    execFileSync("mkfifo", [join(folder, "gaps.jsonl"), join(folder, "delegations.jsonl")]);
    const workspace = await ledger.open({ path: folder });
    await expectSound(workspace);
    expect(workspace.index.files.map(({ path, kind }) => `${path}: ${kind}`)).toEqual([
      "blobs/b: payload",
      "delegations.jsonl: pipe, socket or device, not opened",
      "gaps.jsonl: pipe, socket or device, not opened",
      "notes/a.md: other file",
      "tasks.jsonl: Task graph",
      "transcripts/t.jsonl: symbolic link, not followed",
      "workspace.json: workspace head",
    ]);
    expect(codesOf(workspace).filter((code) => code === "not-a-file")).toHaveLength(3);
    expect(codesOf(workspace)).toContain("no-transcript");
  });

  it("with a line of seven megabytes is read, and its rows stand where they stood", async () => {
    const long = rowRecord(2, { content: { role: "assistant", text: "long ".repeat(1_400_000) } });
    const workspace = await open({
      "workspace.json": HEAD,
      "tasks.jsonl": TASKS,
      "transcripts/t.jsonl": lines(rowRecord(3), long, rowRecord(1)),
    });
    const rows = await rowsOf(workspace, "t");
    expect(rows.map((row) => row.itemId)).toEqual(["r1", "r2", "r3"]);
    for (const row of rows)
      expect((await workspace.bytes(row.place)).length).toBe((row.place.end ?? 0) - (row.place.start ?? 0));
    await workspace.close();
  });

  it("whose transcript is gone since it was opened has rows that say so", async () => {
    const folder = tempTree({
      "workspace.json": HEAD,
      "tasks.jsonl": TASKS,
      "transcripts/t.jsonl": lines(rowRecord(1), rowRecord(2)),
    });
    const workspace = await ledger.open({ path: folder });
    writeTree(folder, { "transcripts/t.jsonl": "" });
    expect((await rowsOf(workspace, "t")).map((row) => [row.type, row.itemId])).toEqual([
      ["raw", "r1"],
      ["raw", "r2"],
    ]);
  });
});
