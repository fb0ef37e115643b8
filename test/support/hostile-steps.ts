import type { Placer } from "./hostile-placer.ts";
import type { Written } from "./hostile-transcript.ts";

const lines = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join("");

/** A step whose request, meta, logs and tools are hostile, and which failed with a hostile error. */
export function failedStep(step: string, { put, all }: Placer): readonly Written[] {
  const request = {
    model: put("model of a request", "json", "may"),
    system: [{ type: "text", text: all("system text", "json").join("\n") }, put("bare system text", "json")],
    tools: [{ name: put("tool offered", "json"), description: put("description of a tool", "json"), input_schema: {} }],
    messages: [
      { role: put("role of a request", "json", "may"), content: [{ type: "text", text: put("text sent", "json") }] },
      { role: "user", content: put("text sent as a string", "json") },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "sent1", name: put("call sent", "json"), input: { x: put("input sent", "json") } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "sent1", content: put("result sent", "json") }] },
    ],
    [put("setting of a request", "json", "may")]: put("value of a setting", "json", "may"),
  };
  const failure = {
    type: "error",
    kind: { [put("kind of an error", "json", "may")]: { status: 400 } },
    message: all("error message", "json").join("\n"),
    provider_detail: put("detail of an error", "json", "may"),
  };
  const tool = `${step}/tools/${put("folder of a tool", "name", "may")}`;
  return [
    [`${step}/request.json`, JSON.stringify(request)],
    [
      `${step}/response.json`,
      lines([
        { type: "message_start", v: 1, model: put("model of a response", "json", "may") },
        failure,
        { type: "end" },
      ]),
    ],
    [
      `${step}/meta.json`,
      JSON.stringify({
        commit: put("commit", "json", "may"),
        started_at: put("start of a step", "json", "may"),
        ended_at: {},
      }),
    ],
    [`${step}/stderr.log`, put("error log of a failed step", "text", "may")],
    [`${tool}/input.json`, JSON.stringify({ id: "x", name: "y", input: put("input of a step", "json", "may") })],
    [
      `${tool}/output.json`,
      JSON.stringify({
        stdout: put("stdout of a step", "json", "may"),
        exit_code: put("exit code", "json", "may"),
        started_at: "x",
      }),
    ],
  ];
}

/** A reply that was still arriving when the copy was made. */
export function openStep(step: string, { put }: Placer): readonly Written[] {
  const delta = (index: number, kind: object, delta: object) => [
    { type: "content_start", index, kind },
    { type: "content_delta", index, delta },
  ];
  return [
    [
      `${step}/response.json`,
      lines([
        { type: "message_start", v: 1, model: "x" },
        ...delta(0, { thinking: {} }, { thinking_delta: put("reasoning still arriving", "json") }),
        ...delta(1, { text: {} }, { text_delta: put("answer still arriving", "json") }),
        { type: put("type of an event", "json", "may"), [put("key of an event", "json", "may")]: "x" },
      ]),
    ],
  ];
}

/** A step that left nothing but its log. Short, since a page owes only the end of it. */
export function muteStep(step: string, { put }: Placer): readonly Written[] {
  return [
    [`${step}/response.json`, ""],
    [`${step}/stderr.log`, put("error log of a mute step", "text")],
  ];
}

/** A reply that the provider refused to give. */
export function refusedStep(step: string, { put }: Placer): readonly Written[] {
  const finish = {
    type: "finish",
    reason: "refusal",
    category: put("category of a refusal", "json"),
    explanation: put("explanation of a refusal", "json"),
  };
  return [
    [`${step}/response.json`, lines([{ type: "message_start", v: 1 }, finish, { type: "end" }])],
    [`${step}/meta.json`, JSON.stringify({ started_at: "2027-01-01T00:00:01Z", ended_at: "2027-01-01T00:00:02Z" })],
  ];
}
