import type { Placer } from "./hostile-placer.ts";

/** A file to be written: its path within the workspace, and what it holds. */
export type Written = readonly [path: string, content: string | Uint8Array];

/** Keys that an object literal cannot hold as its own. */
const own = (entries: readonly (readonly [string, unknown])[]): unknown => Object.fromEntries(entries);

/** Every kind of entry in `messages/`, with an attack in each of its fields. */
export function hostileTranscript(messages: string, absent: string, placer: Placer): readonly Written[] {
  const { put, all } = placer;
  const files: Written[] = [];
  let counter = 0;
  const add = (origin: string, extension: string, content: string | Uint8Array) => {
    counter += 1;
    files.push([`${messages}/${String(counter).padStart(3, "0")}-${origin}.${extension}`, content]);
  };
  const model = (content: readonly unknown[], more: object = {}) =>
    add(put("model id", "name"), "json", JSON.stringify({ content, ...more }));
  const result = (id: string, content: unknown, more: object = {}) =>
    add("tool", "json", JSON.stringify([{ type: "tool_result", tool_use_id: id, content, is_error: false, ...more }]));
  const call = (name: string, input: unknown, output: unknown, more: object = {}) => {
    const id = put("tool call id", "json");
    model([{ type: "tool_use", id, name, input }]);
    result(id, output, more);
  };

  add("user", "md", mail(placer));
  add(put("sender in a file name", "name"), "md", mail(placer));
  model(all("answer", "json").map((text) => ({ type: "text", text })));
  add("user", "md", all("message body", "text").join("\n\n"));
  model(
    [
      { type: "thinking", text: put("reasoning", "json"), signature: put("signature", "json", "may") },
      { type: "thinking", thinking: put("reasoning under its other name", "json"), signature: null },
      { type: "thinking", text: "", encrypted_content: put("encrypted reasoning", "json", "may") },
      { type: "redacted_thinking", data: put("redacted reasoning", "json", "may") },
      put("bare string", "json"),
      {
        type: put("type of an unknown block", "json"),
        [put("key of an unknown block", "json")]: put("unknown block", "json"),
      },
      { note: put("block without a type", "json") },
      {
        type: "server_tool_use",
        id: "srv1",
        name: put("server tool", "json"),
        input: { q: put("server tool input", "json") },
      },
      {
        type: "web_search_tool_result",
        tool_use_id: "srv1",
        content: [{ type: "x", title: put("search result", "json") }],
      },
      ...media(placer),
    ],
    {
      usage: own([
        [put("usage counter", "json"), 7],
        ["__proto__", 3],
        ["constructor", 4],
        ["tier", put("usage text", "json", "may")],
      ]),
    },
  );
  call(
    put("tool name", "json"),
    own([
      ["__proto__", { polluted: put("input under __proto__", "json") }],
      ["constructor", { prototype: { polluted: put("input under constructor", "json") } }],
      ["toString", put("input under toString", "json")],
      [put("key of an input", "json"), [{ [put("key deep in an input", "json")]: put("input value", "json") }]],
    ]),
    put("result as a string", "json"),
  );
  call("bash", { command: all("command", "json").join("\n") }, [
    {
      type: "text",
      text: `Exit code: 1\n${all("output", "json").join("\n")}\n--- stderr ---\n${put("error output", "json")}`,
    },
  ]);
  call(
    "read_file",
    { path: put("path of a file read", "json"), offset: put("offset", "json"), limit: 1 },
    `Exit code: 0\n${put("file text", "json")}\n`,
  );
  call("apply_patch", { input: patch(placer) }, `Exit code: 0\n{"status":"${put("patch report", "json")}"}`);
  call("cd", { path: put("directory", "json") }, `Exit code: 0\n{"cwd":"${put("new directory", "json")}"}`);
  call("load_skill", { name: put("skill", "json") }, null);
  call(
    "message",
    { agent: put("recipient", "json"), content: put("message sent", "json") },
    { odd: put("result as an object", "json") },
  );
  call(
    "dispatch",
    { role: put("role", "json"), goal: put("goal of a dispatch", "json"), name: put("name of a dispatch", "json") },
    dispatched(absent),
  );
  call(
    "dispatch",
    { role: "worker", goal: "x" },
    dispatched(`../../../../etc/passwd/${put("handle", "token", "may")}`),
  );
  call("write_summary", { content: put("summary written", "json") }, put("result of a summary", "json"));
  call("mark_for_deletion", { path: put("path marked", "json"), paths: [put("paths marked", "json")] }, undefined);
  call(
    "multi_tool",
    {
      invocations: [{ name: put("inner tool", "json"), input: { x: put("inner input", "json") } }],
      on_failure: put("on_failure", "json"),
    },
    `1 invocations: 0 ok, 1 failed, 0 skipped\n\n=== [1/1] ${put("section name", "line")}: failed ===\nExit code: 1\n${put("section text", "json")}\n`,
    { is_error: true },
  );
  result(put("tool call id of an orphan", "json"), [
    { type: "text", text: put("orphan result", "json") },
    { type: put("type of a part", "json"), x: put("part of a result", "json") },
    ...media(placer),
  ]);
  add(
    "tool",
    "json",
    JSON.stringify({ [put("key of a result that is none", "json")]: put("result that is none", "json") }),
  );
  add(put("model id of a torn file", "name"), "json", `{"content":[{"type":"text","text":"${put("torn JSON", "text")}`);
  add("note", put("extension", "token"), put("entry of a foreign kind", "text"));
  add("user", "md", Buffer.from(`\ufeff---\r\nfrom: user\r\n---\r\n${put("body under a CRLF head", "text")}`));
  add(
    "user",
    "md",
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from(put("body with bad bytes", "text"))]),
  );
  files.push([`${messages}/${put("file name without a counter", "name")}`, put("text of an uncounted file", "text")]);
  model([
    {
      type: "tool_use",
      id: put("id of the last call", "json"),
      name: put("name of the last call", "json"),
      input: put("input that is a string", "json"),
    },
  ]);
  return files;
}

/** A deposit whose head lies in every field. */
export function mail({ put }: Placer): string {
  return [
    "---",
    `from: ${put("from", "line")}`,
    `deposited_at: ${put("deposited_at", "line")}`,
    `epitaph: ${put("epitaph", "line")}`,
    `terminal_ref: ${put("terminal_ref", "line")}`,
    `${put("key of a head", "token")}: ${put("value of a head", "line")}`,
    "---",
    put("body under a head", "text"),
  ].join("\n");
}

function dispatched(handle: string): string {
  return `Exit code: 0\n${JSON.stringify({ status: "in_progress", handle })}\n`;
}

function media({ put }: Placer): readonly unknown[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const image = (media_type: string, data: string) => ({ type: "image", source: { kind: "base64", media_type, data } });
  const linked = (url: string) => ({ type: "image", source: { kind: "url", url } });
  return [
    image("image/png", base64("<script>window.pwned=1</script>")),
    image(`text/html;${put("media type", "json")}`, base64("<h1>x</h1>")),
    image(
      "image/svg+xml",
      base64(
        `<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><text>${put("svg", "text", "may")}</text></svg>`,
      ),
    ),
    image("image/gif", put("data that is no base64", "json", "may")),
    linked(`javascript:window.pwned=1//${put("javascript URL of an image", "json")}`),
    linked(`data:text/html,${put("data URL of an image", "json")}`),
    linked(`vbscript:${put("vbscript URL of an image", "json")}`),
    linked(`file:///etc/passwd#${put("file URL of an image", "json")}`),
    linked(`//evil.example/${put("host URL of an image", "json")}`),
    linked(`https://evil.example/?${put("URL of an image", "json")}`),
    {
      type: "document",
      title: put("document title", "json"),
      source: { type: "base64", media_type: "application/pdf", data: base64("%PDF-1.4 <script>") },
    },
  ];
}

function patch({ put }: Placer): string {
  return [
    "*** Begin Patch",
    `*** Update File: ${put("path of a patch", "line")}`,
    `*** Move to: ${put("target of a patch", "line")}`,
    `@@ ${put("anchor of a hunk", "line")}`,
    ` ${put("context line", "line")}`,
    `-${put("removed line", "line")}`,
    `+${put("added line", "line")}`,
    `*** Add File: ${put("path of a new file", "line")}`,
    `+${put("line of a new file", "line")}`,
    `*** Delete File: ../../${put("path of a deleted file", "line")}`,
    "*** End Patch",
  ].join("\n");
}
