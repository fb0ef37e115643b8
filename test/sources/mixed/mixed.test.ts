import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace } from "../../../src/model/index.ts";
import { detectSource, findSource, NotReadable } from "../../../src/sources/index.ts";
import { CHILD, mail, ROOT, reply, text, writeLitany } from "../../support/litany.ts";
import { tempFolder, tempTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";

/** A folder that holds these fixtures, each in the folder named; an empty name is the folder itself. */
function holding(fixtures: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [to, fixture] of Object.entries(fixtures))
    cpSync(join("fixtures", fixture), join(folder, to), { recursive: true });
  return folder;
}

async function open(path: string): Promise<OpenWorkspace> {
  const found = await detectSource({ path });
  if (found === undefined) throw new Error("nothing was recognised");
  return found.source.open({ path });
}

async function formatOf(path: string): Promise<string | undefined> {
  return (await detectSource({ path }))?.source.id;
}

/** Each record has rows or one note; rows have their bytes; nothing that the index points at is elsewhere. */
async function expectSound(workspace: OpenWorkspace): Promise<void> {
  const { index } = workspace;
  const ids = index.tasks.map((task) => task.id);
  expect(new Set(ids).size).toBe(ids.length);
  const records = new Map<string, Set<string>>(index.files.map((file) => [file.path, new Set()]));
  const places = new Set<string>();
  for (const task of index.tasks) {
    for (const row of await rowsOf(workspace, task.id)) {
      records.get(row.place.file)?.add(row.record);
      places.add(`${task.id} ${row.itemId}`);
      expect(records.has(row.place.file)).toBe(true);
      const { start, end } = row.place;
      const { length } = await workspace.bytes(row.place);
      if (start !== undefined && end !== undefined) expect(length).toBe(end - start);
    }
    for (const gap of index.gaps.get(task.id) ?? []) places.add(`${task.id} ${gap.id}`);
    for (const stored of index.stored.get(task.id) ?? []) places.add(`${task.id} ${stored.itemId}`);
  }
  for (const { record, file, disposition } of index.notes) {
    expect(records.get(file)?.has(record)).toBe(false);
    records.get(file)?.add(record);
    if (disposition.type === "shown") expect(places).toContain(`${disposition.at.taskId} ${disposition.at.itemId}`);
  }
  expect(index.files.filter((file) => records.get(file.path)?.size !== file.records)).toEqual([]);
  for (const edge of index.edges) {
    expect(ids).toContain(edge.childTaskId);
    if (edge.call !== undefined) expect(places).toContain(`${edge.parentTaskId} ${edge.call}`);
    for (const back of edge.returns) expect(places).toContain(`${back.taskId} ${back.itemId}`);
  }
  for (const { taskId } of index.diagnostics) if (taskId !== undefined) expect(ids).toContain(taskId);
  expect(index.files.map((file) => file.path)).toEqual(index.files.map((file) => file.path).toSorted());
}

/** The same with folders and ids of parts taken away. */
async function outline(workspace: OpenWorkspace, strip: (text: string) => string) {
  const tasks = workspace.index.tasks;
  const rows = await Promise.all(tasks.map((task) => rowsOf(workspace, task.id)));
  return JSON.parse(strip(JSON.stringify({ tasks, edges: workspace.index.edges, rows })));
}

describe("a folder that holds several kinds", () => {
  const kinds = {
    claude: "claude-code/nested-agents",
    codex: "codex/family",
    litany: "litany/delegation",
    "deep/down/ledger": "ledger/mailbox",
    atif: "atif/delegation",
  };

  it("is one workspace with the roots of each part", async () => {
    const path = holding(kinds);
    const found = await detectSource({ path });
    expect([found?.source.id, found?.detection.because]).toEqual([
      "mixed",
      "it holds 1 folder of ledger, 1 folder of litany, files of claude-code, files of codex, files of atif",
    ]);
    const workspace = await open(path);
    await expectSound(workspace);
    const expected = await Promise.all(Object.values(kinds).map((fixture) => open(join("fixtures", fixture))));
    expect(workspace.index.tasks.map((task) => task.id).toSorted()).toEqual(
      expected.flatMap(({ index }) => index.tasks.map((task) => task.id)).toSorted(),
    );
    expect(workspace.index.edges).toHaveLength(expected.reduce((sum, { index }) => sum + index.edges.length, 0));
    expect(workspace.index.notes).toHaveLength(expected.reduce((sum, { index }) => sum + index.notes.length, 0));
    expect(workspace.index.format).toBe("mixed");
    await workspace.close();
  });

  it.each(Object.entries(kinds))(
    "gives of the part in %s just what that part gives by itself",
    async (folder, fixture) => {
      const workspace = await open(holding(kinds));
      const alone = await open(join("fixtures", fixture));
      const ids = new Set(alone.index.tasks.map((task) => task.id));
      const mine = await outline(
        {
          ...workspace,
          index: {
            ...workspace.index,
            tasks: workspace.index.tasks.filter((task) => ids.has(task.id)),
            edges: workspace.index.edges.filter((edge) => ids.has(edge.childTaskId)),
          },
        },
        (written) => written.replaceAll(`"${folder}/`, '"'),
      );
      expect(mine).toEqual(await outline(alone, (written) => written));
      for (const task of alone.index.tasks) {
        const rows = await rowsOf(workspace, task.id);
        for (const [at, row] of (await rowsOf(alone, task.id)).entries()) {
          expect(await workspace.bytes(rows[at]?.place ?? { file: "" })).toEqual(await alone.bytes(row.place));
        }
      }
    },
  );

  it("may hold files of several kinds side by side, each read once", async () => {
    const path = holding({ "": "claude-code/typical" });
    cpSync("fixtures/codex/typical", path, { recursive: true });
    cpSync("fixtures/atif/typical", path, { recursive: true });
    expect(await formatOf(path)).toBe("mixed");
    const workspace = await open(path);
    await expectSound(workspace);
    expect(new Set(workspace.index.files.map((file) => file.kind))).not.toContain("other file");
  });

  it("may hold several workspaces of one kind, or one in a folder of its own", async () => {
    for (const [fixtures, because] of [
      [{ one: "litany/typical", two: "litany/steps" }, "it holds 2 folders of litany"],
      [{ "artifact/workspace": "ledger/typical" }, "it holds 1 folder of ledger"],
    ] as const) {
      const path = holding(fixtures);
      expect((await detectSource({ path }))?.detection.because).toBe(because);
      await expectSound(await open(path));
    }
  });

  it("is read by its own source where it holds one kind in files", async () => {
    expect(await formatOf(holding({ a: "claude-code/typical", b: "claude-code/forks" }))).toBe("claude-code");
    expect(await formatOf(holding({ a: "codex/typical", b: "codex/review" }))).toBe("codex");
    expect(await formatOf(holding({ a: "atif/typical", b: "atif/parts" }))).toBe("atif");
  });

  it("reads nothing of what lies in a workspace as another one's", async () => {
    const path = holding({ "ws/agents/extra/files": "claude-code/typical", claude: "claude-code/forks" });
    writeLitany(join(path, "ws"), { agents: { [ROOT]: { goal: "g", messages: { "001-user.md": "a" } } } });
    const workspace = await open(path);
    await expectSound(workspace);
    expect(
      workspace.index.files
        .filter((file) => file.path.startsWith("ws/agents/extra/"))
        .every((file) => file.records === 0),
    ).toBe(true);
  });

  it("lists what belongs to no part", async () => {
    const path = holding({ one: "litany/typical", two: "litany/steps" });
    writeFileSync(join(path, "README.md"), "read me");
    symlinkSync("/etc/passwd", join(path, "linked"));
    mkdirSync(join(path, "report"));
    writeFileSync(join(path, "report/manifest.json"), '{"maker":"taskfolio"}');
    const { index } = await open(path);
    expect(index.diagnostics.filter(({ code }) => code === "report-ignored")).toMatchObject([
      { place: { file: "report" } },
    ]);
    expect(index.files.filter((file) => !/^(?:one|two)\//.test(file.path))).toEqual([
      { path: "README.md", kind: "file of no part", records: 0 },
      { path: "linked", kind: "symbolic link, not followed", records: 0 },
    ]);
  });
});

describe("ids that several parts have", () => {
  const agents = {
    [ROOT]: {
      goal: "g",
      messages: { "001-user.md": "a", [`003-${CHILD}.md`]: mail({ from: CHILD, epitaph: "final-response" }, "done") },
    },
    [CHILD]: {
      goal: "h",
      messages: { [`001-${ROOT}.md`]: mail({ from: ROOT }, "h"), "002-m.json": reply([text("done")]) },
    },
  };

  it("stay in the first part and get the folder before them in the others, throughout, which is stated", async () => {
    const path = tempFolder();
    for (const name of ["a", "b", "c"])
      writeLitany(join(path, name), { agents, inbox: { [ROOT]: { "user-001.md": mail({ from: CHILD }, "more") } } });
    const workspace = await open(path);
    await expectSound(workspace);
    expect(workspace.index.tasks.map(({ id, rootId, parentId }) => [id, rootId, parentId])).toEqual(
      ["", "b/", "c/"].flatMap((prefix) => [
        [`${prefix}${ROOT}`, `${prefix}${ROOT}`, undefined],
        [`${prefix}${CHILD}`, `${prefix}${ROOT}`, `${prefix}${ROOT}`],
      ]),
    );
    const renamed = workspace.index.diagnostics
      .filter(({ code }) => code === "task-id-prefixed")
      .map(({ taskId }) => taskId);
    expect(renamed).toEqual([`b/${ROOT}`, `b/${CHILD}`, `c/${ROOT}`, `c/${CHILD}`]);
    const [, mailRow] = await rowsOf(workspace, `b/${ROOT}`);
    expect(mailRow).toMatchObject({
      record: `b/agents/${ROOT}/messages/003-${CHILD}.md`,
      input: { sender: { id: CHILD, taskId: `b/${CHILD}` } },
    });
    expect(workspace.index.stored.get(`b/${ROOT}`)).toMatchObject([{ record: `b/inbox/${ROOT}/user-001.md` }]);
    expect(workspace.index.gaps.get(`c/${ROOT}`)).toHaveLength(1);
    expect(await rowsOf(workspace, "nobody")).toEqual([]);
  });

  it("do not make a Task the parent of another part's", async () => {
    const path = tempFolder();
    writeLitany(join(path, "a"), { agents: { [ROOT]: { goal: "g" } } });
    writeLitany(join(path, "b"), { agents: { [CHILD]: { goal: "h" } } });
    const { index } = await open(path);
    expect(index.tasks.map(({ id, parentId }) => [id, parentId])).toEqual([
      [ROOT, undefined],
      [CHILD, `b/${ROOT}`],
    ]);
  });
});

describe("what is no folder of several workspaces", () => {
  it.each([
    ["nothing", {}],
    ["unrelated files", { "src/a.ts": "a", "data/b.json": "{}", "data/c.jsonl": '{"a":1}\n' }],
    ["workspaces of nothing but dependencies", { "node_modules/x/agents/y/messages/001-user.md": "a" }],
  ])("is not recognised: %s", async (_, files) => {
    expect(await formatOf(tempTree(files))).toBeUndefined();
  });

  it("cannot be opened as one", async () => {
    const source = findSource("mixed");
    for (const path of [
      tempTree({ "a.txt": "a" }),
      join(tempTree({ "a.txt": "a" }), "a.txt"),
      join(tempFolder(), "none"),
    ])
      await expect(source?.open({ path })).rejects.toBeInstanceOf(NotReadable);
  });

  it("has an end however deep and wide it is", async () => {
    const path = tempFolder();
    for (let at = 0; at < 300; at += 1) mkdirSync(join(path, `d${at}/e/f/g/h`), { recursive: true });
    writeLitany(join(path, "d0/e/f/g/h"), { agents: { [ROOT]: { goal: "too deep to be looked for" } } });
    expect(await formatOf(path)).toBeUndefined();
  });
});
