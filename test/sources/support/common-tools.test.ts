import { describe, expect, it } from "vitest";
import { readCommonTool } from "../../../src/sources/support/common-tools.ts";

describe("tools of widely used harnesses", () => {
  it.each([
    ["Write", { file_path: "a", content: "b" }, "write", { path: "a", content: "b" }],
    [
      "MultiEdit",
      { file_path: "a", edits: [{ old_string: "b", new_string: "c", replace_all: true }, 3] },
      "edit",
      { path: "a", edits: [{ old: "b", new: "c", all: true }, 3] },
    ],
    ["str_replace", { path: "a", old_str: "b", new_str: "c" }, "edit", { path: "a", edits: [{ old: "b", new: "c" }] }],
    [
      "NotebookEdit",
      { notebook_path: "a", new_source: "s", cell_id: "c" },
      "notebook-edit",
      { path: "a", source: "s", cell: "c" },
    ],
    ["Grep", { pattern: "a", output_mode: "count" }, "search", { pattern: "a", mode: "count" }],
    ["Glob", { pattern: "*" }, "list", { pattern: "*" }],
    ["LS", { path: "/" }, "list", { path: "/" }],
    ["view_image", { path: "a.png" }, "image", { path: "a.png" }],
    ["WebFetch", { url: "u", prompt: "p" }, "web-fetch", { url: "u", prompt: "p" }],
    [
      "update_plan",
      { plan: [{ step: "a", status: "pending" }, 3], explanation: "e" },
      "todo",
      { items: [{ text: "a", status: "pending" }, { text: 3 }], explanation: "e" },
    ],
    ["TaskCreate", { subject: "a" }, "todo", { items: [{ text: "a", status: "pending" }], partial: true }],
    [
      "TaskUpdate",
      { taskId: "1", status: "completed" },
      "todo",
      { items: [{ text: "#1", status: "completed" }], partial: true },
    ],
    ["ExitPlanMode", { plan: "p" }, "plan", { text: "p" }],
    ["Agent", { prompt: "p", subagent_type: "s", description: "d" }, "delegate", { goal: "p", role: "s", name: "d" }],
    ["send_input", { target: "a", message: "m" }, "send", { to: "a", text: "m" }],
    ["wait_agent", { targets: ["a"] }, "wait", { targets: ["a"] }],
    ["TaskOutput", { task_id: "a" }, "wait", { targets: ["a"] }],
    ["wait", {}, "wait", {}],
    ["write_stdin", { session_id: 1 }, "stdin", { session: 1 }],
    ["BashOutput", { bash_id: "b" }, "shell-output", { shell: "b" }],
    ["close_agent", { target: "a" }, "kill", { target: "a" }],
    [
      "request_user_input",
      { questions: [{ id: "q", question: "?", options: [{ label: "yes" }, { n: 1 }] }] },
      "ask",
      { questions: [{ id: "q", question: "?", options: ["yes", { n: 1 }] }] },
    ],
    ["Skill", { skill: "s", args: "a" }, "skill", { name: "s", arguments: "a" }],
    ["ToolSearch", { query: "q" }, "tool-search", { query: "q" }],
    ["mcp__a__b__c", "text", "mcp", { server: "a", tool: "b__c", arguments: "text" }],
    ["read_mcp_resource", { uri: "u" }, "mcp", { tool: "read_mcp_resource", arguments: { uri: "u" } }],
  ])("%s with %j is a %s", (name, input, kind, fields) => {
    expect(readCommonTool(name, input)).toEqual({ kind, fields });
  });

  it.each<readonly [string, unknown]>([
    ["Write", { content: "b" }],
    ["Edit", { old_string: "b" }],
    ["NotebookEdit", {}],
    ["TodoWrite", { todos: "all" }],
    ["TaskCreate", {}],
    ["TaskUpdate", { taskId: 1, status: "completed" }],
    ["AskUserQuestion", {}],
    ["Write", "text"],
    ["Write", null],
    ["Write", ["a"]],
    ["unheard-of", {}],
    ["constructor", {}],
    ["__proto__", {}],
  ])("%s with %j is left to who asks", (name, input) => {
    expect(readCommonTool(name, input)).toBeUndefined();
  });
});
