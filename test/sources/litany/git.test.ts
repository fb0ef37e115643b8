import { execFileSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace, Task } from "../../../src/model/index.ts";
import { litany } from "../../../src/sources/litany/index.ts";
import { git, writeBlob, writeRepository } from "../../support/git.ts";
import {
  CHILD,
  call,
  handle,
  type LitanySpec,
  mail,
  ROOT,
  reply,
  result,
  text,
  writeLitany,
} from "../../support/litany.ts";
import { tempFolder } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { openFolder } from "./open.ts";

const rootMessages = {
  "001-user.md": mail({ from: "user", at: "2027-01-01T09:00:00Z" }, "Fix the importer."),
  "005-some-model-1.2.json": JSON.stringify(
    reply([text("I hand it on."), call("c", "dispatch", { role: "worker", goal: "Check it." })]),
  ),
  "006-tool.json": JSON.stringify(result("c", handle(CHILD))),
  "007-some-model-1.2.json": JSON.stringify(reply([text("Done.")])),
};
const childMessages = {
  [`001-${ROOT}.md`]: mail({ from: ROOT, at: "2027-01-01T09:04:12Z" }, "Check it."),
  "002-some-model-1.2.json": JSON.stringify(reply([text("Checked: ü ✓")], { input_tokens: 3 })),
};
const spec: LitanySpec = {
  agents: {
    [ROOT]: {
      goal: "Fix the importer.",
      name: "CopperLantern\n",
      soul: "Be brief.",
      messages: rootMessages,
      summary: { "001.md": "Read." },
    },
    [CHILD]: { goal: "Check it.", messages: childMessages },
  },
};

function inMessages(messages: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(messages).map(([name, content]) => [`messages/${name}`, content]));
}

function entry(id: string, number: string, origin: string, at: number, files: Readonly<Record<string, string>>) {
  return { subject: `transcript ${number}: ${origin} [${id}]`, at, files };
}

/** The branches that the engine would have written for `spec`. */
function branches() {
  const of = (name: keyof typeof rootMessages) => ({ [`messages/${name}`]: rootMessages[name] });
  return {
    [`refs/heads/agents/${ROOT}`]: {
      commits: [
        {
          subject: `step 001: dispatch [${ROOT}]`,
          at: 1_798_794_000,
          files: { "goal.md": "Fix the importer.", name: "CopperLantern\n", "soul.md": "Be brief." },
        },
        entry(ROOT, "001", "user", 1_798_794_001, of("001-user.md")),
        entry(ROOT, "005", "some-model-1.2", 1_798_794_002, {
          ...of("005-some-model-1.2.json"),
          "summary/001.md": "Read.",
        }),
        entry(ROOT, "006", "tool", 1_798_794_003, of("006-tool.json")),
        entry(ROOT, "007", "some-model-1.2", 1_798_794_004, {
          ...of("007-some-model-1.2.json"),
          "src/work.ts": "product",
        }),
      ],
    },
    [`refs/heads/agents/${CHILD}`]: {
      from: `refs/heads/agents/${ROOT}`,
      commits: [
        {
          subject: `dispatch: worker [${CHILD}]`,
          files: {
            ...Object.fromEntries(Object.keys(inMessages(rootMessages)).map((path) => [path, null])),
            "summary/001.md": null,
            name: null,
            "soul.md": null,
            "goal.md": "Check it.",
          },
        },
        entry(CHILD, "001", ROOT, 1_798_794_010, {
          [`messages/001-${ROOT}.md`]: childMessages[`001-${ROOT}.md`] ?? "",
        }),
        entry(CHILD, "002", "some-model-1.2", 1_798_794_011, {
          "messages/002-some-model-1.2.json": childMessages["002-some-model-1.2.json"],
        }),
      ],
    },
  };
}

function withoutWorktrees(stands: "loose" | "packed" = "packed"): string {
  const folder = writeLitany(tempFolder(), { ...spec, agents: {} });
  writeRepository(folder, branches(), stands);
  return folder;
}

async function everything(workspace: OpenWorkspace) {
  const { tasks, edges, gaps, stored } = workspace.index;
  const rows = await Promise.all(tasks.map((task) => rowsOf(workspace, task.id)));
  const bytes = await Promise.all(rows.flat().map((row) => workspace.bytes(row.place)));
  return { tasks, edges, gaps, stored, rows, bytes: bytes.map((one) => Buffer.from(one).toString()) };
}

function taskOf(workspace: OpenWorkspace, id: string): Task | undefined {
  return workspace.index.tasks.find((task) => task.id === id);
}

function codes(workspace: OpenWorkspace, taskId?: string): readonly string[] {
  return workspace.index.diagnostics
    .filter((one) => taskId === undefined || one.taskId === taskId)
    .map(({ code }) => code);
}

/** A root in its worktree, with these refs beside it. */
async function openMarked(mark: (repository: string) => void): Promise<OpenWorkspace> {
  const folder = writeLitany(tempFolder(), { agents: { [ROOT]: spec.agents?.[ROOT] ?? {} } });
  mark(writeRepository(folder, {}));
  return openFolder(folder);
}

function setMark(repository: string, kind: string, content = "{}", engine = "litany"): void {
  git(repository, ["update-ref", `refs/${engine}/${kind}/${ROOT}`, writeBlob(repository, content)]);
}

describe("an agent whose worktree is gone", () => {
  it.each(["loose", "packed"] as const)(
    "has from its branch the rows, facts and bytes that its worktree gave, objects being %s",
    async (stands) => {
      const folder = writeLitany(tempFolder(), spec);
      writeRepository(folder, branches(), stands);
      const fromBranches = await openFolder(withoutWorktrees(stands));
      expect(await everything(fromBranches)).toEqual(await everything(await openFolder(folder)));
      expect(taskOf(fromBranches, ROOT)).toMatchObject({
        title: "Fix the importer.",
        agent: "CopperLantern",
        status: { word: "succeeded" },
        record: "present",
      });
      expect(fromBranches.index.edges).toMatchObject([
        { childTaskId: CHILD, established: "declared", call: "005-some-model-1.2.json#2" },
      ]);
      expect(fromBranches.index.gaps.get(ROOT)).toMatchObject([
        { kind: "compacted", from: "002", to: "004", summaries: [{ text: "Read." }] },
      ]);
    },
  );

  it("has its records listed where they would stand, said to be from git, and its work products left in the repository", async () => {
    const { index } = await openFolder(withoutWorktrees());
    expect(index.files).toEqual([
      ...[
        [`agents/${ROOT}/goal.md`, "goal, from git"],
        ...Object.keys(rootMessages).map((name) => [`agents/${ROOT}/messages/${name}`, "message, from git"]),
        [`agents/${ROOT}/name`, "agent name, from git"],
        [`agents/${ROOT}/soul.md`, "role instructions, from git"],
        [`agents/${ROOT}/summary/001.md`, "summary, from git"],
        [`agents/${CHILD}/goal.md`, "goal, from git"],
        ...Object.keys(childMessages).map((name) => [`agents/${CHILD}/messages/${name}`, "message, from git"]),
      ]
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1))
        .map(([path, kind]) => ({ path, kind, records: 1 })),
      { path: "repo.git", kind: "git repository", records: 0 },
    ]);
    expect(index.diagnostics.map(({ code }) => code)).toEqual(["read-from-branch", "read-from-branch"]);
  });

  it("is read whether or not a folder of its name is left without goal and messages", async () => {
    const folder = withoutWorktrees();
    writeLitany(folder, { files: { [`agents/${ROOT}/notes.txt`]: "left over" } });
    const workspace = await openFolder(folder);
    expect(await rowsOf(workspace, ROOT)).toHaveLength(6);
    expect(workspace.index.files.find(({ path }) => path.endsWith("notes.txt"))).toMatchObject({
      kind: "work product",
    });
  });

  it("is read again after the workspace was closed", async () => {
    const workspace = await openFolder(withoutWorktrees());
    const rows = await rowsOf(workspace, CHILD);
    await workspace.close();
    expect(await rowsOf(workspace, CHILD)).toEqual(rows);
    await workspace.close();
  });

  it.runIf(existsSync("/proc/self/fd"))("leaves no file open but while it is being read", async () => {
    const folder = withoutWorktrees();
    const opened = () =>
      execFileSync("ls", ["-l", `/proc/${process.pid}/fd`])
        .toString()
        .includes(folder);
    const workspace = await openFolder(folder);
    // Forgets the files read last.
    await workspace.close();
    const during: boolean[] = [];
    for await (const row of workspace.rows(CHILD)) {
      await workspace.bytes(row.place);
      during.push(opened());
    }
    expect(during).toContain(true);
    await workspace.bytes({ file: `agents/${ROOT}/goal.md` });
    expect(opened()).toBe(false);
  });

  it("is read beside one whose worktree is here, each from its own", async () => {
    const folder = withoutWorktrees();
    writeLitany(folder, {
      agents: {
        [CHILD]: {
          goal: "Check it.",
          messages: { ...childMessages, "003-some-model-1.2.json": reply([text("Later, not committed.")]) },
        },
      },
    });
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, CHILD)).map((row) => row.createdAt)).toEqual([
      "2027-01-01T09:00:10Z",
      "2027-01-01T09:00:11Z",
      undefined,
    ]);
    expect(codes(workspace, CHILD)).toEqual([]);
    expect(codes(workspace, ROOT)).toEqual(["read-from-branch"]);
  });

  it("may have been repacked with deltas, and its refs packed", async () => {
    const folder = tempFolder();
    const long = Array.from({ length: 400 }, (_, at) => `line ${at}`).join("\n");
    const commits = Array.from({ length: 60 }, (_, at) => ({
      subject: "s",
      files: { [`messages/${String(at + 1).padStart(3, "0")}-user.md`]: `${long}\n${at}` },
    }));
    const repository = writeRepository(folder, { [`refs/heads/agents/${ROOT}`]: { commits } });
    git(repository, ["repack", "-adfq", "--depth=50", "--window=50"]);
    git(repository, ["pack-refs", "--all"]);
    const rows = await rowsOf(await openFolder(folder), ROOT);
    expect(rows.filter((row) => row.type === "message")).toHaveLength(60);
    expect(rows[41]).toMatchObject({ parts: [{ text: `${long}\n41` }] });
  });
});

describe("what git adds", () => {
  it("is when an entry was committed, by its author's date, from the agent's own commits alone", async () => {
    const workspace = await openFolder(withoutWorktrees());
    expect((await rowsOf(workspace, ROOT)).map((row) => [row.label, row.createdAt])).toEqual([
      ["soul", undefined],
      ["001", "2027-01-01T09:00:01Z"],
      ["005.1", "2027-01-01T09:00:02Z"],
      ["005.2", "2027-01-01T09:00:02Z"],
      ["006", "2027-01-01T09:00:03Z"],
      ["007.1", "2027-01-01T09:00:04Z"],
    ]);
  });

  it("is the newest date where a counter was used again", async () => {
    const folder = tempFolder();
    const files = { "messages/002-m.json": JSON.stringify(reply([text("b")])) };
    writeRepository(folder, {
      [`refs/heads/agents/${ROOT}`]: {
        commits: [
          entry(ROOT, "002", "m", 1_000_000_000, files),
          entry(ROOT, "002", "other", 1_100_000_000, {}),
          entry(ROOT, "002", "m", 1_200_000_000, {}),
        ],
      },
    });
    expect((await rowsOf(await openFolder(folder), ROOT))[0]?.createdAt).toBe("2008-01-10T21:20:00Z");
  });

  it("is that the engine started an agent for its own upkeep", async () => {
    const helperOf = async (subject: string, messages: Readonly<Record<string, object>> = {}) => {
      const folder = writeLitany(tempFolder(), { agents: { [ROOT]: { goal: "g", messages } } });
      const commits = [{ subject, files: { "goal.md": "Sum it up." } }];
      writeRepository(folder, { [`refs/heads/agents/${CHILD}`]: { commits } });
      return taskOf(await openFolder(folder), CHILD)?.helper;
    };
    const founded = "the commit that founded it gives it the role of a";
    expect(await helperOf(`dispatch: compactor [${CHILD}]`)).toBe(`${founded} compactor`);
    expect(await helperOf(`dispatch: reviewer [${CHILD}]`)).toBe(`${founded} reviewer, and no call names it`);
    const called = {
      "001-m.json": reply([call("c", "dispatch", { role: "verifier", goal: "Sum it up." })]),
      "002-tool.json": result("c", handle(CHILD)),
    };
    expect(await helperOf(`dispatch: verifier [${CHILD}]`, called)).toBeUndefined();
    for (const subject of [`dispatch: worker [${CHILD}]`, `dispatch: compactor [${ROOT}]`, "dispatch: compactor", ""])
      expect(await helperOf(subject)).toBeUndefined();
  });

  it.each(["litany", "lernie"])(
    "is a mark of the %s engine that an agent was abandoned, ran out of budget or is held",
    async (engine) => {
      const statusOf = async (kind: string, content?: string) =>
        taskOf(await openMarked((repository) => setMark(repository, kind, content, engine)), ROOT)?.status;
      expect(await statusOf("abandoned")).toMatchObject({ word: "canceled", certainty: "recorded" });
      expect(await statusOf("budget-exhausted")).toMatchObject({
        word: "failed",
        certainty: "recorded",
        reason: "budget-exhausted",
      });
      expect(
        await statusOf("held", JSON.stringify({ tool_use_id: "c", tool: "bash", reason: "needs a person" })),
      ).toMatchObject({
        word: "running",
        certainty: "recorded",
        basis: "a mark in the repository says that it is parked on a tool call",
        reason: "bash: needs a person",
      });
      for (const content of ["not json", "[]", '{"tool":7}', ""]) {
        const status = await statusOf("held", content);
        expect(status).toMatchObject({ word: "running", certainty: "recorded" });
        expect(status).not.toHaveProperty("reason");
      }
    },
  );

  it("is a mark that decides no status, told by what it is and not by what it holds", async () => {
    const workspace = await openMarked((repository) => {
      for (const kind of ["returned", "notify", "conflicted", "cwd", "of-later-times"])
        setMark(repository, kind, "/home/telltale");
    });
    expect(taskOf(workspace, ROOT)?.status.word).toBe("succeeded");
    expect(codes(workspace, ROOT)).toEqual(Array.from({ length: 5 }, () => "engine-mark"));
    expect(new Set(workspace.index.diagnostics.map(({ says }) => says)).size).toBe(5);
    expect(JSON.stringify(workspace.index)).not.toContain("telltale");
  });

  it("does not call a held call orphaned", async () => {
    const folder = writeLitany(tempFolder(), {
      agents: { [ROOT]: { messages: { "001-m.json": reply([call("c", "bash", { command: "ls" })]) } } },
    });
    const repository = writeRepository(folder, {});
    setMark(repository, "held", '{"tool_use_id":"c","tool":"bash"}');
    expect((await rowsOf(await openFolder(folder), ROOT)).at(-1)).toMatchObject({
      type: "notice",
      says: expect.stringContaining("parked when the copy was made"),
    });
  });
});

describe("an archive of the engine", () => {
  it("is read from its bundle as it would be from the repository", async () => {
    const folder = withoutWorktrees();
    const expected = await everything(await openFolder(folder));
    git(join(folder, "repo.git"), ["bundle", "create", "--quiet", join(folder, "agents.bundle"), "--all"]);
    rmSync(join(folder, "repo.git"), { recursive: true });
    const workspace = await openFolder(folder);
    expect(await everything(workspace)).toEqual(expected);
    expect(workspace.index.files.find(({ path }) => path === "agents.bundle")).toEqual({
      path: "agents.bundle",
      kind: "git bundle",
      records: 0,
    });
  });

  it("is recognised where there is nothing but the bundle", async () => {
    const folder = withoutWorktrees();
    const alone = tempFolder();
    git(join(folder, "repo.git"), [
      "bundle",
      "create",
      "--quiet",
      "--version=3",
      join(alone, "agents.bundle"),
      "--all",
    ]);
    const found = await litany.detect({ path: alone });
    expect(found?.because).toBe("it has agents.bundle");
    const workspace = await litany.open({ path: alone });
    expect(workspace.index.tasks.map((task) => task.id)).toEqual([ROOT, CHILD]);
  });

  it("says in one sentence how to unpack a bundle that cannot be read", async () => {
    for (const content of [
      "",
      "# v2 git bundle\n",
      "# v3 git bundle\n@object-format=sha256\n\nPACK",
      "# v2 git bundle\n\nPACK",
      "anything",
    ]) {
      const folder = writeLitany(tempFolder(), { agents: { [ROOT]: { goal: "g" } } });
      writeFileSync(join(folder, "agents.bundle"), content);
      const { index } = await openFolder(folder);
      expect(index.diagnostics).toMatchObject([
        { code: "bundle-unreadable", says: expect.stringContaining("git clone --mirror agents.bundle repo.git") },
      ]);
      expect(index.files).toContainEqual({ path: "agents.bundle", kind: "git bundle, not read", records: 0 });
    }
  });
});

const corpus = process.env.TASKFOLIO_CORPUS;

describe.runIf(corpus !== undefined && corpus !== "")("a workspace of the corpus", () => {
  it.each(["derived-claude-6-subagents", "derived-codex-family-8", "derived-codex-over-999-entries"])(
    "has from its branches alone the same Tasks and rows, %s",
    async (name) => {
      const whole = join(corpus ?? "", "litany", name);
      const folder = join(tempFolder(), "copy");
      cpSync(whole, folder, { recursive: true });
      rmSync(join(folder, "agents"), { recursive: true });
      const [expected, found] = [await litany.open({ path: whole }), await litany.open({ path: folder })];
      expect(found.index.tasks.map((task) => task.id)).toEqual(expected.index.tasks.map((task) => task.id));
      for (const { id } of expected.index.tasks) {
        // Names in the texts of the worktrees were replaced after they had been committed.
        const outline = async (workspace: OpenWorkspace) =>
          (await rowsOf(workspace, id)).map(({ sequence, turnIndex, itemId, type, createdAt, record }) => ({
            sequence,
            turnIndex,
            itemId,
            type,
            createdAt,
            record,
          }));
        expect(await outline(found)).toEqual(await outline(expected));
      }
    },
  );
});
