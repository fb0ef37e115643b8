import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/sources/claude-code/index.ts";
import { tempFolder } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import {
  answer,
  chain,
  fixture,
  fixturePath,
  type Line,
  notes,
  only,
  openPath,
  outline,
  said,
  user,
  writeFiles,
} from "./open.ts";

const detect = async (files: Readonly<Record<string, readonly Line[] | string>>, below = "") =>
  (await claudeCode.detect({ path: join(writeFiles(files), below) }))?.because;

const LINES = "its lines are those of a Claude Code session";
const FOLDER = "files in it hold the lines of Claude Code sessions";
const EXPORT = "it is a web export: one JSON document with `loglines`";

describe("Claude Code is recognised", () => {
  it("by a session file, whatever its name", async () => {
    expect(await detect({ "notes.txt": chain([user("Go.")]) }, "notes.txt")).toBe(LINES);
    expect(await detect({ "s.jsonl": [{ type: "summary", summary: "Old", leafUuid: "x" }] }, "s.jsonl")).toBe(LINES);
    expect(await detect({ "s.jsonl": ["", "torn {", ...chain([user("Go.")])] }, "s.jsonl")).toBe(LINES);
  });

  it("by a folder that holds sessions at some depth", async () => {
    expect(await detect({ "s.jsonl": chain([user("Go.")]) })).toBe(FOLDER);
    expect(await detect({ "projects/tides/s.jsonl": chain([user("Go.")]), "readme.md": "x" })).toBe(FOLDER);
  });

  it("by a web export, also under a name that promises lines", async () => {
    expect((await claudeCode.detect({ path: fixturePath("web-export/session.json") }))?.because).toBe(EXPORT);
    expect((await claudeCode.detect({ path: fixturePath("web-export-as-lines/session.jsonl") }))?.because).toBe(EXPORT);
  });

  it("by a first line that is longer than a look", async () => {
    expect(await detect({ "s.jsonl": chain([user("x".repeat(200_000))]) }, "s.jsonl")).toBe(LINES);
  });

  it.each([
    ["an empty file", { "s.jsonl": "" }, "s.jsonl"],
    ["an empty folder of another kind", { "a/b.txt": "x" }, ""],
    [
      "lines of another tool",
      { "r.jsonl": [{ timestamp: "2027-03-09T08:00:00Z", type: "response_item", payload: { type: "message" } }] },
      "",
    ],
    ["an envelope around known kinds", { "r.jsonl": [{ type: "user", payload: {}, message: { content: "x" } }] }, ""],
    ["a message that is no object", { "r.jsonl": [{ type: "user", message: "x" }] }, ""],
    ["a document without loglines", { "a.json": '{"steps":[]}' }, ""],
    ["loglines that are no list", { "a.json": '{"loglines":"none"}' }, ""],
    ["loglines deeper down", { "a.json": '{"a":{"loglines":[]}}' }, ""],
    ["no JSON", { "a.jsonl": "hello\n" }, ""],
  ])("but not by %s", async (_, files, below) => {
    expect(await detect(files, below)).toBeUndefined();
  });

  it("and nothing is thrown for a path that is not there", async () => {
    expect(await claudeCode.detect({ path: join(tempFolder(), "gone") })).toBeUndefined();
  });
});

describe("one session file", () => {
  const files = {
    "s.jsonl": chain([user("Go."), answer("m", "Done.")]),
    "s/subagents/agent-a1.jsonl": chain([user("Look.")], "x", { isSidechain: true, agentId: "a1" }),
    "agent-a2.jsonl": chain([user("Look too.")], "y", { isSidechain: true, agentId: "a2" }),
    "agent-a3.jsonl": chain([user("Of another.")], "z", { isSidechain: true, agentId: "a3", sessionId: "other" }),
    "other.jsonl": chain([user("Another.")], "o", { sessionId: "other" }),
  };

  it("brings the agents in its folder and the flat ones that name it, and no other session", async () => {
    const workspace = await openPath(join(writeFiles(files), "s.jsonl"));
    expect(workspace.index.tasks.map(({ id }) => id)).toEqual(["s", "s/a2", "s/a1"]);
    expect(workspace.index.files.map(({ path }) => path)).toEqual([
      "agent-a2.jsonl",
      "s.jsonl",
      "s/subagents/agent-a1.jsonl",
    ]);
  });

  it("does not bring a folder that merely has its name", async () => {
    const path = writeFiles({ "s.jsonl": chain([user("Go.")]), "s/notes.txt": "x" });
    expect((await openPath(join(path, "s.jsonl"))).index.files.map((file) => file.path)).toEqual(["s.jsonl"]);
  });

  it("is read as one where the user says so, even if nothing shows it", async () => {
    const workspace = await openPath(join(writeFiles({ "x.log": "hello\n" }), "x.log"));
    expect(outline((await only(workspace)).rows)).toEqual(["L1 raw"]);
  });

  it("of an agent alone names the session that is not here", async () => {
    const workspace = await openPath(join(writeFiles(files), "agent-a3.jsonl"));
    expect(workspace.index.tasks.map(({ id, record }) => [id, record])).toEqual([
      ["other", "absent"],
      ["other/a3", "present"],
    ]);
  });
});

describe("a project folder", () => {
  it("has a root for each session, by path, and lists what holds no records", async () => {
    const workspace = await openPath(
      writeFiles({
        "b.jsonl": chain([user("Second.")], "b", { sessionId: "b" }),
        "a.jsonl": chain([user("First.")], "a", { sessionId: "a" }),
        "a/tool-results/t1.txt": "long output",
        "a/workflows/scripts/x.js": "phase()",
        "memory/MEMORY.md": "x",
        "sessions-index.json": "{}",
      }),
    );
    expect(workspace.index.tasks.map(({ id, rootId, parentId }) => [id, rootId, parentId])).toEqual([
      ["a", "a", undefined],
      ["b", "b", undefined],
    ]);
    expect(workspace.index.files.map(({ path, kind, records }) => [path, kind, records])).toEqual([
      ["a.jsonl", "session", 1],
      ["a/tool-results/t1.txt", "tool output beside the session", 0],
      ["a/workflows/scripts/x.js", "workflow script", 0],
      ["b.jsonl", "session", 1],
      ["memory/MEMORY.md", "other file", 0],
      ["sessions-index.json", "other file", 0],
    ]);
  });

  it("keeps two files apart that claim one session", async () => {
    const workspace = await openPath(
      writeFiles({ "x/a.jsonl": chain([user("One.")]), "y/a.jsonl": chain([user("Two.")]) }),
    );
    expect(workspace.index.tasks.map(({ id }) => id)).toEqual(["s", "s@y/a.jsonl"]);
  });

  it("gives an agent to the session that shares its folder", async () => {
    const agent = chain([user("Look.")], "x", { isSidechain: true, agentId: "a1" });
    const workspace = await openPath(
      writeFiles({ "x/a.jsonl": chain([user("One.")]), "y/a.jsonl": chain([user("Two.")]), "y/agent-a1.jsonl": agent }),
    );
    expect(workspace.index.tasks.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["s", undefined],
      ["s@y/a.jsonl", undefined],
      ["s@y/a.jsonl/a1", "s@y/a.jsonl"],
    ]);
  });

  it("reads other tools' files as such", async () => {
    const workspace = await openPath(
      writeFiles({ "s.jsonl": chain([user("Go.")]), "r.jsonl": [{ type: "response_item", payload: {} }] }),
    );
    expect(workspace.index.files.map(({ path, kind }) => [path, kind])).toEqual([
      ["r.jsonl", "other file"],
      ["s.jsonl", "session"],
    ]);
  });
});

describe("a web export", () => {
  it("gives rows named after its elements, and its title to the session", async () => {
    const { rows, workspace, task } = await only(await fixture("web-export"));
    expect(rows.map(({ label, itemId, turnIndex }) => [label, itemId, turnIndex])).toEqual([
      ["[0]", "session.json:[0]#1", 0],
      ["[1].1", "session.json:[1]#1", 0],
      ["[1].2", "session.json:[1]#2", 0],
      ["[2]", "session.json:[2]#1", 0],
      ["[3]", "session.json:[3]#1", 1],
    ]);
    expect([task.id, task.title, task.status.word]).toEqual(["session", "The tide page", "succeeded"]);
    expect(notes(workspace)).toEqual({ "session.json": { type: "joined", to: "session" } });
    const bytes = Buffer.from(await workspace.bytes(rows[2]?.place ?? { file: "" })).toString();
    expect(JSON.parse(bytes)).toMatchObject({ type: "tool_use", name: "Write" });
  });

  it("under a name that promises lines keeps elements of unknown kinds", async () => {
    const { rows, workspace } = await only(await fixture("web-export-as-lines"));
    expect(outline(rows)).toEqual(["[0] message", "[1] notice", "[2] message"]);
    expect(workspace.index.files).toMatchObject([{ kind: "web export", records: 3 }]);
  });

  it("that breaks off gives what stands before the break", async () => {
    const whole = JSON.stringify({ loglines: chain([user("Go."), answer("m", "Done.")]) });
    const { rows, workspace } = await only(await openPath(writeFiles({ "e.json": whole.slice(0, -40) })));
    expect(outline(rows)).toEqual(["[0] message", "[1] raw"]);
    expect(workspace.index.diagnostics.map(({ code }) => code)).toEqual(["line-cut"]);
  });

  it("whose elements are anything is read element by element", async () => {
    const document = `{"loglines":[null, 3, "x", ${JSON.stringify(user("Go.", { uuid: "u", sessionId: "s" }))}]}`;
    const { rows } = await only(await openPath(writeFiles({ "e.json": document })));
    expect(outline(rows)).toEqual(["[0] raw", "[1] raw", "[2] raw", "[3] message"]);
    expect(said(rows[3])).toBe("Go.");
  });

  it("without elements is a Task without rows", async () => {
    const workspace = await openPath(writeFiles({ "e.json": '{"loglines":[]}' }));
    expect(await rowsOf(workspace, workspace.index.tasks[0]?.id ?? "")).toEqual([]);
  });
});
