import { describe, expect, it } from "vitest";
import { body, call, context, event, fixture, item, only, output, says, session, tokens } from "./open.ts";

const turn = (turn_id: string) => event("task_started", { turn_id });
const done = (last_agent_message?: string) => event("task_complete", { last_agent_message });

async function turnsOf(lines: readonly unknown[]) {
  const { rows } = await session(lines);
  return body(rows).map((row) => `${row.label} ${row.turnIndex}`);
}

describe("turns", () => {
  it("are one reply with the inputs before it and the results of its calls", async () => {
    const lines = [
      says("user", "a"),
      item("reasoning", {}),
      call("1", "x", {}),
      call("2", "x", {}),
      output("1", "r"),
      output("2", "r"),
      says("assistant", "b"),
      says("user", "c"),
    ];
    expect(await turnsOf(lines)).toEqual(["L2 0", "L3 0", "L4 0", "L5 0", "L6 0", "L7 0", "L8 1", "L9 2"]);
  });

  it("end where tokens are counted anew, though nothing stands between two replies", async () => {
    expect(await turnsOf([says("assistant", "a"), tokens([9, 1], [9, 1]), says("assistant", "b")])).toEqual([
      "L2 0",
      "L4 1",
    ]);
    expect(await turnsOf([says("assistant", "a"), says("assistant", "b")])).toEqual(["L2 0", "L3 0"]);
  });

  it("begin with the settings that were made for them", async () => {
    expect(await turnsOf([says("assistant", "a"), context({ effort: "high" }), says("user", "b")])).toEqual([
      "L2 0",
      "L3 1",
      "L4 1",
    ]);
  });
});

describe("tokens", () => {
  it("are those of the newest reply, not the sum that each count tells, and a repeated count adds nothing", async () => {
    const { task, rows, workspace } = await session([
      says("user", "a"),
      item("reasoning", {}),
      says("assistant", "b"),
      tokens([100, 10], [100, 10]),
      tokens([100, 10], [100, 10]),
      says("user", "c"),
      says("assistant", "d"),
      tokens([250, 30], [150, 20]),
    ]);
    expect(rows.filter((row) => row.usage).map((row) => [row.label, row.usage])).toEqual([
      ["L3", { input_tokens: 100, output_tokens: 10 }],
      ["L8", { input_tokens: 150, output_tokens: 20 }],
    ]);
    expect(task.usage).toEqual({ input_tokens: 250, output_tokens: 30 });
    const notes = workspace.index.notes.map(({ record, disposition }) => [record, disposition]);
    const [, , , , fifth, sixth] = ["", "", "", "", "rollout.jsonl:5", "rollout.jsonl:6"];
    expect(notes).toEqual([
      [fifth, { type: "joined", to: { taskId: "s-1", itemId: "rollout.jsonl:3#1" } }],
      [sixth, { type: "repeated", of: "rollout.jsonl:5" }],
      ["rollout.jsonl:9", { type: "joined", to: { taskId: "s-1", itemId: "rollout.jsonl:8#1" } }],
    ]);
  });

  it("belong to the Task where no reply is there to have them", async () => {
    const { task, rows, workspace } = await session([says("user", "a"), tokens([70, 7], [70, 7])]);
    expect(rows.filter((row) => row.usage)).toEqual([]);
    expect(task.usage).toEqual({ input_tokens: 70, output_tokens: 7 });
    expect(workspace.index.notes).toMatchObject([{ disposition: { type: "joined", to: "s-1" } }]);
  });

  it("are not there where a count holds none, or nothing that counts", async () => {
    const { task, workspace } = await session([
      says("assistant", "a"),
      event("token_count", { info: null, rate_limits: {} }),
      event("token_count", { info: { total_token_usage: { input_tokens: -1, output_tokens: "many" } } }),
      event("token_count", {}),
    ]);
    expect(task.usage).toBeUndefined();
    expect(workspace.index.notes.map((note) => note.disposition)).toEqual(
      Array(3).fill({ type: "no row", kind: "rate limits" }),
    );
  });
});

describe("the course of a session", () => {
  it("tells guidance in a running turn from the prompt that opened it", async () => {
    const { rows } = await only(await fixture("turns"));
    const typed = rows.filter((row) => row.type === "message" && row.role === "user");
    expect(typed.map((row) => (row.type === "message" ? row.input?.kind : ""))).toEqual([
      "context",
      "guidance",
      "context",
      "context",
    ]);
  });

  it("says where a turn was broken off and why", async () => {
    const { rows } = await only(await fixture("turns"));
    expect(rows.find((row) => row.type === "notice" && row.code === "turn-aborted")).toMatchObject({
      severity: "warning",
      quotes: [{ title: "Reason", text: "interrupted" }],
    });
    for (const reason of ["replaced", "review_ended", "future", undefined]) {
      const one = await session([event("turn_aborted", { reason })]);
      expect(body(one.rows)).toMatchObject([
        { code: "turn-aborted", says: expect.stringContaining("turn was broken off") },
      ]);
    }
  });

  it("marks what was taken back from the model, and keeps it", async () => {
    const { rows } = await only(await fixture("turns"));
    expect(rows.filter((row) => row.cleared).map((row) => row.label)).toEqual(["L25", "L28"]);
    expect(rows.find((row) => row.label === "L30")).toMatchObject({ type: "notice", code: "turns-taken-back" });
  });

  it("takes nothing back twice, and no more than there is", async () => {
    const ask = (text: string) => [says("user", text), says("assistant", `${text}!`)];
    const lines = [
      ...ask("a"),
      ...ask("b"),
      event("thread_rolled_back", { num_turns: 1 }),
      ...ask("c"),
      event("thread_rolled_back", { num_turns: 9 }),
      ...ask("d"),
      event("thread_rolled_back", {}),
    ];
    const { rows } = await session(lines);
    expect(rows.filter((row) => row.cleared).map((row) => row.label)).toEqual([
      "L2",
      "L3",
      "L4",
      "L5",
      "L6",
      "L7",
      "L8",
    ]);
  });

  it("joins the end of a process that ran on to the result that saw it, else shows it by itself", async () => {
    const { rows, workspace } = await only(await fixture("turns"));
    const joined = workspace.index.notes.find(({ record }) => record.endsWith(":11"));
    expect(joined?.disposition).toMatchObject({ type: "joined", to: { itemId: "rollout-turns.jsonl:12#1" } });
    expect(rows.find((row) => row.label === "L8")).not.toHaveProperty("exitCode");
    expect(rows.find((row) => row.label === "L9")).toMatchObject({
      kind: "stdin",
      fields: { session: 77, text: "", command: "make ship" },
    });
    expect(rows.find((row) => row.label === "L12")).toMatchObject({
      exitCode: 2,
      streams: { stdout: "glue is dry\n" },
    });
    expect(rows.find((row) => row.label === "L16")).toMatchObject({
      code: "command-ended",
      severity: "warning",
      says: expect.stringContaining("exit code 1"),
      quotes: [
        { title: "Command", text: "make flag" },
        { title: "Output", text: "no cloth\n" },
      ],
    });
  });

  it("shows a command that the person ran", async () => {
    const { rows } = await session([
      event("exec_command_end", {
        call_id: "u",
        source: "user_shell",
        command: ["ls", "-a"],
        exit_code: 0,
        stdout: ".\n",
        stderr: "..\n",
      }),
      says("user", "<user_shell_command>\n<command>\nls -a\n</command>\n</user_shell_command>"),
    ]);
    expect(body(rows)).toMatchObject([
      {
        severity: "note",
        says: "A command that the person ran ended with exit code 0.",
        quotes: [{ text: "ls -a" }, { text: ".\n..\n" }],
      },
      { role: "user", input: { kind: "guidance", sender: { id: "user" } } },
    ]);
  });

  it("says what settings changed, and which are gone", async () => {
    const { rows } = await session([
      context({ effort: "low", cwd: "/a" }),
      context({ effort: "high" }),
      context({ effort: "high", turn_id: "u" }),
    ]);
    expect(body(rows)).toMatchObject([
      {
        quotes: [
          { title: "model", text: "marlin-4.1" },
          { title: "effort", text: "low" },
          { title: "cwd", text: "/a" },
        ],
      },
      {
        says: expect.stringContaining("changed"),
        quotes: [
          { title: "effort", text: "high" },
          { title: "cwd", text: "(no longer set)" },
        ],
      },
    ]);
    expect(body(rows)).toHaveLength(2);
  });

  it("names the thread by the name that it was given", async () => {
    const { task } = await only(await fixture("turns"));
    expect(task.title).toBe("Model ship");
    expect((await session([event("thread_name_updated", { thread_name: "  " }), says("user", "x")])).task.title).toBe(
      "x",
    );
  });
});

describe("status", () => {
  const statusOf = async (lines: readonly unknown[]) => (await session(lines)).task.status;

  it("is that of the newest turn", async () => {
    expect(await statusOf([turn("1"), says("assistant", "a"), done("a")])).toMatchObject({
      word: "succeeded",
      certainty: "derived",
    });
    expect(await statusOf([turn("1"), event("turn_aborted", { reason: "interrupted" })])).toMatchObject({
      word: "canceled",
      certainty: "recorded",
      reason: "interrupted",
    });
    expect(
      await statusOf([
        turn("1"),
        event("turn_aborted", { reason: "interrupted" }),
        turn("2"),
        says("assistant", "a"),
        done("a"),
      ]),
    ).toMatchObject({ word: "succeeded" });
    expect(await statusOf([turn("1"), done("a"), turn("2"), says("assistant", "b")])).toMatchObject({
      word: "running",
      certainty: "guess",
    });
  });

  it("is failed where the newest turn met an error", async () => {
    const error = event("error", { message: "usage limit reached" });
    expect(await statusOf([turn("1"), error, done()])).toMatchObject({
      word: "failed",
      certainty: "recorded",
      reason: "usage limit reached",
    });
    expect(await statusOf([turn("1"), error])).toMatchObject({ word: "failed", certainty: "derived" });
    expect(await statusOf([turn("1"), error, done(), turn("2"), done("well")])).toMatchObject({ word: "succeeded" });
    expect(await statusOf([turn("1"), event("error"), done()])).toEqual({
      word: "failed",
      certainty: "recorded",
      basis: "its last turn ended in an error",
    });
  });

  it("is told by the last row where no turns are recorded", async () => {
    expect(await statusOf([says("user", "a"), says("assistant", "b")])).toMatchObject({
      word: "succeeded",
      certainty: "derived",
    });
    expect(await statusOf([says("user", "a")])).toMatchObject({ word: "running", certainty: "guess" });
    expect(await statusOf([says("assistant", "a"), call("1", "x", {})])).toMatchObject({ word: "running" });
    expect(await statusOf([])).toMatchObject({ word: "unknown" });
  });

  it("gives a result only to a session that answered", async () => {
    const resultOf = async (lines: readonly unknown[]) => (await session(lines)).task.result;
    expect(await resultOf([turn("1"), says("assistant", "a"), done("a")])).toMatchObject({
      parts: [{ text: "a" }],
      row: { itemId: "rollout.jsonl:3#1" },
    });
    expect(await resultOf([turn("1"), says("assistant", "a"), done()])).toMatchObject({ parts: [{ text: "a" }] });
    expect(await resultOf([says("assistant", "a")])).toMatchObject({ parts: [{ text: "a" }] });
    expect(await resultOf([turn("1"), says("assistant", "a"), done("a"), turn("2")])).toBeUndefined();
    expect(await resultOf([turn("1"), says("assistant", "a"), event("turn_aborted")])).toBeUndefined();
  });
});
