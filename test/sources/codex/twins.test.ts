import { describe, expect, it } from "vitest";
import { body, event, fixture, item, only, says, session } from "./open.ts";

const words = async (lines: readonly unknown[]) => {
  const { rows } = await session(lines);
  return body(rows).map((row) =>
    row.type === "message" ? row.parts.map((part) => ("text" in part ? part.text : "")).join("") : row.type,
  );
};

describe("text that is recorded for the model and for the interface", () => {
  it("is shown once, whichever record comes first", async () => {
    expect(await words([says("user", "a"), event("user_message", { message: "a" })])).toEqual(["a"]);
    expect(await words([event("user_message", { message: "a" }), says("user", "a")])).toEqual(["a"]);
    expect(await words([event("agent_message", { message: "b" }), says("assistant", "b")])).toEqual(["b"]);
    expect(await words([says("assistant", "b"), event("agent_message", { message: "b" })])).toEqual(["b"]);
  });

  it("is shown twice where it was said twice", async () => {
    const once = [says("user", "go on"), event("user_message", { message: "go on" })];
    expect(await words([...once, says("assistant", "yes"), ...once])).toEqual(["go on", "yes", "go on"]);
  });

  it("pairs events that all stand before their items", async () => {
    const events = ["one", "two", "one"].map((message) => event("agent_message", { message }));
    expect(
      await words([...events, says("assistant", "one"), says("assistant", "two"), says("assistant", "one")]),
    ).toEqual(["one", "two", "one"]);
  });

  it("knows an event that shows one piece of an answer", async () => {
    const lines = [
      event("agent_message", { message: "first" }),
      event("agent_message", { message: "second" }),
      says("assistant", "first", "second"),
    ];
    expect(await words(lines)).toEqual(["firstsecond"]);
  });

  it("knows a prompt around which an editor put its own context", async () => {
    const whole = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nmend it\n";
    expect(await words([says("user", whole), event("user_message", { message: "mend it" })])).toEqual([whole]);
    expect(await words([event("user_message", { message: "mend it" }), says("user", whole)])).toEqual([whole]);
  });

  it("is not taken for a twin of what Codex itself put in", async () => {
    const given = "<environment_context>\n  mend it";
    expect(await words([says("user", given), event("user_message", { message: "mend it" })])).toEqual([
      given,
      "mend it",
    ]);
  });

  it("keeps what only the interface was shown, and says so", async () => {
    const { task, rows } = await only(await fixture("shown-only"));
    expect(task).toMatchObject({ title: "Count the stars", goal: "## My request for Codex:\nCount the stars\n" });
    const [prompt, reasoning, answer, last] = body(rows);
    expect(prompt).toMatchObject({
      role: "user",
      parts: [
        { type: "text" },
        { type: "image", mediaType: "image/png" },
        { type: "link", what: "image", url: "/home/dev/sky.png" },
      ],
      remarks: [expect.stringContaining("interface")],
    });
    expect(reasoning).toMatchObject({
      type: "reasoning",
      text: "There are many.",
      remarks: [expect.stringContaining("interface")],
    });
    expect(answer).toMatchObject({ role: "assistant", parts: [{ text: "I began to count." }] });
    expect(last).toMatchObject({
      role: "assistant",
      parts: [{ text: "There are 4,548." }],
      remarks: [expect.stringContaining("last words")],
    });
    expect(task.result).toMatchObject({ parts: [{ text: "There are 4,548." }], row: { itemId: last?.itemId } });
  });

  it("drops no piece of reasoning that the interface alone was shown", async () => {
    const lines = [
      event("agent_reasoning", { text: "one" }),
      event("agent_reasoning", { text: "two" }),
      event("agent_reasoning_raw_content", { text: "three" }),
      item("reasoning", {
        summary: [
          { type: "summary_text", text: "one" },
          { type: "summary_text", text: "three" },
        ],
      }),
    ];
    const { rows } = await session(lines);
    expect(body(rows).map((row) => (row.type === "reasoning" ? row.text : row.type))).toEqual(["two", "one\n\nthree"]);
  });

  it("keeps an image that only the event of a prompt holds, with its text", async () => {
    const url = "data:image/png;base64,AAAA";
    const { rows } = await session([event("user_message", { message: "look", images: [url, 7] })]);
    expect(body(rows)[0]).toMatchObject({
      parts: [{ text: "look" }, { type: "image", data: "AAAA" }, { type: "json", value: 7 }],
    });
  });
});
