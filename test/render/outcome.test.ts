import { describe, expect, it } from "vitest";
import type { NoResult, Part, ToolCallRow, ToolItem, ToolResultRow } from "../../src/projection/index.ts";
import { cardFor } from "../../src/render/cards/index.ts";
import { countLines, outcomeOf } from "../../src/render/outcome.ts";

const row = { sequence: 1, turnIndex: 0, label: "001", record: "r", place: { file: "f" }, toolCallId: "c" };

function call(kind: string, fields: Record<string, unknown>): ToolCallRow {
  return { ...row, type: "tool-call", itemId: "call", name: "tool", kind, input: fields, fields };
}

function result(facts: Partial<ToolResultRow> = {}): ToolResultRow {
  return { ...row, type: "tool-result", itemId: "result", output: [], isError: false, ...facts };
}

function item(parts: Partial<ToolItem>): ToolItem {
  return { type: "tool", failed: false, delegations: [], raw: {}, ...parts };
}

const words = (text: string): Part[] => [{ type: "text", text }];
const shell = call("shell", { command: "ls" });

describe("the outcome of a call", () => {
  it("is its exit code where one is recorded", () => {
    expect(outcomeOf(item({ call: shell, result: result({ exitCode: 0 }) }))).toEqual({
      words: "exit 0",
      tone: "good",
    });
    expect(outcomeOf(item({ call: shell, result: result({ exitCode: 1 }), failed: true }))).toEqual({
      words: "failed, exit 1",
      tone: "bad",
    });
    expect(outcomeOf(item({ call: shell, result: result({ exitCode: 0, isError: true }), failed: true })).tone).toBe(
      "bad",
    );
  });

  it("is an error where the record says so and no more", () => {
    expect(outcomeOf(item({ call: shell, result: result({ isError: true }), failed: true })).words).toBe("error");
    expect(outcomeOf(item({ call: shell, result: result(), failed: true })).words).toBe("failed in part");
  });

  it("is what came back where nothing says how it went", () => {
    const came = (output: Part[]) => outcomeOf(item({ call: shell, result: result({ output }) }));
    expect(came([])).toEqual({ words: "no output", tone: "quiet" });
    expect(came(words("a\nb\n")).words).toBe("2 lines");
    expect(came([...words("a"), { type: "image", mediaType: "image/png", data: "" }]).words).toBe("1 line, 1 image");
    expect(came([{ type: "json", value: 1 }]).words).toBe("1 part");
    expect(outcomeOf(item({ call: shell, result: result({ streams: { stdout: "", stderr: "a\n" } }) })).words).toBe(
      "1 line",
    );
  });

  it("has its own words for each way of having no result", () => {
    const reasons: NoResult[] = [
      "running at copy time",
      "task ended first",
      "interrupted",
      "in a gap",
      "provider side",
    ];
    const said = reasons.map((noResult) => outcomeOf(item({ call: shell, noResult })).words);
    expect(new Set(said).size).toBe(reasons.length);
    for (const one of said) expect(one).toMatch(/^no result recorded: /);
  });

  it("says of a result alone that its call is not in this record", () => {
    expect(outcomeOf(item({ result: result() })).words).toBe("result only: its call is not in this record");
    expect(outcomeOf(item({ result: result({ exitCode: 2 }), failed: true }))).toEqual({
      words: "failed, exit 2 · result only: its call is not in this record",
      tone: "bad",
    });
  });
});

describe("countLines", () => {
  it("counts what a reader would call lines", () => {
    expect(["", "a", "a\n", "a\nb", "\n", "\n\n"].map(countLines)).toEqual([0, 1, 1, 2, 1, 2]);
  });
});

describe("cardFor", () => {
  const kinds: readonly (readonly [kind: string, fields: Record<string, unknown>, title: string])[] = [
    ["shell", { command: "ls" }, "Shell"],
    ["read", { path: "a.ts" }, "Read"],
    ["patch", { patch: "+a" }, "Patch"],
    ["delegate", { goal: "g" }, "Delegate"],
    ["send", { to: "t", text: "x" }, "Message"],
    ["batch", { invocations: [] }, "Batch"],
    ["skill", { name: "n" }, "Skill"],
    ["cd", { path: "p" }, "Change folder"],
    ["summary", { text: "s" }, "Write summary"],
    ["mark-deletion", { files: ["a"] }, "Mark for deletion"],
  ];

  it.each(kinds)("draws %s", (kind, fields, title) => {
    expect(cardFor(item({ call: call(kind, fields), result: result() })).kind).toBe(title);
  });

  it.each(kinds)("gives %s the card of an unknown tool where a field is missing or ill-formed", (kind, fields) => {
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...missing } = fields;
      for (const bad of [
        missing,
        { ...fields, [name]: null },
        { ...fields, [name]: { a: 1 } },
        { ...fields, [name]: 7 },
      ]) {
        expect(cardFor(item({ call: call(kind, bad), result: result() })).kind).toBe("tool");
      }
    }
  });

  it.each(kinds)("draws %s with an empty field", (kind, fields, title) => {
    const empty = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? [] : ""]),
    );
    expect(cardFor(item({ call: call(kind, empty), result: result() })).kind).toBe(title);
  });

  it("leaves out an optional field that is ill-formed", () => {
    const about = (fields: Record<string, unknown>) =>
      cardFor(item({ call: call("read", { path: "a", ...fields }) })).about;
    expect(about({ from: 3, to: 9 })).toBe("a · lines 3–9");
    expect(about({ from: "3" })).toBe("a · from line 3");
    expect(about({ to: 9 })).toBe("a · up to line 9");
    for (const bad of [-1, 1.5, "x", null, {}, Number.NaN]) expect(about({ from: bad, to: bad })).toBe("a");
    const shown = cardFor(item({ call: call("shell", { command: "ls", cwd: 3, description: [] }) })).blocks;
    expect(shown).toEqual([]);
  });

  it("never throws, whatever the input", () => {
    for (const input of [undefined, null, "", "x", 1, [], [1], {}, { a: undefined }]) {
      const odd = { ...call("shell", {}), input };
      expect(cardFor(item({ call: odd })).kind).toBe("tool");
    }
    expect(cardFor(item({ result: result() })).kind).toBe("Result");
    expect(cardFor(item({ call: { ...call("x", {}), name: "" } })).kind).toBe("Tool without a name");
    expect(cardFor(item({ call: call("constructor", {}) })).kind).toBe("tool");
  });

  it("shows what a patch did only where it is known to have been applied", () => {
    const patch = call("patch", { patch: "*** Update File: a\n-x\n+y\n+z\n" });
    expect(cardFor(item({ call: patch, result: result() })).outcome?.words).toBe("+2 −1");
    expect(cardFor(item({ call: patch, result: result({ isError: true }), failed: true })).outcome).toBeUndefined();
    expect(cardFor(item({ call: patch, noResult: "interrupted" })).outcome).toBeUndefined();
  });
});
