import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTool } from "../../../src/sources/ledger/dialect.ts";

const cases: readonly (readonly [name: string, input: unknown, kind: string, fields: object])[] = [
  [
    "bash",
    { command: "ls", cwd: "/x", description: "List" },
    "shell",
    { command: "ls", cwd: "/x", description: "List" },
  ],
  ["shell", { command: ["git", "log"], workdir: "/x" }, "shell", { command: "git log", cwd: "/x" }],
  ["exec_command", { cmd: "ls" }, "shell", { command: "ls" }],
  ["Read", { file_path: "a", offset: 3, limit: 2 }, "read", { path: "a", from: 3, to: 4 }],
  ["read_file", { path: "a", limit: 2 }, "read", { path: "a", to: 2 }],
  [
    "Edit",
    { file_path: "a", old_string: "x", new_string: "y", replace_all: true },
    "edit",
    { path: "a", edits: [{ old: "x", new: "y", all: true }] },
  ],
  [
    "MultiEdit",
    { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] },
    "edit",
    { path: "a", edits: [{ old: "x", new: "y" }] },
  ],
  ["Write", { file_path: "a", content: "x" }, "write", { path: "a", content: "x" }],
  [
    "NotebookEdit",
    { notebook_path: "a", cell_id: "1", new_source: "x" },
    "notebook-edit",
    { path: "a", cell: "1", source: "x" },
  ],
  ["apply_patch", { input: "p" }, "patch", { patch: "p" }],
  [
    "Grep",
    { pattern: "x", path: "src", glob: "*.ts" },
    "search",
    { pattern: "x", path: "src", glob: "*.ts", mode: "text" },
  ],
  ["Glob", { pattern: "*.ts" }, "search", { pattern: "*.ts", mode: "files" }],
  ["LS", { path: "a" }, "list", { path: "a" }],
  ["WebFetch", { url: "u", prompt: "p" }, "web-fetch", { url: "u", prompt: "p" }],
  ["WebSearch", { query: "q" }, "web-search", { query: "q" }],
  [
    "TodoWrite",
    { todos: [{ content: "a", status: "pending" }, "b"] },
    "todo",
    { items: [{ text: "a", status: "pending" }, { text: "b" }] },
  ],
  ["update_plan", { plan: [{ step: "a", status: "done" }] }, "todo", { items: [{ text: "a", status: "done" }] }],
  ["Task", { prompt: "p", subagent_type: "r" }, "delegate", { goal: "p", role: "r" }],
  ["message", { agent: "a", content: "t" }, "send", { to: "a", text: "t" }],
  ["wait", { ids: ["a"] }, "wait", { targets: ["a"] }],
  ["Skill", { skill: "s" }, "skill", { name: "s" }],
  ["mcp__files__read", { path: "a" }, "mcp", { server: "files", tool: "read", arguments: { path: "a" } }],
];

describe("the dialect", () => {
  it.each(cases)("reads %s %j as its card knows it", (name, input, kind, fields) => {
    expect(readTool(name, input)).toEqual({ kind, fields });
  });

  it("keeps any other tool's name and input", () => {
    expect(readTool("frobnicate", { a: 1 })).toEqual({ kind: "frobnicate", fields: { a: 1 } });
    expect(readTool("constructor", { a: 1 })).toEqual({ kind: "constructor", fields: { a: 1 } });
    expect(readTool("frobnicate", "text")).toEqual({ kind: "frobnicate", fields: {} });
  });

  it("leaves an input of another shape as it is", () => {
    expect(readTool("bash", { script: "x" })).toEqual({ kind: "bash", fields: { script: "x" } });
    expect(readTool("Edit", { file_path: "a" })).toEqual({ kind: "Edit", fields: { file_path: "a" } });
    expect(readTool("bash", "ls")).toEqual({ kind: "shell", fields: {} });
    expect(readTool("bash", undefined)).toEqual({ kind: "shell", fields: {} });
  });

  it("never fails, whatever the input", () => {
    const names = fc.constantFrom(...cases.map(([name]) => name));
    fc.assert(fc.property(names, fc.jsonValue(), (name, input) => typeof readTool(name, input).kind === "string"));
  });
});
