import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { writeLitany } from "../support/litany.ts";

const base = mkdtempSync(join(tmpdir(), "taskfolio-files-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ID = "20270101T090000Z-1a2b3c4d";

const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const answer = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });

async function filesOf(policy?: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(base, policy === undefined ? "open" : "withheld");
  const workspace = writeLitany(folder, {
    agents: {
      [ID]: {
        goal: "Start.",
        messages: {
          "001-user.md": "Start.",
          "002-model.json": [
            use("a", "read_file", { path: "conf/harbour.env" }),
            use("b", "bash", { command: "echo x > conf/harbour.env && npm test" }),
            use("c", "read_file", { path: "src/date.ts" }),
          ],
          "003-tool.json": [answer("a", "x"), answer("b", "Exit code: 0\n"), answer("c", "const a = 1;")],
        },
      },
    },
  });
  const path = policy === undefined ? undefined : join(base, "policy.yaml");
  if (path !== undefined) writeFileSync(path, policy ?? "");
  const writer = memoryWriter();
  await build({ workspace, ...(path !== undefined && { policy: path }) }, { writer });
  return new Map(Array.from(writer.files, ([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

it("tells of files and checks, each with a page", async () => {
  const files = await filesOf();
  const list = files.get("files/index.html") ?? "";
  expect(list).toContain("conf/harbour.env");
  expect(list).toContain("src/date.ts");
  expect([...files.keys()].filter((name) => /^files\/f-[0-9a-f]{12}\.html$/.test(name))).toHaveLength(2);
  expect(files.get("index.html")).toContain("a test run");
});

it("tells nothing of what a policy withholds: no path, no page, no count, no check", async () => {
  const files = await filesOf('rules:\n  - {id: r, reason: private, match: {path: "**/*.env"}}\n');
  for (const [name, text] of files) expect({ name, tells: text.includes("harbour") }).toEqual({ name, tells: false });
  const list = files.get("files/index.html") ?? "";
  expect(list).toContain("1 file that tool calls name: 1 only read.");
  expect([...files.keys()].filter((name) => name.startsWith("files/f-"))).toHaveLength(1);
  expect(files.get("index.html")).not.toContain("a test run");
});
