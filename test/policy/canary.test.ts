import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { exportWorkspace } from "../../src/export.ts";
import { inspect } from "../../src/inspect.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { listFiles } from "../gates/files.ts";
import { writeLitany } from "../support/litany.ts";

const base = mkdtempSync(join(tmpdir(), "taskfolio-canary-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ROOT = "20270101T090000Z-1a2b3c4d";
const CHILD = `${ROOT}-20270101T090412Z-0badcafe`;
const canary = (what: string) => `canary ${what} 7f3a, whole sentence`;
const head = (from: string, more = "") => `---\nfrom: ${from}\ndeposited_at: 2027-01-01T09:00:00Z\n${more}---\n`;

/** One family in which every restrictable thing holds a canary of its own, in each of its copies. */
function family(name: string): string {
  const folder = join(base, name);
  const goal = canary("goal");
  const answer = canary("answer");
  const reasoning = canary("reasoning");
  const output = canary("output");
  return writeLitany(folder, {
    agents: {
      [ROOT]: {
        goal: "Fix the importer.",
        soul: canary("soul"),
        messages: {
          "001-user.md": `${head("user")}Fix the importer.`,
          "005-model-1.json": {
            content: [
              { type: "thinking", text: reasoning },
              { type: "text", text: "I look at the settings and ask a helper." },
              {
                type: "tool_use",
                id: "call_env",
                name: "bash",
                input: { command: "cat conf/.env", description: canary("input") },
              },
              { type: "tool_use", id: "call_d", name: "dispatch", input: { role: "worker", goal } },
            ],
            usage: { input_tokens: 10, output_tokens: 7_654_321 },
          },
          "006-tool.json": [
            { type: "tool_result", tool_use_id: "call_env", content: `Exit code: 0\n${output}\n`, is_error: false },
          ],
          "007-tool.json": [
            {
              type: "tool_result",
              tool_use_id: "call_d",
              content: `Exit code: 0\n{"status":"in_progress","handle":"${CHILD}"}\n`,
            },
          ],
          [`008-${CHILD}.md`]: `${head(CHILD, "epitaph: final-response\n")}${answer}`,
          "009-model-1.json": [{ type: "text", text: "Done." }],
        },
        summary: { "001.md": canary("summary") },
      },
      [CHILD]: {
        goal,
        name: "QuietHarbor",
        messages: {
          [`001-${ROOT}.md`]: `${head(ROOT)}${goal}`,
          "002-child-model.json": [{ type: "text", text: answer }],
        },
      },
    },
    steps: {
      [ROOT]: {
        "001": {
          request: {
            model: "model-1",
            system: canary("soul"),
            messages: [{ role: "user", content: [{ type: "text", text: `Context: ${reasoning}` }] }],
          },
          response: [
            { type: "content_start", index: 0, kind: { tool_use: { id: "call_env", name: "bash" } } },
            { type: "finish", reason: "tool_use" },
            { type: "end" },
          ],
          meta: { commit: "1".repeat(40), started_at: "2027-01-01T09:00:01Z", ended_at: "2027-01-01T09:00:02Z" },
          stderr: canary("stderr"),
          tools: {
            call_env: {
              input: { id: "call_env", name: "bash", input: { command: "cat conf/.env" } },
              output: { stdout: `${output}\n`, stderr: "", exit_code: 0 },
            },
          },
        },
      },
    },
    inbox: { [ROOT]: { "user-001.md": `${head("user")}${canary("mail")}` } },
  });
}

interface Case {
  readonly what: string;
  readonly rules: string;
  readonly gone: readonly string[];
  readonly kept: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: "reasoning",
    rules: "- {id: r, reason: no, match: {type: reasoning}}",
    gone: ["reasoning", "summary"],
    kept: ["output", "goal", "answer"],
  },
  {
    what: "a path",
    rules: '- {id: r, reason: no, match: {path: "**/.env"}}',
    gone: ["input", "output", "summary"],
    kept: ["reasoning", "goal"],
  },
  {
    what: "a result",
    rules: "- {id: r, reason: no, match: {tool: bash, type: tool-result}}",
    gone: ["output", "summary"],
    kept: ["input", "reasoning"],
  },
  {
    what: "delegation",
    rules: "- {id: r, reason: no, match: {kind: delegate}}",
    gone: ["goal", "summary"],
    kept: ["output", "answer"],
  },
  {
    what: "a child whole",
    rules: `- {id: r, reason: no, match: {task: ${CHILD}}, title: true}`,
    gone: ["goal", "answer", "summary"],
    kept: ["output", "reasoning"],
  },
  {
    what: "what a child sent",
    rules: `- {id: r, reason: no, match: {sender: ${CHILD}}}`,
    gone: ["answer", "summary"],
    kept: ["goal", "output"],
  },
  {
    what: "what the user sent",
    rules: "- {id: r, reason: no, match: {sender: user}}",
    gone: ["mail", "summary"],
    kept: ["goal"],
  },
  {
    what: "the role instructions",
    rules: '- {id: r, reason: no, match: {source: "**/soul.md"}}',
    gone: ["soul", "summary"],
    kept: ["goal"],
  },
  {
    what: "everything but messages of the model",
    rules: "- {id: r, reason: yes, show: true, match: {type: notice}}",
    gone: ["soul", "goal", "answer", "reasoning", "output", "input", "mail", "summary"],
    kept: [],
  },
];

function forms(what: string): readonly string[] {
  const text = canary(what);
  const digests = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(text).digest("hex").slice(0, 12));
  return [text, `${what} 7f3a`, Buffer.from(text).toString("base64").slice(4, 24), ...digests];
}

describe.each(cases)("a policy on $what", ({ what, rules, gone, kept }) => {
  const folder = family(what.replaceAll(" ", "-"));
  const policy = join(base, `${what.replaceAll(" ", "-")}.yaml`);
  writeFileSync(policy, `${what.startsWith("everything") ? "default: withhold\n" : ""}rules:\n  ${rules}\n`);
  const leaked = (bytes: string) => gone.filter((one) => forms(one).some((form) => bytes.includes(form)));

  it("leaves no canary, digest or fragment in any byte of the report, and what it spares is there", async () => {
    const writer = memoryWriter();
    const result = await build({ workspace: folder, policy }, { writer });
    expect(result.account.balanced).toBe(true);
    const all = [...writer.files].map(([path, bytes]) => `${path}\n${Buffer.from(bytes).toString("utf8")}`).join("\n");
    expect(leaked(all)).toEqual([]);
    for (const one of kept) expect(all).toContain(canary(one));
  });

  it("leaves none in what inspect tells", async () => {
    const { index, ...rest } = await inspect({ workspace: folder, policy });
    const told = JSON.stringify([rest, { ...index, gaps: [...index.gaps], stored: [...index.stored] }]);
    expect(leaked(told)).toEqual([]);
  });

  it("leaves none in an export, nor in a report made of the export", async () => {
    const out = join(base, `${what.replaceAll(" ", "-")}-export`);
    await exportWorkspace({ workspace: folder, policy, out });
    const exported = listFiles(out)
      .map((path) => `${path}\n${readFileSync(join(out, path), "utf8")}`)
      .join("\n");
    expect(leaked(exported)).toEqual([]);
    const writer = memoryWriter();
    const again = await build({ workspace: out }, { writer });
    expect(again.account.balanced).toBe(true);
    expect(leaked([...writer.files.values()].map((bytes) => Buffer.from(bytes).toString("utf8")).join("\n"))).toEqual(
      [],
    );
  });
});

it("gives no size, token or time of a Task withheld whole", async () => {
  const folder = family("whole");
  const policy = join(base, "whole.yaml");
  writeFileSync(policy, `rules:\n  - {id: r, reason: no, match: {task: ${ROOT}}, title: true}\n`);
  const writer = memoryWriter();
  await build({ workspace: folder, policy }, { writer });
  const all = [...writer.files.values()].map((bytes) => Buffer.from(bytes).toString("utf8")).join("\n");
  for (const measure of ["7,654,321", "7654321", "model-1", "005-", "call_env", "dispatch"])
    expect(all).not.toContain(measure);
});
