import { describe, expect, it } from "vitest";
import type { NoticeRow, Row } from "../../../src/model/index.ts";
import {
  attempt,
  call,
  exit,
  type LitanySpec,
  type LitanyStep,
  mail,
  ROOT,
  reply,
  result,
  SECOND_CHILD,
  text,
} from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec } from "./open.ts";

const meta = { commit: "2".repeat(40), started_at: "2027-01-01T09:05:31Z", ended_at: "2027-01-01T09:05:40.500Z" };
const asked = { "001-user.md": mail({ from: "user", at: "2027-01-01T09:00:00Z" }, "Fix it.") };

async function open(messages: object, steps: Readonly<Record<string, LitanyStep | string>>) {
  const spec: LitanySpec = { agents: { [ROOT]: { messages: { ...asked, ...messages } } }, steps: { [ROOT]: steps } };
  const workspace = await openSpec(spec);
  return { workspace, rows: await rowsOf(workspace, ROOT), status: workspace.index.tasks[0]?.status };
}

function notices(rows: readonly Row[]): readonly NoticeRow[] {
  return rows.filter((row) => row.type === "notice");
}

describe("a step and its reply", () => {
  const made = [text("Looking."), call("call_a1", "bash", { command: "ls" })];
  const stream = attempt({
    text: "Looking.",
    calls: [{ id: "call_a1", name: "bash", input: { command: "ls" } }],
    finish: "tool_use",
  });

  it("are joined by the ids of tool calls: times, tries, finish and request stand on the reply's first row", async () => {
    const { rows, workspace } = await open(
      { "005-m.json": reply(made), "006-tool.json": result("call_a1", "x") },
      {
        "004": {
          request: { model: "m", messages: [] },
          response: [...attempt({ error: { kind: "transport", message: "reset" } }), ...stream],
          meta,
        },
      },
    );
    const first = rows.find((row) => row.itemId === "005-m.json#1");
    expect(first?.call).toEqual({
      step: "004",
      timing: { startedAt: meta.started_at, endedAt: meta.ended_at, durationMs: 9_500 },
      attempts: 2,
      finish: "tool_use",
      request: { file: `steps/${ROOT}/004/request.json` },
    });
    expect(rows.find((row) => row.itemId === "005-m.json#2")?.call).toBeUndefined();
    expect(workspace.index.notes).toContainEqual({
      record: `steps/${ROOT}/004/request.json`,
      file: `steps/${ROOT}/004/request.json`,
      disposition: { type: "joined", to: { taskId: ROOT, itemId: "005-m.json#1" } },
    });
  });

  it("are joined by equal words where there is no call, never by number", async () => {
    const { rows } = await open(
      { "002-m.json": reply([text("One.")]), "003-user.md": "more", "004-m.json": reply([text("Two.")]) },
      {
        "007": { response: attempt({ text: "Two.", finish: "stop" }) },
        "009": { response: attempt({ text: "Unrelated.", finish: "stop" }) },
      },
    );
    expect(rows.map((row) => row.call?.step)).toEqual([undefined, undefined, undefined, "007"]);
  });

  it("stay apart where the same words stand more often on one side than on the other", async () => {
    const { rows } = await open(
      { "002-m.json": reply([text("OK.")]), "003-user.md": "more", "004-m.json": reply([text("OK.")]) },
      { "001": { response: attempt({ text: "OK.", finish: "stop" }), meta } },
    );
    expect(rows.every((row) => row.call === undefined)).toBe(true);
  });

  it("give an old entry the counters and the model that it lacks itself, and say whose they are", async () => {
    const { rows } = await open(
      { "002-assistant.json": [text("One.")] },
      {
        "001": {
          response: attempt({
            text: "One.",
            finish: "stop",
            usage: { input_tokens: 5, output_tokens: null },
            model: "some-model-0.9",
          }),
        },
      },
    );
    expect(rows[1]).toMatchObject({
      model: "some-model-0.9",
      usage: { input_tokens: 5 },
      remarks: ["its token counters are those of its step; the entry itself has none"],
    });
  });

  it("take steps by number past 999 and pass over everything else in the folder", async () => {
    const { rows } = await open(
      { "002-m.json": reply([text("One.")]) },
      {
        "1000": { response: attempt({ text: "One.", finish: "stop" }) },
        "999": { response: attempt({ error: { kind: "transport", message: "reset" } }) },
        latest: { response: attempt({ error: { kind: "transport", message: "stray" } }) },
        "driver.log": "starting\n",
      },
    );
    expect(rows[1]?.call?.step).toBe("1000");
    expect(notices(rows)).toEqual([]);
  });

  it("say nothing of a duration where the clock ran backwards, or of a time that cannot be read", async () => {
    const response = attempt({ text: "One.", finish: "stop" });
    const back = { started_at: meta.ended_at, ended_at: meta.started_at };
    const one = await open({ "002-m.json": reply([text("One.")]) }, { "001": { response, meta: back } });
    expect(one.rows[1]?.call?.timing).toEqual({ startedAt: meta.ended_at, endedAt: meta.started_at });
    const two = await open(
      { "002-m.json": reply([text("One.")]) },
      { "001": { response, meta: { started_at: "yesterday", ended_at: 7 } } },
    );
    expect(two.rows[1]?.call?.timing).toEqual({ startedAt: "yesterday" });
  });
});

describe("a tool's own record", () => {
  const made = {
    "002-m.json": reply([call("call_a1", "bash", { command: "ls" })]),
    "003-tool.json": result("call_a1", "plain words"),
  };

  it("gives its result the times and exit code that the entry does not state", async () => {
    const output = {
      stdout: "",
      stderr: "",
      exit_code: 4,
      started_at: "2027-01-01T09:05:33Z",
      ended_at: "2027-01-01T09:05:34Z",
    };
    const { rows } = await open(made, { "001": { tools: { call_a1: { input: { id: "call_a1" }, output } } } });
    expect(rows[2]).toMatchObject({ exitCode: 4, timing: { durationMs: 1_000 } });
  });

  it("of a call without a result is remarked on", async () => {
    const { rows } = await open(
      { "002-m.json": made["002-m.json"] },
      { "001": { tools: { call_a1: { output: { stdout: "late" } } } } },
    );
    expect(rows[1]?.remarks).toEqual([
      "the step recorded an output of this call that never became an entry, so the model was not shown it",
    ]);
  });

  const whole = `${"head\n".repeat(4)}${"middle\n".repeat(50)}${"tail\n".repeat(4)}`;
  const cutLine = (place: string) =>
    `[... stdout truncated: ${whole.length} bytes / 58 lines total; showing the first 20 and last 20 bytes; full record: ${place}; read the cut middle with read_tool_output, address ${place}#stdout@20 ...]`;
  const cutResult = (place: string) =>
    result("call_a1", exit(1, `${whole.slice(0, 20)}${cutLine(place)}\n${whole.slice(-20)}`, "warned\n"));
  const own = `steps/${ROOT}/001/tools/call_a1/output.json`;
  const runs = (stdout: string) => ({
    "001": { tools: { call_a1: { output: { stdout, stderr: "warned\n", exit_code: 1 } } } },
  });

  it("completes an output that was cut", async () => {
    const { rows } = await open({ ...made, "003-tool.json": cutResult(own) }, runs(whole));
    expect(rows[2]).toMatchObject({
      streams: { stdout: whole, stderr: "warned\n" },
      completedFrom: { file: own },
      exitCode: 1,
    });
    expect(rows[2]?.remarks).toBeUndefined();
  });

  it("is the only one that is read: a cut line that names another agent's step is not followed", async () => {
    const other = `steps/${SECOND_CHILD}/001/tools/call_x/output.json`;
    const spec: LitanySpec = {
      agents: { [ROOT]: { messages: { ...asked, ...made, "003-tool.json": cutResult(other) } } },
      steps: { [SECOND_CHILD]: { "001": { tools: { call_x: { output: { stdout: whole } } } } } },
    };
    const workspace = await openSpec(spec);
    const row = (await rowsOf(workspace, ROOT))[2];
    expect(row?.type === "tool-result" && [row.streams?.stdout.includes("middle\nmiddle"), row.completedFrom]).toEqual([
      false,
      undefined,
    ]);
    expect(row?.remarks).toContain(
      "the line that says where its output was cut names another place; that place was not read",
    );
  });

  it("is not believed where it does not fit what is left", async () => {
    const { rows } = await open({ ...made, "003-tool.json": cutResult(own) }, runs("something else"));
    expect(rows[2]?.remarks).toEqual(["it was cut, and what its step recorded does not fit what is left"]);
    expect(rows[2]?.type === "tool-result" && rows[2].completedFrom).toBeUndefined();
  });

  it("is not needed for a tool that only printed such a line", async () => {
    const printed = `before\n${cutLine("steps/x/001/tools/y/output.json")}\nafter\n`;
    const { rows } = await open({ ...made, "003-tool.json": result("call_a1", exit(0, printed)) }, runs(printed));
    expect(rows[2]).toMatchObject({ streams: { stdout: printed } });
    expect(rows[2]?.remarks).toBeUndefined();
  });

  it("completes the parts of a batch too", async () => {
    const batch = call("call_m", "multi_tool", { invocations: [{ name: "bash", input: { command: "ls" } }] });
    const place = `steps/${ROOT}/001/tools/call_m-1/output.json`;
    const part = exit(0, `${whole.slice(0, 20)}${cutLine(place)}\n${whole.slice(-20)}`, "warned\n");
    const { rows } = await open(
      {
        "002-m.json": reply([batch]),
        "003-tool.json": result("call_m", `1 invocation\n=== [1/1] bash: ok ===\n${part}`),
      },
      { "001": { tools: { "call_m-1": { output: { stdout: whole, stderr: "warned\n", exit_code: 0 } } } } },
    );
    expect(rows[2]).toMatchObject({
      sections: [{ text: exit(0, whole, "warned\n"), exitCode: 0 }],
      completedFrom: { file: place },
      remarks: ["parts that were cut are shown whole, each from its own call's record"],
    });
  });

  it("survives a cut within a character, and files that the engine put after the output", async () => {
    const text = `ääää${"m".repeat(60)}öööö\n`;
    const place = `steps/${ROOT}/001/tools/call_a1/output.json`;
    const shown = `äää\uFFFD\n${cutLine(place)}\n\uFFFDööö\n<file path="/w/AGENTS.md">\nrules\n</file>\n`;
    const { rows } = await open({ ...made, "003-tool.json": result("call_a1", exit(0, shown)) }, runs(text));
    expect(rows[2]).toMatchObject({ streams: { stdout: `${text}<file path="/w/AGENTS.md">\nrules\n</file>\n` } });
  });
});

describe("the newest step", () => {
  it("that was still streaming is a notice at the end, reasoning first, and no part of the ledger's turns or sums", async () => {
    const { rows, status } = await open(
      {},
      { "001": { response: attempt({ thinking: "Hm.", text: "I will", end: false }) } },
    );
    expect(notices(rows)).toMatchObject([
      {
        code: "live-tail",
        severity: "note",
        itemId: "«live»",
        label: "live",
        quotes: [
          { title: "Reasoning so far", text: "Hm." },
          { title: "Reply so far", text: "I will" },
        ],
        turnIndex: 0,
      },
    ]);
    expect(rows.at(-1)?.usage).toBeUndefined();
    expect(status).toMatchObject({ word: "running", certainty: "guess" });
  });

  it("shows only its last try, with the paused parts that it continues", async () => {
    const { rows } = await open(
      {},
      {
        "001": {
          response: [
            ...attempt({ text: "Wrong", error: { kind: "transport", message: "reset" } }),
            ...attempt({ text: "Long ", finish: "pause" }),
            ...attempt({ text: "answer", end: false }),
          ],
        },
      },
    );
    expect(notices(rows)[0]?.quotes).toEqual([{ title: "Reply so far", text: "Long answer" }]);
    expect(notices(rows)[0]?.call?.attempts).toBe(2);
  });

  it("that said nothing gives no notice of a reply", async () => {
    const { rows } = await open({}, { "001": { response: attempt({ end: false }) } });
    expect(notices(rows)).toEqual([]);
  });

  it("is no tail where an entry already holds its words", async () => {
    const response = attempt({ text: "I will look", end: false });
    const { rows } = await open({ "002-m.json": reply([text("I will look at it.")]) }, { "001": { response } });
    expect(notices(rows).filter((row) => row.code === "live-tail")).toEqual([]);
  });

  it("passes over malformed and unknown lines and reads the rest", async () => {
    const good = attempt({ text: "Hi", end: false }).map((event) => JSON.stringify(event));
    const response = [
      ...good.slice(0, 2),
      "{torn",
      "7",
      '{"type":"news"}',
      ...good.slice(2),
      '{"type":"content_delta","ind',
    ].join("\n");
    const { rows, workspace } = await open({}, { "001": { response } });
    expect(notices(rows)[0]?.quotes).toEqual([{ title: "Reply so far", text: "Hi" }]);
    expect(workspace.index.diagnostics).toContainEqual(
      expect.objectContaining({ code: "bad-stream-lines", says: expect.stringMatching(/^2 lines/) }),
    );
  });

  it("that failed gives exactly one notice with the error's words", async () => {
    const error = { kind: { provider: { status: 400 } }, message: "messages: unpaired tool call" };
    const { rows, status, workspace } = await open(
      {},
      { "001": { response: attempt({ text: "I", error }), meta, stderr: "" } },
    );
    expect(notices(rows)).toMatchObject([
      {
        code: "step-failed",
        severity: "failure",
        itemId: "«wound»",
        quotes: [
          { title: "Kind of error", text: "provider, status 400" },
          { title: "Error message", text: "messages: unpaired tool call" },
          { title: "Reply so far", text: "I" },
        ],
        call: { step: "001" },
      },
    ]);
    expect(status).toMatchObject({ word: "failed", certainty: "derived", reason: "messages: unpaired tool call" });
    expect(workspace.index.notes).toContainEqual(
      expect.objectContaining({
        record: `steps/${ROOT}/001/meta.json`,
        disposition: { type: "joined", to: { taskId: ROOT, itemId: "«wound»" } },
      }),
    );
  });

  it("that was refused for its credentials says so", async () => {
    const { rows, status } = await open(
      {},
      { "001": { response: attempt({ error: { kind: { provider: { status: 401 } }, message: "no" } }) } },
    );
    expect(notices(rows)[0]?.says).toContain("credentials");
    expect(status?.basis).toContain("credentials");
  });

  it("has no notice once a later step went well, which leaves a note", async () => {
    const { rows, status, workspace } = await open(
      { "002-m.json": reply([text("Fine.")]) },
      {
        "001": { response: attempt({ error: { kind: "transport", message: "reset" } }) },
        "002": { response: attempt({ text: "Fine.", finish: "stop" }), meta },
      },
    );
    expect(notices(rows)).toEqual([]);
    expect(status).toMatchObject({ word: "succeeded" });
    expect(workspace.index.diagnostics).toContainEqual(expect.objectContaining({ code: "earlier-step-failed" }));
  });

  it("that the model refused is a failure and quotes what it says", async () => {
    const events = [
      ...attempt({ text: "No.", end: false }),
      { type: "finish", reason: "refusal", category: "cyber", explanation: "Not that." },
      { type: "end" },
    ];
    const { rows, status } = await open({ "002-m.json": reply([text("No.")]) }, { "001": { response: events } });
    expect(notices(rows)).toMatchObject([
      {
        code: "refusal",
        quotes: [
          { title: "Category", text: "cyber" },
          { title: "Explanation", text: "Not that." },
        ],
      },
    ]);
    expect(status).toMatchObject({ word: "failed" });
  });

  it("that was cut at the output limit is no success, entry or none", async () => {
    const response = attempt({ text: "Half a", finish: "length" });
    const committed = await open({ "002-m.json": reply([text("Half a")]) }, { "001": { response } });
    expect(notices(committed.rows)).toMatchObject([{ code: "output-limit", quotes: [] }]);
    expect(committed.status).toMatchObject({ word: "failed" });
    const lost = await open({}, { "001": { response } });
    expect(notices(lost.rows)).toMatchObject([{ code: "output-limit", quotes: [{ text: "Half a" }] }]);
  });

  it.each([
    ["words in its log", { response: "", stderr: "panic: no socket\n" }, "failure", "failed"],
    ["an empty log", { response: "", stderr: "" }, "warning", "running"],
    ["no response at all", { request: {}, stderr: "panic: no socket\n" }, "failure", "failed"],
    ["a finished record and no response", { meta, stderr: "" }, "failure", "running"],
  ])("without a response, with %s, is stated", async (_, step, severity, word) => {
    const { rows, status } = await open({}, { "001": step });
    const [notice] = notices(rows);
    expect(notice).toMatchObject({ code: "no-response", severity, itemId: "«wound»" });
    expect(notices(rows)).toHaveLength(1);
    expect(status?.word).toBe(word);
  });

  it("quotes only the end of a long log", async () => {
    const { rows } = await open({}, { "001": { response: "", stderr: `${"noise\n".repeat(2_000)}panic\n` } });
    const quoted = notices(rows)[0]?.quotes[0]?.text ?? "";
    expect(quoted.endsWith("noise\npanic\n")).toBe(true);
    expect(quoted.length).toBeLessThanOrEqual(4_000);
  });

  it.each([
    ["complete", `${JSON.stringify({ type: "finish", reason: "stop" })}\n{"type":"end"}\n`, true],
    ["a complete line and then half of one", `{"type":"finish","reason":"stop"}\n{"type":"end"}\n{"typ`, true],
    ["no end", `{"type":"finish","reason":"stop"}\n`, false],
    ["only blank lines", "\n\n", false],
    ["a malformed last line", `{"type":"finish","reason":"stop"}\n{"type":"end"}\nwhat\n`, false],
    ["an end without a finish", `{"type":"end"}\n`, false],
  ])("whose response is %s is read as its framing says", async (_, response, complete) => {
    const { status } = await open({ "002-m.json": reply([text("Fine.")]) }, { "001": { response } });
    expect(status?.word).toBe(complete ? "succeeded" : "running");
  });
});

describe("what waits at the end of a ledger", () => {
  const unanswered = { "002-m.json": reply([text("Let me look."), call("call_a1", "bash", { command: "ls" })]) };

  it("is a call without a result, with the log's words if there are any", async () => {
    const silent = await open(unanswered, {});
    expect(notices(silent.rows)).toMatchObject([
      { code: "unanswered-call", says: expect.stringContaining("Nothing on disk says why."), quotes: [] },
    ]);
    const logged = await open(unanswered, { "driver.log": "driver ended\n" });
    expect(notices(logged.rows)).toMatchObject([{ code: "unanswered-call", quotes: [{ text: "driver ended\n" }] }]);
    expect(logged.status).toMatchObject({ word: "running", certainty: "guess" });
  });

  it("is a message that nobody answered", async () => {
    const { rows, status } = await open({}, { "driver.log": "listening\n" });
    expect(notices(rows)).toMatchObject([{ code: "unanswered-message", quotes: [{ text: "listening\n" }] }]);
    expect(status).toMatchObject({ word: "queued", certainty: "derived" });
  });

  it.each([
    ["an answer", { "002-m.json": reply([text("Done.")]) }],
    [
      "an answered call and its answer",
      { ...unanswered, "003-tool.json": result("call_a1", "x"), "004-m.json": reply([text("Done.")]) },
    ],
    ["a provider's own call", { "002-m.json": [{ type: "server_tool_use", id: "s", name: "web_search", input: {} }] }],
  ])("is nothing after %s", async (_, messages) => {
    expect(notices((await open(messages, { "driver.log": "harmless notice\n" })).rows)).toEqual([]);
  });
});

describe("step files that do not parse", () => {
  it("are shown as raw bytes, and their neighbours are read all the same", async () => {
    const { rows, workspace } = await open(
      { "002-m.json": reply([call("call_a1", "bash", {})]), "003-tool.json": result("call_a1", "x") },
      {
        "001": {
          request: '{"model":"m","mess',
          response: attempt({ calls: [{ id: "call_a1", name: "bash", input: {} }], finish: "tool_use" }),
          meta: "{torn",
          staging: "[half",
          tools: { call_a1: { input: "{", output: "[]" } },
        },
      },
    );
    const raw = rows.filter((row) => row.type === "raw");
    expect(raw.map((row) => [row.itemId, row.text])).toEqual([
      ["001/tools/call_a1/input.json", "{"],
      ["001/tools/call_a1/output.json", "[]"],
      ["001/meta.json", "{torn"],
      ["001/request.json", '{"model":"m","mess'],
    ]);
    expect(rows[1]?.call).toMatchObject({ step: "001", finish: "tool_use" });
    expect(workspace.index.diagnostics.filter((found) => found.code === "unparseable-step-file")).toHaveLength(4);
  });
});

describe("a request", () => {
  it("is read as it was sent", async () => {
    const request = {
      model: "some-model-1.2",
      system: [{ type: "text", text: "You fix things." }, "Be brief."],
      tools: [{ name: "bash", description: "Runs a command", input_schema: {} }, { function: { name: "cd" } }, 7],
      max_tokens: 800,
      temperature: null,
      messages: [
        { role: "user", content: "Fix it." },
        { role: "assistant", content: [{ type: "thinking", text: "Hm." }, call("c", "bash", { command: "ls" })] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: [text("a"), text("b")] }] },
        "stray",
      ],
    };
    const { workspace } = await open({}, { "001": { request, response: "" } });
    expect(await workspace.request({ file: `steps/${ROOT}/001/request.json` })).toEqual({
      model: "some-model-1.2",
      system: ["You fix things.Be brief."],
      tools: [{ name: "bash", description: "Runs a command" }, { name: "cd" }],
      settings: { max_tokens: 800 },
      messages: [
        { role: "user", items: [{ type: "part", part: text("Fix it.") }] },
        {
          role: "assistant",
          items: [
            { type: "reasoning", text: "Hm." },
            { type: "tool-call", toolCallId: "c", name: "bash", input: { command: "ls" } },
          ],
        },
        { role: "user", items: [{ type: "tool-result", toolCallId: "c", text: "ab" }] },
        { role: "", items: [{ type: "part", part: { type: "json", value: "stray" } }] },
      ],
    });
  });

  it.each(["{torn", "[]", '{"model":"m"}', ""])("that reads %j is none", async (request) => {
    const { workspace } = await open({}, { "001": { request, response: "" } });
    expect(await workspace.request({ file: `steps/${ROOT}/001/request.json` })).toBeUndefined();
  });

  it("is not read from a place that the workspace does not hold", async () => {
    const { workspace } = await open({}, {});
    expect(await workspace.request({ file: "../elsewhere/request.json" })).toBeUndefined();
    expect(await workspace.bytes({ file: "/etc/hostname" })).toHaveLength(0);
  });
});
