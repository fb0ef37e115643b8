import { describe, expect, it } from "vitest";
import { readTool } from "../../../src/sources/atif/dialect.ts";

describe("tool names on kinds", () => {
  it.each([
    ["bash_command", { keystrokes: "ls\n", duration: 1 }, "shell", { command: "ls\n" }],
    ["execute_bash", { command: "ls" }, "shell", { command: "ls" }],
    [
      "run_shell_command",
      { command: "ls", directory: "/a", description: "to see" },
      "shell",
      { command: "ls", cwd: "/a", description: "to see" },
    ],
    ["shell", { command: ["git", "status"], workdir: "/a" }, "shell", { command: "git status", cwd: "/a" }],
    ["exec_command", { cmd: "ls" }, "shell", { command: "ls" }],
    ["str_replace_editor", { command: "view", path: "/a", view_range: [3, 9] }, "read", { path: "/a", from: 3, to: 9 }],
    ["str_replace_editor", { command: "view", path: "/a", view_range: [3, -1] }, "read", { path: "/a", from: 3 }],
    ["str_replace_editor", { command: "view", path: "/a" }, "read", { path: "/a" }],
    ["str_replace_editor", { command: "create", path: "/a", file_text: "x" }, "write", { path: "/a", content: "x" }],
    [
      "str_replace_editor",
      { command: "str_replace", path: "/a", old_str: "x", new_str: "y" },
      "edit",
      { path: "/a", edits: [{ old: "x", new: "y" }] },
    ],
    [
      "str_replace_editor",
      { command: "insert", path: "/a", insert_line: 3 },
      "str_replace_editor",
      { command: "insert", path: "/a", insert_line: 3 },
    ],
    ["read_file", { absolute_path: "/a", offset: 10, limit: 5 }, "read", { path: "/a", from: 10, to: 14 }],
    ["Read", { file_path: "/a", limit: 5 }, "read", { path: "/a", to: 5 }],
    ["Write", { file_path: "/a", content: "x" }, "write", { path: "/a", content: "x" }],
    [
      "Edit",
      { file_path: "/a", old_string: "x", new_string: "y", replace_all: true },
      "edit",
      { path: "/a", edits: [{ old: "x", new: "y", all: true }] },
    ],
    [
      "MultiEdit",
      { file_path: "/a", edits: [{ old_string: "x", new_string: "y" }, 7] },
      "edit",
      { path: "/a", edits: [{ old: "x", new: "y" }] },
    ],
    [
      "replace",
      { file_path: "/a", old_string: "x", new_string: "y" },
      "edit",
      { path: "/a", edits: [{ old: "x", new: "y" }] },
    ],
    ["apply_patch", { input: "*** Begin Patch" }, "patch", { patch: "*** Begin Patch" }],
    [
      "Grep",
      { pattern: "p", path: "/a", glob: "*.ts", output_mode: "count" },
      "search",
      { mode: "count", pattern: "p", path: "/a", glob: "*.ts" },
    ],
    ["search_file_content", { pattern: "p" }, "search", { mode: "lines", pattern: "p" }],
    ["glob", { pattern: "*.ts" }, "list", { pattern: "*.ts" }],
    ["LS", { path: "/a" }, "list", { path: "/a" }],
    ["WebSearch", { query: "q" }, "web-search", { query: "q" }],
    ["WebFetch", { url: "https://example.org", prompt: "p" }, "web-fetch", { url: "https://example.org", prompt: "p" }],
    [
      "task_tracker",
      { command: "plan", task_list: [{ id: "1", title: "a", status: "todo" }] },
      "todo",
      { items: [{ text: "a", status: "todo" }] },
    ],
    [
      "TodoWrite",
      { todos: [{ content: "a", status: "pending" }, "b"] },
      "todo",
      { items: [{ text: "a", status: "pending" }, { text: "b" }] },
    ],
    [
      "update_plan",
      { plan: [{ step: "a", status: "pending" }] },
      "todo",
      { items: [{ text: "a", status: "pending" }] },
    ],
    ["Task", { prompt: "go", subagent_type: "x", description: "d" }, "delegate", { goal: "go", role: "x", name: "d" }],
    ["spawn_agent", { message: "go" }, "delegate", { goal: "go" }],
    ["mcp__docs__find", { q: 1 }, "mcp", { server: "docs", tool: "find", arguments: { q: 1 } }],
    ["finish", { message: "done" }, "finish", { message: "done" }],
    ["constructor", {}, "constructor", {}],
  ])("%s %j is %s", (name, input, kind, fields) => {
    expect(readTool(name, input)).toEqual({ kind, fields });
  });

  it.each([
    ["execute_bash", { command: 7 }],
    ["task_tracker", { command: "view" }],
    ["Read", {}],
    ["Edit", { edits: [] }],
    ["Grep", { path: "/a" }],
  ])("%s %j keeps its own name and its own fields", (name, input) => {
    expect(readTool(name, input)).toEqual({ kind: name, fields: input });
  });

  it.each([undefined, null, "text", [1], 7])("takes %j for an input without fields", (input) => {
    expect(readTool("execute_bash", input)).toEqual({ kind: "execute_bash", fields: {} });
  });
});
