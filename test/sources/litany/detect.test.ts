import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detectSource, findSource, sources } from "../../../src/sources/index.ts";
import { CHILD, mail, ROOT, text, writeLitany } from "../../support/litany.ts";
import { tempFolder, tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";

async function because(path: string): Promise<string | undefined> {
  return (await detectSource({ path }))?.detection.because;
}

describe("a litany workspace", () => {
  it.each([
    ["agents/*/messages", { "agents/x/messages/001-user.md": "a" }],
    ["agents/*/goal.md", { "agents/x/goal.md": "a" }],
    ["inbox/", { "inbox/x/user-001.md": "a" }],
    ["steps/", { "steps/x/001/meta.json": "{}" }],
    ["repo.git/", { "repo.git/HEAD": "ref" }],
  ])("is recognised by %s", async (sign, files) => {
    const path = tempTree(files);
    expect(await because(path)).toBe(`it has ${sign}`);
    expect((await detectSource({ path }))?.source.id).toBe("litany");
  });

  it.each([
    ["an empty folder", {}],
    ["a folder of other things", { "src/a.ts": "a", "messages.txt": "a", "agents.txt": "a", steps: "a" }],
    ["agents without anything in them", { "agents/readme.md": "a" }],
    ["a folder with messages that are no entries", { "messages/en.json": "{}", "messages/de.json": "{}" }],
  ])("is not seen in %s", async (_, files) => {
    expect(await because(tempTree(files))).toBeUndefined();
  });

  it("is not seen in a file, in nothing, or behind links", async () => {
    const folder = tempTree({ "real/agents/x/messages/001-user.md": "a" });
    mkdirSync(join(folder, "linked"));
    symlinkSync(join(folder, "real/agents"), join(folder, "linked/agents"));
    writeFileSync(join(folder, "file"), "a");
    for (const name of ["file", "nothing", "linked"]) expect(await because(join(folder, name))).toBeUndefined();
  });

  it("is read whole when one agent's folder is pointed at, and that is said", async () => {
    const folder = writeLitany(tempFolder(), {
      agents: { [ROOT]: { goal: "g" }, [CHILD]: { messages: { [`001-${ROOT}.md`]: mail({ from: ROOT }, "a") } } },
    });
    const path = join(folder, "agents", CHILD);
    const found = await detectSource({ path });
    expect(found?.detection.because).toContain("the workspace that it belongs to is read");
    const workspace = await found?.source.open({ path });
    expect(workspace?.index.tasks.map((task) => task.id)).toEqual([ROOT, CHILD]);
  });

  it("may be one agent's folder by itself; only a name that is an agent's counts as its id", async () => {
    for (const [name, id] of [
      [ROOT, ROOT],
      ["downloaded", "agent"],
    ] as const) {
      const path = join(tempTree({ [`${name}/goal.md`]: "Fix it.", [`${name}/messages/001-m.json`]: "[]" }), name);
      const found = await detectSource({ path });
      expect(found?.detection.because).toContain("outside of a workspace");
      const workspace = await found?.source.open({ path });
      expect(workspace?.index.tasks).toMatchObject([{ id, title: "Fix it." }]);
      expect(workspace?.index.files).toEqual([
        { path: "goal.md", kind: "goal", records: 1 },
        { path: "messages/001-m.json", kind: "message", records: 1 },
      ]);
      if (workspace !== undefined) expect(await rowsOf(workspace, id)).toHaveLength(1);
    }
  });

  it("does not carry its folder's name into the index", async () => {
    const spec = { agents: { [ROOT]: { goal: "g", messages: { "001-m.json": [text("a")] } } } };
    const path = writeLitany(join(tempFolder(), "telltale"), spec);
    const workspace = await (await detectSource({ path }))?.source.open({ path });
    expect(JSON.stringify(workspace?.index)).not.toContain("telltale");
  });
});

describe("the registry", () => {
  it("finds a source by its id and nothing by another", () => {
    expect(findSource("litany")?.id).toBe("litany");
    expect(findSource("constructor")).toBeUndefined();
    expect(new Set(sources.map((source) => source.id)).size).toBe(sources.length);
  });
});
