import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CHILD, call, exit, handle, ROOT, result, SECOND_CHILD, text } from "../../support/litany.ts";
import { tempFolder } from "../../support/temp.ts";
import { openFolder } from "./open.ts";

const agent = fc.constantFrom(ROOT, CHILD, SECOND_CHILD, "x", "root-c0ffee", "__proto__");
const block = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    text("hi"),
    call("c1", "bash", { command: "ls" }),
    call("c1", "dispatch", { goal: "g" }),
    call("c2", "multi_tool", { invocations: [{ name: "dispatch", input: { goal: "g" } }, 7] }),
    { type: "thinking", text: "", signature: "s" },
    { type: "server_tool_use", id: "s1", name: "web" },
    { type: "tool_result", tool_use_id: "c1", content: exit(1, "out", "err") },
    { type: "tool_result", tool_use_id: "c1", content: handle(CHILD) },
    { type: "tool_result", tool_use_id: "c2", content: `=== [1/2] dispatch: ok ===\n${handle(SECOND_CHILD)}` },
    { tool_use_id: "s1", content: [text("a"), null] },
  ),
);
const event = fc.constantFrom<unknown>(
  { type: "end" },
  { type: "finish", reason: "stop" },
  { type: "finish", reason: "refusal" },
  { type: "finish", reason: "pause" },
  { type: "finish", reason: "length" },
  { type: "error", kind: { provider: { status: 401 } }, message: "no" },
  { type: "content_start", index: 0, kind: { tool_use: { id: "c1", name: "bash" } } },
  { type: "content_delta", index: 0, delta: { text_delta: "hi" } },
  { type: "content_delta", index: 0, delta: { json_delta: "{" } },
  { type: "usage", input_tokens: 4 },
  7,
);
const content = fc.oneof(
  { weight: 3, arbitrary: fc.array(block, { maxLength: 4 }).map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .array(block, { maxLength: 4 })
      .map((value) => JSON.stringify({ content: value, usage: { input_tokens: 1 } })),
  },
  { weight: 1, arbitrary: fc.constant(JSON.stringify(result("c1", exit(0, "x")))) },
  {
    weight: 2,
    arbitrary: fc.array(event).map((events) => events.map((value) => `${JSON.stringify(value)}\n`).join("")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "---\nfrom: x\nepitaph: died\n---\n",
      "---\r\nfrom: user\r\n---\r\nhi",
      "{torn",
      "---\n---\nx",
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
);
const number = fc.constantFrom("001", "002", "2", "003", "007", "1000", "99999999999999999999", "x");
const path = fc.oneof(
  fc
    .tuple(agent, number, fc.constantFrom("user.md", `${CHILD}.md`, `${ROOT}.md`, "m.json", "tool.json", "a.txt"))
    .map(([id, n, name]) => `agents/${id}/messages/${n}-${name}`),
  fc.tuple(agent, number).map(([id, n]) => `agents/${id}/summary/${n}.md`),
  fc
    .tuple(agent, fc.constantFrom("goal.md", "soul.md", "name", "src/a.ts"))
    .map(([id, name]) => `agents/${id}/${name}`),
  fc.tuple(agent, fc.constantFrom("user", CHILD), number).map(([id, sender, n]) => `inbox/${id}/${sender}-${n}.md`),
  fc
    .tuple(
      agent,
      number,
      fc.constantFrom(
        "request.json",
        "response.json",
        "meta.json",
        "stderr.log",
        "staging.json",
        "tools/c1/output.json",
        "tools/c2-1/output.json",
        "tools/c1/input.json",
      ),
    )
    .map(([id, n, name]) => `steps/${id}/${n}/${name}`),
  agent.map((id) => `steps/${id}/driver.log`),
);

it("reads any workspace soundly: nothing throws, every record is accounted for, every reference lands", async () => {
  const folder = tempFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 25 }), async (files) => {
      const root = join(folder, "workspace");
      rmSync(root, { recursive: true, force: true });
      mkdirSync(join(root, "agents", ROOT, "messages"), { recursive: true });
      for (const [name, bytes] of files) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), bytes);
      }
      const workspace = await openFolder(root);
      expect(workspace.index.tasks.every((task) => task.title !== "" && task.status.basis !== "")).toBe(true);
      const order = workspace.index.tasks.map((task) => task.id);
      for (const task of workspace.index.tasks) {
        if (task.parentId !== undefined && order.includes(task.parentId)) {
          expect(order.indexOf(task.parentId)).toBeLessThan(order.indexOf(task.id));
        }
      }
    }),
    { numRuns: 150 },
  );
});
