import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detectSource, findSource, NotReadable, sources } from "../../src/sources/index.ts";
import { tempFolder, tempTree } from "../support/temp.ts";

const FORMATS = ["atif", "claude-code", "codex", "ledger", "litany"] as const;
/** Their content says nothing: an empty file, or nothing that could be read. */
const MUTE = new Set(["atif/empty", "claude-code/empty", "codex/empty", "ledger/empty"]);

const fixtures = FORMATS.flatMap((format) =>
  readdirSync(join("fixtures", format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [format, `${format}/${name}`] as const),
).filter(([, name]) => !MUTE.has(name));

async function told(path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const source of sources) if ((await source.detect({ path })) !== undefined) found.push(source.id);
  return found;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

describe("a fixture of each format", () => {
  it.each(fixtures)("is told as %s and by no other format: %s", async (format, name) => {
    const path = join("fixtures", name);
    expect(await told(path)).toEqual([format]);
    expect((await detectSource({ path }))?.detection.because).toMatch(/^\S.{10,}$/);
  });

  it.each(fixtures)("has no file that two formats take for theirs: %s, %s", async (_, name) => {
    for (const path of filesIn(join("fixtures", name))) expect((await told(path)).length).toBeLessThan(2);
  });

  it.each(fixtures)("is told as %s wherever its folder stands and whatever it is called: %s", async (format, name) => {
    const path = join(tempFolder(), "agents");
    cpSync(join("fixtures", name), path, { recursive: true });
    expect(await told(path)).toEqual([format]);
  });
});

describe("a single file", () => {
  it.each([
    ["claude-code", "claude-code/typical"],
    ["claude-code", "claude-code/web-export"],
    ["codex", "codex/typical"],
    ["codex", "codex/old-shape"],
    ["atif", "atif/typical"],
    ["atif", "atif/one-line"],
  ] as const)("is told by its content as %s, whatever its name ends with: %s", async (format, name) => {
    const [file] = filesIn(join("fixtures", name)).filter((path) => /\.jsonl?$/.test(path));
    const bytes = readFileSync(file ?? "");
    for (const called of ["a.jsonl", "a.json", "rollout-x.jsonl", "session.jsonl"]) {
      const path = join(tempTree({ [called]: bytes }), called);
      expect(await told(path)).toEqual([format]);
    }
  });
});

describe("what only looks like a workspace", () => {
  it.each([
    ["an empty folder", {}],
    ["a mailbox of another kind", { "inbox/letter.md": "a", "inbox/letters/2027.md": "b" }],
    ["a folder of steps of another kind", { "steps/one.ts": "a", "steps/build/run.sh": "b" }],
    ["agents that are settings", { ".claude/agents/reviewer.md": "a", "agents/reviewer/prompt.md": "b" }],
    [
      "unrelated JSON",
      {
        "package.json": '{"name":"x","version":"1.0.0","type":"module"}',
        "a/tsconfig.json": "{}",
        "b.json": "[]",
        "c.json": "7",
        "d.json": '{"type":"user"}',
      },
    ],
    [
      "unrelated lines",
      {
        "events.jsonl": '{"type":"click","id":1}\n{"type":"view","payload":{}}\n',
        "empty.jsonl": "",
        "nul.jsonl": "\0".repeat(900),
      },
    ],
    ["one JSON document named as lines", { "a.jsonl": '{\n  "name": "x",\n  "steps": []\n}\n' }],
    ["tasks without transcripts", { "tasks.jsonl": '{"id":"a"}\n' }],
    ["another tool's workspace.json", { "workspace.json": '{"format":"other","folders":[]}' }],
    ["a schema that names no trajectory", { "t.json": '{"schema_version":"1.0","steps":[]}' }],
    [
      "chat exports of another kind",
      {
        "chat.json": '{"messages":[{"role":"user","content":"hi"}]}',
        "chat.jsonl": '{"role":"user","content":"hi"}\n',
      },
    ],
  ])("is not recognised: %s", async (_, files) => {
    const path = tempTree(files);
    expect(await told(path)).toEqual([]);
    expect(await detectSource({ path })).toBeUndefined();
    for (const file of filesIn(path)) expect(await told(file)).toEqual([]);
  });

  it("is not recognised where there is nothing, or a device", async () => {
    for (const path of [join(tempFolder(), "none"), "/dev/null"]) expect(await told(path)).toEqual([]);
  });

  it("quotes a transcript of another format", async () => {
    const codex = readFileSync("fixtures/codex/turns/rollout-turns.jsonl", "utf8");
    const claude = JSON.stringify({
      type: "user",
      uuid: "u",
      sessionId: "s",
      message: { role: "user", content: codex },
    });
    expect(await told(join(tempTree({ "a.jsonl": `${claude}\n` }), "a.jsonl"))).toEqual(["claude-code"]);
    const rollout = JSON.stringify({
      timestamp: "2027-01-01T00:00:00Z",
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: claude }] },
    });
    expect(await told(join(tempTree({ "a.jsonl": `${rollout}\n` }), "a.jsonl"))).toEqual(["codex"]);
  });
});

describe("a format that is named for an input of another", () => {
  const inputs = [
    ...FORMATS.map((format) => join("fixtures", format, "typical")),
    join("fixtures", "codex", "typical", "rollout-2027-03-09T08-00-00-019f0000-0000-7000-8000-0000000000a1.jsonl"),
    join("fixtures", "none"),
  ];
  const pairs = sources.flatMap((source) => inputs.map((path) => [source.id, path] as const));

  it.each(pairs)("opens or says that it cannot, and nothing else: %s, %s", async (id, path) => {
    const opened = await findSource(id)
      ?.open({ path })
      .catch((error: unknown) => error);
    if (opened instanceof Error) expect(opened).toBeInstanceOf(NotReadable);
    else expect(opened).toHaveProperty("index");
  });
});
