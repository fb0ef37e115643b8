import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTree } from "../../../src/sources/litany/open.ts";
import { listTree } from "../../../src/sources/support/files.ts";
import { call, type LitanySpec, mail, ROOT, reply, result, text, writeLitany } from "../../support/litany.ts";
import { tempFolder } from "../../support/temp.ts";
import { expectSoundRecord, rowsOf } from "../records.ts";
import { openFolder, openSpec } from "./open.ts";

const spec: LitanySpec = {
  agents: { [ROOT]: { messages: { "001-user.md": mail({ from: "user" }, "Fix it."), "003-m.json": [text("Done.")] } } },
};
const messages = `agents/${ROOT}/messages`;

function damaged(damage: (folder: string) => void): string {
  const folder = writeLitany(tempFolder(), spec);
  damage(folder);
  return folder;
}

function codes(diagnostics: readonly { code: string; place?: { file: string } }[]) {
  return diagnostics.map((found) => [found.code, found.place?.file]);
}

describe("what stands where an entry should", () => {
  it("is stated where it is a link, which nobody follows", async () => {
    const outside = tempFolder();
    writeFileSync(join(outside, "secret.md"), "SECRET");
    const folder = damaged((root) => symlinkSync(join(outside, "secret.md"), join(root, messages, "002-user.md")));
    const workspace = await openFolder(folder);
    const rows = await rowsOf(workspace, ROOT);
    expect(rows[1]).toMatchObject({
      type: "raw",
      label: "002",
      text: "",
      says: "it is a symbolic link, which is not followed",
    });
    expect(codes(workspace.index.diagnostics)).toEqual([["link-not-followed", `${messages}/002-user.md`]]);
    expect(workspace.index.gaps.size).toBe(0);
    expect(JSON.stringify([rows, workspace.index.files])).not.toContain("SECRET");
  });

  it("is stated where it is a pipe, which nobody opens", async () => {
    const folder = damaged((root) => execFileSync("mkfifo", [join(root, messages, "002-user.md")]));
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, ROOT))[1]).toMatchObject({
      type: "raw",
      says: "it is a pipe, socket or device, which is not opened",
    });
    expect(codes(workspace.index.diagnostics)).toEqual([["not-a-regular-file", `${messages}/002-user.md`]]);
  });

  it("is stated where it is a folder, and nothing in it is taken for an entry", async () => {
    const folder = damaged((root) => {
      mkdirSync(join(root, messages, "002-vendor"));
      writeFileSync(join(root, messages, "002-vendor", "m.json"), "[]");
      mkdirSync(join(root, messages, "drafts"));
    });
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, ROOT)).map((row) => [row.label, row.type])).toEqual([
      ["001", "message"],
      ["002", "raw"],
      ["003.1", "message"],
    ]);
    expect(codes(workspace.index.diagnostics)).toEqual([
      ["unexpected-folder", `${messages}/drafts`],
      ["unexpected-folder", `${messages}/002-vendor`],
    ]);
    expect(workspace.index.files.find((file) => file.path.endsWith("m.json"))).toMatchObject({
      kind: "inside an unexpected folder",
      records: 0,
    });
  });

  it("is stated where the system does not give its bytes", async () => {
    const folder = writeLitany(tempFolder(), {
      agents: {
        [ROOT]: {
          goal: "g",
          soul: "s",
          messages: { "001-user.md": "a", "003-m.json": [text("x")] },
          summary: { "001.md": "s" },
        },
      },
      inbox: { [ROOT]: { "user-001.md": "b" } },
    });
    const tree = listTree(folder, []);
    const workspace = openTree(
      { ...tree, read: (path) => (path.endsWith("003-m.json") ? tree.read(path) : { type: "failed" }) },
      undefined,
    );
    await expectSoundRecord(workspace);
    expect(await rowsOf(workspace, ROOT)).toMatchObject([
      { type: "raw", says: "its file could not be read" },
      { label: "003.1" },
    ]);
    expect(workspace.index.gaps.get(ROOT)).toMatchObject([{ kind: "missing" }]);
    expect(workspace.index.stored.get(ROOT)).toMatchObject([{ parts: [], remarks: ["its file could not be read"] }]);
    expect(codes(workspace.index.diagnostics)).toEqual([
      ["unreadable-file", `agents/${ROOT}/goal.md`],
      ["unreadable-file", `agents/${ROOT}/soul.md`],
      ["unreadable-file", `agents/${ROOT}/summary/001.md`],
      ["unreadable-file", `${messages}/001-user.md`],
      ["unreadable-file", `inbox/${ROOT}/user-001.md`],
    ]);
  });

  it("is stated where it vanished after it was listed", async () => {
    const folder = writeLitany(tempFolder(), spec);
    const workspace = await openFolder(folder);
    rmSync(join(folder, messages, "003-m.json"));
    rmSync(join(folder, messages, "001-user.md"));
    workspace.close();
    expect((await rowsOf(workspace, ROOT)).map((row) => row.type)).toEqual(["raw", "raw"]);
  });

  it("is no entry where it is a temporary file", async () => {
    const workspace = await openSpec({
      agents: { [ROOT]: { messages: { ...spec.agents?.[ROOT]?.messages, ".002-user.md.tmp": "half" } } },
    });
    expect(await rowsOf(workspace, ROOT)).toHaveLength(2);
    expect(codes(workspace.index.diagnostics)).toEqual([["temporary-file", `${messages}/.002-user.md.tmp`]]);
    expect(workspace.index.gaps.get(ROOT)).toHaveLength(1);
  });
});

describe("content of any size and shape", () => {
  it("is read where it is nested thousands of levels deep", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const file = `[{"type":"tool_use","id":"c","name":"bash","input":${deep}},{"type":"odd","x":${deep}},{"type":"text","text":"after"}]`;
    const folder = writeLitany(tempFolder(), {
      agents: {
        [ROOT]: { messages: { "001-m.json": file, "002-tool.json": `[{"tool_use_id":"c","content":${deep}}]` } },
      },
    });
    const workspace = openTree(listTree(folder, []), undefined);
    const rows = await rowsOf(workspace, ROOT);
    expect(rows.map((row) => row.type)).toEqual(["tool-call", "message", "message", "tool-result"]);
    const bytes = await workspace.bytes(rows[2]?.place ?? { file: "" });
    expect(Buffer.from(bytes).toString()).toBe('{"type":"text","text":"after"}');
  });

  it("is read where it is one line of seven million characters", async () => {
    const line = "x".repeat(7_000_000);
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: { "001-m.json": reply([call("c", "bash", {})]), "002-tool.json": result("c", line) } },
      },
    });
    const row = (await rowsOf(workspace, ROOT))[1];
    expect(row?.type === "tool-result" && row.output[0]?.type === "text" && row.output[0].text.length).toBe(7_000_000);
  });

  it("keeps raw bytes exactly, whatever they are", async () => {
    const bytes = Uint8Array.of(0, 1, 2, 0xff, 0x1b, 0x5b);
    const workspace = await openSpec({ agents: { [ROOT]: { messages: { "001-note.bin": bytes } } } });
    const [row] = await rowsOf(workspace, ROOT);
    expect(row).toMatchObject({ type: "raw", text: "\0\u0001\u0002\uFFFD\u001b[" });
    expect(await workspace.bytes(row?.place ?? { file: "" })).toEqual(Buffer.from(bytes));
  });

  it("may use names of built-in members as keys and ids", async () => {
    const file =
      '[{"type":"tool_use","id":"__proto__","name":"constructor","input":{"__proto__":{"a":1},"hasOwnProperty":2}}]';
    const workspace = await openSpec({
      agents: { constructor: { messages: { "001-m.json": file, "002-tool.json": result("__proto__", "x") } } },
    });
    const [row] = await rowsOf(workspace, "constructor");
    expect(row).toMatchObject({ type: "tool-call", toolCallId: "__proto__", kind: "constructor" });
    expect(row?.type === "tool-call" && Object.keys(row.fields)).toEqual(["__proto__", "hasOwnProperty"]);
  });
});

describe("what else lies in a workspace", () => {
  it("is listed by kind, and only records are counted as such", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          goal: "g",
          soul: "s",
          name: "CopperLantern",
          messages: { "002-user.md": "a" },
          summary: { "001.md": "s", "notes.txt": "n" },
          files: {
            "facts.md": "f",
            ".git": "gitdir: x",
            "src/a.ts": "a",
            "skills/x/SKILL.md": "k",
            "descriptions/bash.json": "{}",
          },
        },
      },
      steps: { [ROOT]: { "001": { stderr: "", staging: "[" }, "driver.log": "d" } },
      files: {
        "repo.git/HEAD": "ref",
        "repo.git/objects/aa/bb": "o",
        "NOTES.txt": "n",
        "agents.bundle": "b",
        ".config-author/x": "x",
        "agents/stray": "s",
        [`steps/${ROOT}/001/other.json`]: "{}",
      },
    });
    expect(workspace.index.files.map((file) => [file.path.replaceAll(ROOT, "ID"), file.kind, file.records])).toEqual([
      [".config-author", "temporary checkout, ignored", 0],
      ["NOTES.txt", "other file", 0],
      ["agents.bundle", "git bundle, not read", 0],
      ["agents/ID/.git", "worktree link", 0],
      ["agents/ID/descriptions/bash.json", "tool description", 0],
      ["agents/ID/facts.md", "facts given to the model", 0],
      ["agents/ID/goal.md", "goal", 1],
      ["agents/ID/messages/002-user.md", "message", 1],
      ["agents/ID/name", "agent name", 1],
      ["agents/ID/skills/x/SKILL.md", "skill description", 0],
      ["agents/ID/soul.md", "role instructions", 1],
      ["agents/ID/src/a.ts", "work product", 0],
      ["agents/ID/summary/001.md", "summary", 1],
      ["agents/ID/summary/notes.txt", "other file in summary", 0],
      ["agents/stray", "other file", 0],
      ["repo.git", "git repository", 0],
      ["steps/ID/001/other.json", "other file in steps", 0],
      ["steps/ID/001/staging.json", "step staging", 1],
      ["steps/ID/001/stderr.log", "step log", 1],
      ["steps/ID/driver.log", "driver log", 1],
    ]);
  });

  it("is listed as one folder where work products are thousands", async () => {
    const folder = writeLitany(tempFolder(), spec);
    const many = join(folder, `agents/${ROOT}/node_modules/left`);
    mkdirSync(many, { recursive: true });
    for (let at = 0; at < 2_001; at += 1) writeFileSync(join(many, `${at}.js`), "");
    const workspace = await openFolder(folder);
    expect(workspace.index.files.filter((file) => file.kind.startsWith("work product"))).toEqual([
      { path: `agents/${ROOT}/node_modules`, kind: "work products, 2001 files", records: 0 },
    ]);
  });

  it("may be a report of this tool, which is named and not read", async () => {
    const workspace = await openSpec({
      ...spec,
      files: {
        "report/manifest.json": { maker: "taskfolio" },
        "report/index.html": "<p>",
        "old.taskfolio-old/index.html": "<p>",
        "app/manifest.json": { name: "an app" },
      },
    });
    expect(codes(workspace.index.diagnostics)).toEqual([
      ["report-ignored", "old.taskfolio-old"],
      ["report-ignored", "report"],
    ]);
    expect(workspace.index.files.map((file) => file.path).filter((path) => !path.startsWith("agents/"))).toEqual([
      "app/manifest.json",
    ]);
  });

  it("may have names that no pattern expects", async () => {
    const strange = ["new\nline.md", "back\\slash", "[x]{y}*?", "…", "emoji 😀", "!no", "..two"];
    const workspace = await openSpec({
      agents: {
        [ROOT]: { messages: Object.fromEntries([...strange.map((name) => [name, name]), ["001-a\nb.md", "c"]]) },
        "agent\nwith a line end": { messages: { "001-user.md": "deep" } },
      },
    });
    expect((await rowsOf(workspace, "agent\nwith a line end"))[0]).toMatchObject({ parts: [text("deep")] });
    expect(
      (await rowsOf(workspace, ROOT))
        .filter((row) => row.type === "raw")
        .map((row) => row.itemId)
        .sort(),
    ).toEqual(
      strange
        .filter((name) => !name.startsWith("."))
        .map((name) => `${name}#1`)
        .sort(),
    );
  });
});
