import { describe, expect, it } from "vitest";
import { readTool } from "../../../src/sources/claude-code/dialect.ts";

describe("the tools of Claude Code", () => {
  it.each([
    [
      "Bash",
      { command: "ls", description: "List", timeout: 9, run_in_background: true },
      "shell",
      { command: "ls", description: "List", timeoutMs: 9, background: true },
    ],
    ["Read", { file_path: "a.ts" }, "read", { path: "a.ts", numbered: true }],
    ["Read", { file_path: "a.ts", offset: 10, limit: 5 }, "read", { path: "a.ts", from: 10, to: 14, numbered: true }],
    ["Read", { file_path: "a.ts", limit: 5 }, "read", { path: "a.ts", to: 5, numbered: true }],
    ["NotebookRead", { notebook_path: "a.ipynb" }, "read", { path: "a.ipynb" }],
    ["Write", { file_path: "a.ts", content: "x" }, "write", { path: "a.ts", content: "x" }],
    [
      "Edit",
      { file_path: "a.ts", old_string: "a", new_string: "b", replace_all: true },
      "edit",
      { path: "a.ts", edits: [{ old: "a", new: "b", all: true }] },
    ],
    [
      "Edit",
      { file_path: "a.ts", old_string: "a", new_string: "b", replace_all: false },
      "edit",
      { path: "a.ts", edits: [{ old: "a", new: "b" }] },
    ],
    [
      "MultiEdit",
      { file_path: "a.ts", edits: [{ old_string: "a", new_string: "b" }, "odd"] },
      "edit",
      { path: "a.ts", edits: [{ old: "a", new: "b" }, "odd"] },
    ],
    [
      "NotebookEdit",
      { notebook_path: "n.ipynb", cell_id: "c1", new_source: "1", edit_mode: "insert" },
      "notebook-edit",
      { path: "n.ipynb", cell: "c1", source: "1", mode: "insert" },
    ],
    [
      "Grep",
      { pattern: "tide", path: "src", glob: "*.ts", output_mode: "content", "-n": true },
      "search",
      { pattern: "tide", path: "src", glob: "*.ts", mode: "content" },
    ],
    ["Glob", { pattern: "**/*.ts" }, "list", { pattern: "**/*.ts" }],
    ["LS", { path: "/srv" }, "list", { path: "/srv" }],
    [
      "WebFetch",
      { url: "https://example.org/", prompt: "Sum up" },
      "web-fetch",
      { url: "https://example.org/", prompt: "Sum up" },
    ],
    ["WebSearch", { query: "tides" }, "web-search", { query: "tides" }],
    [
      "TodoWrite",
      { todos: [{ content: "Test", status: "pending", activeForm: "Testing" }, "odd"] },
      "todo",
      { items: [{ text: "Test", status: "pending" }, { text: "odd" }] },
    ],
    [
      "TaskCreate",
      { subject: "Test", description: "All" },
      "todo",
      { items: [{ text: "Test", status: "pending" }], partial: true },
    ],
    [
      "TaskUpdate",
      { taskId: "4", status: "completed" },
      "todo",
      { items: [{ text: "#4", status: "completed" }], partial: true },
    ],
    ["ExitPlanMode", { plan: "1. Test" }, "plan", { text: "1. Test" }],
    [
      "Task",
      { description: "Check", prompt: "Check it.", subagent_type: "Explore" },
      "delegate",
      { goal: "Check it.", role: "Explore", name: "Check" },
    ],
    [
      "Agent",
      { description: "Check", prompt: "Check it.", name: "scout" },
      "delegate",
      { goal: "Check it.", name: "scout" },
    ],
    ["Workflow", { script: "agent('a')" }, "delegate", { goal: "agent('a')" }],
    ["TaskOutput", { task_id: "a1", block: true }, "wait", { targets: ["a1"] }],
    ["AgentOutputTool", { agentId: "a1" }, "wait", { targets: ["a1"] }],
    ["BashOutput", { bash_id: "b1" }, "shell-output", { shell: "b1" }],
    ["KillBash", { shell_id: "b1" }, "kill", { target: "b1" }],
    ["KillShell", { shell_id: "b1" }, "kill", { target: "b1" }],
    ["TaskStop", { task_id: "b1" }, "kill", { target: "b1" }],
    ["SendMessage", { to: "scout", message: "Go on." }, "send", { to: "scout", text: "Go on." }],
    ["SendMessage", { recipient: "scout", content: "Go on." }, "send", { to: "scout", text: "Go on." }],
    [
      "AskUserQuestion",
      { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }] },
      "ask",
      { questions: [{ question: "Which?", options: ["A", "B"] }] },
    ],
    ["AskUserQuestion", { question: "Which?" }, "ask", { questions: [{ question: "Which?", options: [] }] }],
    ["Skill", { skill: "tides" }, "skill", { name: "tides" }],
    ["Skill", { skill: "tides", args: "--now" }, "skill", { name: "tides", arguments: "--now" }],
    ["SlashCommand", { command: "/cost" }, "skill", { name: "/cost" }],
    ["ToolSearch", { query: "select:Gauge", max_results: 3 }, "tool-search", { query: "select:Gauge" }],
    [
      "mcp__gauge__read_level",
      { station: 3 },
      "mcp",
      { server: "gauge", tool: "read_level", arguments: { station: 3 } },
    ],
  ])("reads %s %j", (name, input, kind, fields) => {
    expect(readTool(name, input)).toEqual({ kind, fields });
  });

  it.each([
    ["KillShell", {}],
    ["TaskUpdate", { taskId: "4", owner: "scout" }],
    ["TaskList", {}],
    ["StructuredOutput", { area: "loader" }],
    ["Bash", { cmd: "ls" }],
    ["Read", {}],
    ["TodoWrite", { todos: "many" }],
    ["MultiEdit", { file_path: "a", edits: "many" }],
    ["Task", { description: "no prompt" }],
    ["constructor", { a: 1 }],
  ])("keeps the name and the input of %s %j", (name, input) => {
    expect(readTool(name, input)).toEqual({ kind: name, fields: input });
  });

  it.each([["Bash"], ["mcp__a__b"], ["Unheard"]])("gives no fields for an input of %s that is no object", (name) => {
    for (const input of ["ls", null, undefined, ["ls"], 3])
      expect(readTool(name, input)).toEqual({ kind: name, fields: {} });
  });
});
