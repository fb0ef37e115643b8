import { describe, expect, it } from "vitest";
import { attempt, CHILD, call, type LitanySpec, mail, ROOT, reply, result, text } from "../../support/litany.ts";
import { openSpec } from "./open.ts";

const at = (minute: number) => `2027-01-01T09:${String(minute).padStart(2, "0")}:00Z`;
const step = (minute: number, said: string) => ({
  response: attempt({ text: said, finish: "stop" }),
  meta: { started_at: at(minute), ended_at: at(minute + 1) },
});
const deposit = (minute: number, epitaph: string, body = "") => mail({ from: CHILD, at: at(minute), epitaph }, body);

async function taskFor(spec: LitanySpec, id = CHILD) {
  const task = (await openSpec(spec)).index.tasks.find((found) => found.id === id);
  if (task === undefined) throw new Error("the Task is not in the index");
  return task;
}

describe("a status from a deposit", () => {
  it.each([
    ["final-response", "succeeded", undefined],
    ["stopped", "canceled", "stopped"],
    ["budget-exhausted", "failed", "budget-exhausted"],
    ["died", "failed", "died"],
    ["evaporated", "unknown", "evaporated"],
  ])("%s is %s, and recorded", async (epitaph, word, reason) => {
    const { status } = await taskFor({
      agents: { [ROOT]: { messages: { [`001-${CHILD}.md`]: deposit(5, epitaph) } }, [CHILD]: { goal: "g" } },
    });
    expect(status).toMatchObject({ word, certainty: "recorded" });
    expect(status.reason).toBe(reason);
  });

  it("is that of the newest, where a later one contradicts it", async () => {
    const messages = {
      [`001-${CHILD}.md`]: deposit(5, "died"),
      [`002-${CHILD}.md`]: deposit(6, "final-response", "fine"),
    };
    const task = await taskFor({ agents: { [ROOT]: { messages }, [CHILD]: { goal: "g" } } });
    expect(task.status.word).toBe("succeeded");
    expect(task.result).toEqual({ parts: [text("fine")], row: { taskId: ROOT, itemId: `002-${CHILD}.md#1` } });
  });

  it.each([
    [
      "a message delivered",
      { messages: { [`003-${ROOT}.md`]: mail({ from: ROOT, at: at(8) }, "more") }, steps: {} },
      "queued",
    ],
    ["a step begun", { messages: { "003-m.json": [text("more")] }, steps: { "002": step(8, "more") } }, "succeeded"],
  ])("is superseded by %s after it", async (_, { messages, steps }, word) => {
    const { status } = await taskFor({
      agents: {
        [ROOT]: { messages: { [`001-${CHILD}.md`]: deposit(5, "stopped") } },
        [CHILD]: { messages: { "001-user.md": "a", "002-m.json": [text("x")], ...messages } },
      },
      steps: { [CHILD]: steps },
    });
    expect(status).toMatchObject({ word, certainty: "derived" });
  });

  it("is not superseded by the step that led to it, although steps are stamped more finely", async () => {
    const last = {
      ...step(5, "x"),
      meta: { started_at: "2027-01-01T09:05:00.700Z", ended_at: "2027-01-01T09:05:00.900Z" },
    };
    const { status } = await taskFor({
      agents: {
        [ROOT]: { messages: { [`001-${CHILD}.md`]: deposit(5, "final-response") } },
        [CHILD]: { messages: { "001-m.json": [text("x")] } },
      },
      steps: { [CHILD]: { "001": last } },
    });
    expect(status.certainty).toBe("recorded");
  });

  it("holds where its time is missing or unreadable", async () => {
    for (const stamp of [undefined, "just now"]) {
      const messages = {
        [`001-${CHILD}.md`]: mail(
          { from: CHILD, epitaph: "stopped", ...(stamp === undefined ? {} : { at: stamp }) },
          "",
        ),
      };
      const { status } = await taskFor({
        agents: { [ROOT]: { messages }, [CHILD]: { messages: { "001-m.json": [text("x")] } } },
        steps: { [CHILD]: { "001": step(9, "x") } },
      });
      expect(status).toMatchObject({ word: "canceled", certainty: "recorded" });
    }
  });

  it("is all that is known of an agent that is only mentioned", async () => {
    const task = await taskFor({ agents: { [ROOT]: { messages: { [`001-${CHILD}.md`]: deposit(5, "died") } } } });
    expect(task).toMatchObject({
      record: "absent",
      status: { word: "failed", certainty: "recorded" },
      result: { parts: [] },
    });
  });
});

describe("a status from an agent's own record", () => {
  const answered = { "001-user.md": mail({ from: "user", at: at(0) }, "a"), "002-m.json": reply([text("Done.")]) };
  const called = { ...answered, "002-m.json": reply([call("c", "bash", {})]) };

  it.each([
    ["nothing at all", {}, "unknown", "derived"],
    ["a goal alone", { goal: "g" }, "queued", "derived"],
    ["a message that nobody answered", { messages: { "001-user.md": "a" } }, "queued", "derived"],
    ["an answer", { messages: answered }, "succeeded", "derived"],
    ["an unanswered call", { messages: called }, "running", "guess"],
    [
      "a result without a reply to it",
      { messages: { ...called, "003-tool.json": result("c", "x") } },
      "running",
      "guess",
    ],
    ["an entry that cannot be read", { messages: { ...answered, "003-m.json": "{torn" } }, "unknown", "derived"],
  ])("with %s", async (_, agent, word, certainty) => {
    const { status } = await taskFor({ agents: { [ROOT]: agent } }, ROOT);
    expect([status.word, status.certainty]).toEqual([word, certainty]);
    expect(status.basis).not.toBe("");
  });

  it("is queued while mail waits, begun or not", async () => {
    const inbox = { [ROOT]: { "user-001.md": mail({ from: "user" }, "more") } };
    expect((await taskFor({ agents: { [ROOT]: { messages: answered } }, inbox }, ROOT)).status).toMatchObject({
      word: "queued",
    });
    expect((await taskFor({ inbox }, ROOT)).status).toMatchObject({
      word: "queued",
      basis: "mail waits for it and it has not begun",
    });
  });

  it("is unknown where steps are all that is left and the newest came to an end", async () => {
    const task = await taskFor({ steps: { [ROOT]: { "001": step(1, "x") } } }, ROOT);
    expect(task.status).toMatchObject({ word: "unknown" });
  });

  it("is a failure where an interrupted call and a mail were followed by an error", async () => {
    const messages = { ...called, "003-user.md": mail({ from: "user", at: at(1) }, "and?") };
    const error = { response: attempt({ error: { kind: { provider: { status: 400 } }, message: "unpaired" } }) };
    const task = await taskFor({ agents: { [ROOT]: { messages } }, steps: { [ROOT]: { "002": error } } }, ROOT);
    expect(task.status).toMatchObject({ word: "failed", reason: "unpaired" });
  });

  it("has the last answer as result, with its row", async () => {
    const messages = { ...answered, "002-m.json": reply([text("First."), text("Done.")]) };
    expect((await taskFor({ agents: { [ROOT]: { messages } } }, ROOT)).result).toEqual({
      parts: [text("First."), text("Done.")],
      row: { taskId: ROOT, itemId: "002-m.json#2" },
    });
  });

  it("has no result while the last turn has not answered", async () => {
    expect((await taskFor({ agents: { [ROOT]: { messages: called } } }, ROOT)).result).toBeUndefined();
  });

  it("has times from steps, tools and deposits, and an end only where it is over", async () => {
    const tool = { c: { output: { started_at: at(5), ended_at: at(7) } } };
    const spec: LitanySpec = {
      agents: { [ROOT]: { messages: answered } },
      steps: { [ROOT]: { "001": { ...step(3, "Done."), tools: tool } } },
    };
    expect(await taskFor(spec, ROOT)).toMatchObject({
      createdAt: "2027-01-01T09:00:00Z",
      startedAt: at(3),
      endedAt: at(7),
    });
    const running = await taskFor({ ...spec, agents: { [ROOT]: { messages: called } } }, ROOT);
    expect(running.startedAt).toBe(at(3));
    expect(running.endedAt).toBeUndefined();
  });

  it("never says anything of a parent or a child", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          messages: { ...answered, [`003-${CHILD}.md`]: deposit(5, "died"), "004-m.json": reply([text("So be it.")]) },
        },
        [CHILD]: { messages: { "001-m.json": [text("x")] } },
      },
    });
    expect(workspace.index.tasks.map((task) => task.status.word)).toEqual(["succeeded", "failed"]);
  });
});
