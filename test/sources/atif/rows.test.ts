import { describe, expect, it } from "vitest";
import { rowsOf } from "../records.ts";
import { fixture, only, steps } from "./open.ts";

const call = (id: string | undefined, name = "look", args: unknown = {}) => ({
  tool_call_id: id,
  function_name: name,
  arguments: args,
});
const agent = (more: Readonly<Record<string, unknown>>) => ({ source: "agent", message: "", ...more });

describe("a typical trajectory", () => {
  it("is one root Task", async () => {
    const { task, workspace } = await only(await fixture("typical"));
    expect(task).toMatchObject({
      id: "garden-1",
      rootId: "garden-1",
      title: "Water the tomatoes, then say how wet the soil is.",
      goal: "Water the tomatoes, then say how wet the soil is.",
      agent: "gardener",
      status: { word: "succeeded", certainty: "derived" },
      result: {
        parts: [{ type: "text", text: "The tomatoes are watered; the soil is moist now." }],
        row: { taskId: "garden-1", itemId: "garden-1/6#1" },
      },
      startedAt: "2027-03-09T08:00:00Z",
      endedAt: "2027-03-09T08:00:12Z",
      record: "present",
      attached: true,
      usage: { total_prompt_tokens: 580, total_completion_tokens: 65, total_cached_tokens: 80, total_steps: 6 },
      places: [{ file: "trajectory.json" }],
    });
    expect(workspace.index.diagnostics).toEqual([]);
    expect(workspace.index.files).toEqual([{ path: "trajectory.json", kind: "trajectory", records: 7 }]);
  });

  it("has a row for each thing that a step holds, named by session, step and part", async () => {
    const { rows } = await only(await fixture("typical"));
    expect(rows.map((row) => `${row.label} ${row.itemId} ${row.type} ${row.turnIndex}`)).toEqual([
      "head garden-1/head#1 notice 0",
      "1 garden-1/1#1 message 0",
      "2 garden-1/2#1 message 0",
      "3 garden-1/3#1 message 0",
      "4.1 garden-1/4#1 reasoning 0",
      "4.2 garden-1/4#2 message 0",
      "4.3 garden-1/4#3 tool-call 0",
      "4.4 garden-1/4#4 tool-call 0",
      "4.5 garden-1/4#5 tool-result 0",
      "4.6 garden-1/4#6 tool-result 0",
      "5.1 garden-1/5#1 tool-call 1",
      "5.2 garden-1/5#2 tool-result 1",
      "6 garden-1/6#1 message 2",
    ]);
    expect(new Set(rows.filter((row) => row.label.startsWith("4.")).map((row) => row.record))).toEqual(
      new Set(["trajectory.json:4"]),
    );
  });

  it("gives the recorded bytes of a head, a step, a call and a result", async () => {
    const { rows, workspace } = await only(await fixture("typical"));
    const textAt = async (label: string) => {
      const row = rows.find((one) => one.label === label);
      if (row === undefined) throw new Error("no such row");
      return Buffer.from(await workspace.bytes(row.place)).toString();
    };
    expect(await textAt("4.1")).toMatch(/^\{\s+"step_id": 4,[\s\S]*"reasoning_content"[\s\S]*"tool_calls": $/);
    expect(await textAt("4.2")).toBe('"I look at the beds first."');
    expect(JSON.parse(await textAt("4.4"))).toMatchObject({ tool_call_id: "c2" });
    expect(JSON.parse(await textAt("4.5"))).toMatchObject({ source_call_id: "c2", content: "dry\n" });
    expect(JSON.parse(await textAt("2"))).toMatchObject({ step_id: 2, source: "user" });
    expect(await textAt("head")).toMatch(/^\{\s+"schema_version"[\s\S]*"steps": $/);
    expect(rows.find((row) => row.label === "1")?.place.line).toBe(24);
  });

  it("tells role text from later words of the system, and the user from both", async () => {
    const { rows } = await only(await fixture("typical"));
    expect(rows.slice(1, 4)).toMatchObject([
      { role: "system", input: { kind: "system", sender: { id: "system" } } },
      { role: "user", input: { kind: "context", sender: { id: "user" } } },
      { role: "system", input: { kind: "context", sender: { id: "system" } } },
    ]);
  });

  it("names the step's model, else the trajectory's, and counts tokens on the first row", async () => {
    const { rows } = await only(await fixture("typical"));
    expect(rows.filter((row) => row.model !== undefined).map((row) => row.model)).toEqual([
      ...Array(4).fill("marlin-4.1-mini"),
      "marlin-4.1",
      "marlin-4.1",
    ]);
    expect(rows.filter((row) => row.usage !== undefined).map((row) => [row.label, row.usage])).toEqual([
      ["4.1", { reasoning_tokens: 12, prompt_tokens: 120, completion_tokens: 40, cached_tokens: 80 }],
      ["5.1", { prompt_tokens: 200, completion_tokens: 10 }],
      ["6", { prompt_tokens: 260, completion_tokens: 15 }],
    ]);
    expect(rows.find((row) => row.label === "4.1")?.remarks).toEqual(["the record puts its cost at 0.002 USD"]);
  });

  it("quotes the head", async () => {
    const { rows } = await only(await fixture("typical"));
    expect(rows[0]).toMatchObject({
      code: "trajectory",
      severity: "note",
      quotes: expect.arrayContaining([
        { title: "Agent", text: "gardener 2.1.0" },
        { title: "Tools", text: "bash_command, water" },
        { title: "Notes", text: "Recorded in the greenhouse." },
        { title: "Agent, further facts", text: '{"season":"spring"}' },
      ]),
    });
  });
});

describe("results", () => {
  it("answer the call that they name, in whatever order", async () => {
    const { rows } = await only(await fixture("typical"));
    expect(rows.flatMap((row) => (row.type === "tool-result" ? [row.toolCallId] : []))).toEqual(["c2", "c1", "c3"]);
  });

  it("that name no call answer the calls that no result names, by place, and say so", async () => {
    const { rows } = await steps([
      agent({
        tool_calls: [call("a"), call("b"), call("c")],
        observation: { results: [{ content: "1" }, { source_call_id: "a", content: "2" }, { content: "3" }] },
      }),
    ]);
    const results = rows.filter((row) => row.type === "tool-result");
    expect(results.map((row) => row.toolCallId)).toEqual(["b", "a", "c"]);
    expect(results.map((row) => row.remarks)).toEqual([
      [expect.stringContaining("place")],
      undefined,
      [expect.stringContaining("place")],
    ]);
  });

  it("beyond the calls, or of a step without calls, are what came back from the environment", async () => {
    const { rows } = await steps([
      agent({ message: "a", observation: { results: [{ content: "terminal" }, { content: null }, {}] } }),
      agent({ tool_calls: [call("a")], observation: { results: [{ content: "1" }, { content: "2" }] } }),
    ]);
    expect(rows.map((row) => row.type)).toEqual(["message", "message", "tool-call", "tool-result", "message"]);
    expect(rows[1]).toMatchObject({
      role: "user",
      parts: [{ text: "terminal" }],
      input: { kind: "artifact", sender: { id: "environment" } },
      turnIndex: 0,
    });
    expect(rows[4]).toMatchObject({ role: "user", parts: [{ text: "2" }], turnIndex: 1 });
  });

  it("may name a call of another step, or none that is there", async () => {
    const { rows } = await steps([
      agent({ tool_calls: [call("a")] }),
      {
        source: "system",
        message: "later",
        observation: {
          results: [
            { source_call_id: "a", content: "1" },
            { source_call_id: "z", content: "2" },
          ],
        },
      },
    ]);
    expect(rows.flatMap((row) => (row.type === "tool-result" ? [row.toolCallId] : []))).toEqual(["a", "z"]);
  });

  it("of calls without an id share the name that the call is given", async () => {
    const { rows } = await steps([
      agent({
        tool_calls: [call(undefined), call(undefined)],
        observation: { results: [{ content: "1" }, { content: "2" }] },
      }),
    ]);
    expect(rows.flatMap((row) => ("toolCallId" in row ? [row.toolCallId] : []))).toEqual(["1.1", "1.2", "1.1", "1.2"]);
  });
});

describe("content", () => {
  it("can be pieces, of which images are only pointed at and unknown ones kept", async () => {
    const { rows } = await only(await fixture("parts"));
    expect(rows[1]).toMatchObject({
      parts: [
        { type: "text", text: "What is on this picture?" },
        { type: "link", what: "image", url: "images/sky.png" },
        { type: "json", value: { type: "sound", x: 1 } },
      ],
    });
    expect(rows.find((row) => row.type === "tool-result")).toMatchObject({
      output: [
        { type: "link", what: "image", url: "images/zoom.jpg" },
        { type: "text", text: "zoomed" },
      ],
    });
  });

  it("that is missing or of the wrong kind is no reason to lose a step", async () => {
    const { rows } = await steps([
      { source: "user" },
      { source: "user", message: null },
      { source: "user", message: 7 },
      { source: "user", message: { a: 1 } },
      agent({}),
      agent({ message: undefined, reasoning_content: "why" }),
    ]);
    expect(rows.map((row) => (row.type === "message" ? row.parts : row.type))).toEqual([
      [],
      [],
      [{ type: "json", value: 7 }],
      [{ type: "json", value: { a: 1 } }],
      [],
      "reasoning",
    ]);
    expect(rows[4]?.remarks).toEqual(["the record holds a step without any content"]);
  });

  it("of fields that are not as they should be is passed over, one by one", async () => {
    const { rows } = await steps([
      agent({
        step_id: [],
        timestamp: 5,
        model_name: {},
        tool_calls: "none",
        observation: [],
        metrics: "many",
        is_copied_context: "yes",
        extra: 1,
        message: "said",
      }),
      agent({
        message: "counted",
        metrics: { prompt_tokens: -1, completion_tokens: 1.5, cached_tokens: "3", cost_usd: "4", good: 2 },
      }),
    ]);
    expect(rows).toMatchObject([
      { label: "1", parts: [{ text: "said" }] },
      { label: "2", usage: { good: 2 } },
    ]);
    expect(rows[0]).not.toHaveProperty("usage");
    expect(rows[0]).not.toHaveProperty("createdAt");
    expect(rows[1]?.remarks).toBeUndefined();
  });

  it("reads arguments that are JSON in a text, and keeps others as they are", async () => {
    const { rows } = await steps([
      agent({
        tool_calls: [
          call("a", "x", '{"b":1}'),
          call("b", "x", "{torn"),
          { tool_call_id: "c", function_name: "x" },
          call("d", "x", [1]),
          "loose",
        ],
      }),
    ]);
    expect(rows.map((row) => (row.type === "tool-call" ? row.input : ""))).toEqual([
      { b: 1 },
      "{torn",
      undefined,
      [1],
      "loose",
    ]);
  });
});

describe("steps", () => {
  it("keep their own numbers, and a number that comes again gets another name", async () => {
    const { rows } = await steps([
      { step_id: 7, source: "user", message: "a" },
      { step_id: 7, source: "user", message: "b" },
      { step_id: "x", source: "user", message: "c" },
      { source: "user", message: "d" },
    ]);
    expect(rows.map((row) => `${row.label} ${row.itemId}`)).toEqual(["7 s/7#1", "7 s/7~2#1", "x s/x#1", "4 s/4#1"]);
  });

  it("of a source that the format does not have are shown, and told", async () => {
    const { rows, workspace } = await steps([{ source: "ghost", message: "boo" }, { message: "whose?" }]);
    expect(rows).toMatchObject([
      { role: "system", parts: [{ text: "boo" }], remarks: [expect.stringContaining("no source")] },
      { role: "system" },
    ]);
    expect(workspace.index.diagnostics.map(({ code }) => code)).toEqual(["unknown-source", "unknown-source"]);
  });

  it("that summarise the context are compactions, by mark or by words and references", async () => {
    const refs = { results: [{ subagent_trajectory_ref: [{ session_id: "h" }] }] };
    const words = "Performed context summarization and handoff to continue task.";
    const { rows } = await steps([
      { source: "system", message: words, observation: refs },
      { source: "system", message: "Shortened.", extra: { context_management: { type: "compaction" } } },
      { source: "system", message: words },
      { source: "agent", message: words, extra: { context_management: { type: "compaction" } } },
    ]);
    expect(rows.map((row) => row.type)).toEqual(["compaction", "compaction", "message", "message"]);
    expect(rows[0]).toMatchObject({
      summaries: [{ text: words, record: "trajectory.json:1", place: { file: "trajectory.json" } }],
    });
  });
});

describe("status", () => {
  const wordOf = async (...list: readonly unknown[]) => (await steps(list)).task.status.word;

  it("is concluded from an answer at the very end, and from nothing else", async () => {
    expect(await wordOf(agent({ message: "done" }))).toBe("succeeded");
    expect(await wordOf(agent({ message: "done" }), { source: "user", message: "and?" })).toBe("unknown");
    expect(await wordOf(agent({ message: "a", tool_calls: [call("a")] }))).toBe("unknown");
    expect(await wordOf(agent({ message: "a", observation: { results: [{ content: "terminal" }] } }))).toBe("unknown");
    expect(await wordOf(agent({ message: " " }))).toBe("unknown");
    expect(await wordOf()).toBe("unknown");
  });
});

it("reads a document in a file named as lines", async () => {
  const workspace = await fixture("one-line");
  expect(await rowsOf(workspace, "line-1")).toHaveLength(3);
});
