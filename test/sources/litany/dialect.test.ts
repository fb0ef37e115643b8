import { describe, expect, it } from "vitest";
import { invocationsOf, readTool } from "../../../src/sources/litany/dialect.ts";

describe("tool names", () => {
  it.each([
    ["bash", { command: "ls" }, "shell", { command: "ls" }],
    ["Bash", { command: "ls", description: "List" }, "shell", { command: "ls", description: "List" }],
    ["exec_command", { cmd: "ls", workdir: "/w", yield_time_ms: 9 }, "shell", { command: "ls", cwd: "/w" }],
    ["shell", { command: ["bash", "-lc", "ls | wc"] }, "shell", { command: "ls | wc" }],
    ["shell", { command: ["git", "log"] }, "shell", { command: "git log" }],
    ["read_file", { path: "a.ts" }, "read", { path: "a.ts" }],
    ["read_file", { path: "a.ts", offset: 10, limit: 5 }, "read", { path: "a.ts", from: 10, to: 14 }],
    ["read_file", { path: "a.ts", limit: 5 }, "read", { path: "a.ts", to: 5 }],
    ["Read", { file_path: "a.ts", offset: 10 }, "read", { path: "a.ts", from: 10, numbered: true }],
    ["apply_patch", { input: "*** Begin Patch" }, "patch", { patch: "*** Begin Patch" }],
    [
      "dispatch",
      { role: "worker", goal: "g", name: "QuietHarbor" },
      "delegate",
      { goal: "g", role: "worker", name: "QuietHarbor" },
    ],
    ["dispatch", { goal: "g" }, "delegate", { goal: "g" }],
    ["message", { agent: "x", content: "hi" }, "send", { to: "x", text: "hi" }],
    ["load_skill", { name: "review" }, "skill", { name: "review" }],
    ["cd", { path: "/w" }, "cd", { path: "/w" }],
    ["write_summary", { content: "s" }, "summary", { text: "s" }],
    ["mark_for_deletion", { path: "messages/002-tool.json" }, "mark-deletion", { files: ["messages/002-tool.json"] }],
    ["mark_for_deletion", { files: ["a", "b"] }, "mark-deletion", { files: ["a", "b"] }],
    [
      "Edit",
      { file_path: "a", old_string: "b", new_string: "c" },
      "edit",
      { path: "a", edits: [{ old: "b", new: "c" }] },
    ],
    ["write_stdin", { session_id: 4, chars: "" }, "stdin", { session: 4, text: "" }],
    ["hasOwnProperty", { a: 1 }, "hasOwnProperty", { a: 1 }],
  ])("%s with %j is a %s", (name, input, kind, fields) => {
    expect(readTool(name, input)).toEqual({ kind, fields });
  });

  it.each([
    ["bash", { command: 7 }],
    ["exec_command", { session: 1 }],
    ["Read", { path: ["a"] }],
    ["apply_patch", { patch: { a: 1 } }],
    ["multi_tool", { invocations: "all" }],
  ])("%s keeps its own name and fields where the input %j is not of its shape", (name, input) => {
    expect(readTool(name, input)).toEqual({ kind: name, fields: input });
  });

  it.each([undefined, null, "ls", 7, ["ls"]])("a tool whose input is %j has no fields", (input) => {
    expect(readTool("bash", input)).toEqual({ kind: "shell", fields: {} });
    expect(readTool("other", input)).toEqual({ kind: "other", fields: {} });
  });

  it("of a batch's calls are read too, and what is no call keeps its place", () => {
    const input = {
      invocations: [
        { name: "bash", input: { command: "ls" } },
        "odd",
        { name: "multi_tool", input: { invocations: [] } },
        { name: "cd" },
      ],
    };
    const { kind, fields } = readTool("multi_tool", input);
    expect(kind).toBe("batch");
    expect(invocationsOf(fields)).toEqual([
      { name: "bash", input: { command: "ls" }, kind: "shell", fields: { command: "ls" } },
      { name: "", input: "odd", kind: "", fields: {} },
      { name: "multi_tool", input: { invocations: [] }, kind: "multi_tool", fields: {} },
      { name: "cd", input: undefined, kind: "cd", fields: {} },
    ]);
  });
});
