import { describe, expect, it } from "vitest";
import { readTool } from "../../../src/sources/codex/dialect.ts";

describe("tool names on kinds", () => {
  it.each([
    [
      "exec_command",
      { cmd: "ls", workdir: "/a", justification: "to see" },
      "shell",
      { command: "ls", cwd: "/a", description: "to see" },
    ],
    ["shell", { command: ["bash", "-lc", "npm test"], workdir: "/a" }, "shell", { command: "npm test", cwd: "/a" }],
    ["shell", { command: ["/bin/zsh", "-c", "a && b"] }, "shell", { command: "a && b" }],
    ["shell", { command: ["git", "status", "-s"] }, "shell", { command: "git status -s" }],
    ["shell", { command: ["bash", "-lc", "a", "b"] }, "shell", { command: "bash -lc a b" }],
    ["shell_command", { command: "ls" }, "shell", { command: "ls" }],
    ["local_shell", { type: "exec", command: ["ls"], working_directory: "/a" }, "shell", { command: "ls", cwd: "/a" }],
    ["container.exec", { command: ["ls"] }, "shell", { command: "ls" }],
    ["shell", { command: ["apply_patch", "*** Begin Patch"] }, "patch", { patch: "*** Begin Patch" }],
    ["apply_patch", "*** Begin Patch", "patch", { patch: "*** Begin Patch" }],
    ["apply_patch", { input: "*** Begin Patch" }, "patch", { patch: "*** Begin Patch" }],
    ["write_stdin", { session_id: 7, chars: "y\n" }, "stdin", { session: 7, text: "y\n" }],
    [
      "update_plan",
      { plan: [{ step: "a", status: "pending" }, "b"], explanation: "why" },
      "todo",
      { items: [{ text: "a", status: "pending" }, { text: "b" }], explanation: "why" },
    ],
    ["view_image", { path: "a.png" }, "image", { path: "a.png" }],
    ["web_search", { type: "search", query: "q" }, "web-search", { query: "q" }],
    [
      "spawn_agent",
      { message: "go", agent_type: "worker", task_name: "x" },
      "delegate",
      { goal: "go", role: "worker", name: "x" },
    ],
    ["wait", { ids: ["a"] }, "wait", { targets: ["a"] }],
    ["wait_agent", { targets: ["a"] }, "wait", { targets: ["a"] }],
    ["wait_agent", {}, "wait", {}],
    ["send_input", { id: "a", message: "m" }, "send", { to: "a", text: "m" }],
    ["followup_task", { target: "a", message: "m" }, "send", { to: "a", text: "m" }],
    [
      "request_user_input",
      { questions: [{ question: "q?", options: [{ label: "yes" }, "no"] }, 7] },
      "ask",
      {
        questions: [
          { question: "q?", options: ["yes", "no"] },
          { question: 7, options: [] },
        ],
      },
    ],
    ["read_file", { file_path: "/a", offset: 5, limit: 10 }, "read", { path: "/a", from: 5, to: 14 }],
    ["list_dir", { dir_path: "/a" }, "list", { path: "/a" }],
    [
      "grep_files",
      { pattern: "p", path: "/a", include: "*.ts" },
      "search",
      { pattern: "p", path: "/a", glob: "*.ts", mode: "files" },
    ],
    ["tool_search", { query: "q" }, "tool-search", { query: "q" }],
    ["mcp__docs__find_page", { q: 1 }, "mcp", { server: "docs", tool: "find_page", arguments: { q: 1 } }],
    ["mcp__a__b__c", {}, "mcp", { server: "a", tool: "b__c", arguments: {} }],
    [
      "read_mcp_resource",
      { server: "docs", uri: "u" },
      "mcp",
      { server: "docs", tool: "read_mcp_resource", arguments: { server: "docs", uri: "u" } },
    ],
    ["close_agent", { target: "a" }, "kill", { target: "a" }],
    ["future_tool", { a: 1 }, "future_tool", { a: 1 }],
    ["constructor", {}, "constructor", {}],
  ])("%s %j is %s", (name, input, kind, fields) => {
    expect(readTool(name, input)).toEqual({ kind, fields });
  });

  it("knows a server's tool by its namespace, too", () => {
    expect(readTool("find", { q: 1 }, "mcp__docs__")).toEqual({
      kind: "mcp",
      fields: { server: "docs", tool: "find", arguments: { q: 1 } },
    });
  });

  it.each([
    ["exec_command", { cmd: 7 }],
    ["shell", { command: ["ls", 7] }],
    ["update_plan", { plan: "soon" }],
    ["request_user_input", {}],
    ["view_image", {}],
  ])("%s %j keeps its own name and its own fields", (name, input) => {
    expect(readTool(name, input)).toEqual({ kind: name, fields: input });
  });

  it.each([undefined, null, "text", [1], 7])("takes %j for an input without fields", (input) => {
    expect(readTool("exec_command", input)).toEqual({ kind: "exec_command", fields: {} });
  });
});
