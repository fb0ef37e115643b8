import { describe, expect, it } from "vitest";
import type { Row } from "../../src/model/index.ts";
import { joinPaths } from "../../src/projection/file-paths.ts";
import { possibleWrites } from "../../src/projection/file-writes.ts";
import { allFiles, createGraph, type FileTouch, fileTotals, type Item } from "../../src/projection/index.ts";
import { toolItem } from "../../src/projection/tool-item.ts";
import { call, index, result, surveyRows, task } from "../support/rows.ts";

const join = (paths: readonly string[], folders: readonly string[] = []) =>
  Object.fromEntries(joinPaths(paths, folders));

describe("which paths name one file", () => {
  it("resolves dots, doubled slashes and backslashes", () => {
    expect(join(["./src//a.ts", "src/x/../a.ts", "src\\a.ts", "../a.ts", "."])).toEqual({
      "./src//a.ts": "src/a.ts",
      "src/x/../a.ts": "src/a.ts",
      "src\\a.ts": "src/a.ts",
      "../a.ts": "../a.ts",
      ".": ".",
    });
  });

  it("joins absolute with relative paths below a working folder", () => {
    expect(join(["/repo/src/a.ts", "src/a.ts", "/else/b.ts"], ["/repo"])).toEqual({
      "/repo/src/a.ts": "src/a.ts",
      "src/a.ts": "src/a.ts",
      "/else/b.ts": "/else/b.ts",
    });
  });

  it("joins below a folder where two relative paths are found, and not where one is", () => {
    expect(join(["/repo/src/a.ts", "/repo/b.ts", "src/a.ts", "b.ts", "/lib/src/a.ts"])).toMatchObject({
      "/repo/src/a.ts": "src/a.ts",
      "/repo/b.ts": "b.ts",
      "/lib/src/a.ts": "/lib/src/a.ts",
    });
  });

  it("does not take a folder within a root for a root", () => {
    expect(join(["/repo/pkg/src/a.ts"], ["/repo", "/repo/pkg"])).toEqual({ "/repo/pkg/src/a.ts": "pkg/src/a.ts" });
  });

  it("joins work trees of one root", () => {
    const paths = ["/repo/src/a.ts", "/repo/.claude/worktrees/one/src/a.ts", "/trees/worktrees/two/src/a.ts"];
    expect(join(paths, ["/repo", "/trees/worktrees/two"])).toEqual(
      Object.fromEntries(paths.map((p) => [p, "src/a.ts"])),
    );
  });

  it("takes a work tree of Claude Code for a copy of the folder that it was made in", () => {
    expect(
      join(["/x/repo/.claude/worktrees/agent-1/src/a.ts", "repo/.claude/worktrees/two/a.ts", "/x/repo/src/a.ts"]),
    ).toEqual({
      "/x/repo/.claude/worktrees/agent-1/src/a.ts": "/x/repo/src/a.ts",
      "repo/.claude/worktrees/two/a.ts": "repo/a.ts",
      "/x/repo/src/a.ts": "/x/repo/src/a.ts",
    });
  });

  it("takes names that mean something to JavaScript as names", () => {
    expect(joinPaths(["__proto__"], []).get("__proto__")).toBe("__proto__");
  });
});

describe("what a command visibly writes", () => {
  const writes = (command: unknown, cwd?: string) =>
    possibleWrites(toolItem({ call: call(1, "x", { fields: { command, ...(cwd !== undefined && { cwd }) } }) })).map(
      ({ path }) => path,
    );

  it.each<readonly [string, readonly string[]]>([
    ["echo a > b.txt", ["b.txt"]],
    ["cat <<EOF >> /tmp/x\n> y\nEOF", ["/tmp/x"]],
    ["ls | tee -a one two", ["one", "two"]],
    ["sed -i 's/a/b/' src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["sed -i '' -e 's/a/b/' src/a.ts", ["src/a.ts"]],
    ["sed -n '1,5p' src/a.ts", []],
    ["mv a.ts b.ts", ["a.ts", "b.ts"]],
    ["cp a.ts b.ts", ["b.ts"]],
    ["rm -rf out", ["out"]],
    ["git mv a b", ["a", "b"]],
    ["git apply <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\nEOF", ["src/a.ts"]],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch\nEOF", ["src/a.ts"]],
    ["npm test > /dev/null 2>&1", []],
    ["rm $FILES *.tmp", []],
    ["cat a.ts", []],
    ["cd sub && touch x", ["sub/x"]],
  ])("is told from the words alone: %s", (command, paths) => {
    expect(writes(command)).toEqual(paths);
  });

  it("stands below the working folder", () => {
    expect(writes("echo > a; cd /else; echo > b", "/repo/")).toEqual(["/repo/a", "/else/b"]);
  });

  it("is bounded, and nothing where the command is no text", () => {
    expect(writes(Array.from({ length: 500 }, (_, n) => `touch f${n}`).join("\n"))).toHaveLength(50);
    expect(writes({ command: "touch x" })).toEqual([]);
  });
});

/** Weighs items like the render stage, which knows what each kind of call touches: here the fields say so. */
const told = {
  weigh: (item: Item) => {
    const touches = item.type === "tool" ? item.call?.fields.touches : undefined;
    return {
      bytes: 1,
      elements: 1,
      headline: undefined,
      touches: Array.isArray(touches) ? (touches as readonly FileTouch[]) : [],
    };
  },
};

function touching(n: number, touches: readonly FileTouch[], more: { readonly isError?: true } = {}): readonly Row[] {
  return [call(n, `c${n}`, { kind: "edit", fields: { touches } }), result(n + 1, `c${n}`, more)];
}

async function filesOf(ledgers: Readonly<Record<string, readonly Row[]>>) {
  const tasks = Object.keys(ledgers).map((id) => task(id));
  const surveys = new Map<string, Awaited<ReturnType<typeof surveyRows>>>();
  for (const one of tasks) surveys.set(one.id, await surveyRows(ledgers[one.id] ?? [], { of: one, ...told }));
  return allFiles(createGraph(index(tasks), surveys));
}

describe("the files of a workspace", () => {
  const edit = (path: string, added = 1, removed = 0): FileTouch => ({ path, action: "edited", added, removed });

  it("tell what each Task did, Tasks apart, in the order of its ledger", async () => {
    const [file] = await filesOf({
      a: [...touching(1, [{ path: "src/a.ts", action: "read" }]), ...touching(3, [edit("src/a.ts", 3, 1)])],
      b: touching(1, [edit("./src/a.ts", 5)]),
    });
    expect(file).toMatchObject({ path: "src/a.ts", standing: "changed", reads: 1, changes: 2, added: 8, removed: 1 });
    expect(file?.groups.map(({ taskId, touches }) => [taskId, touches.map(({ label }) => label)])).toEqual([
      ["a", ["001", "003"]],
      ["b", ["001"]],
    ]);
    expect(file?.forms).toEqual(["./src/a.ts", "src/a.ts"]);
  });

  it("do not count what failed, and say so", async () => {
    const [file] = await filesOf({ a: touching(1, [edit("x", 9)], { isError: true }) });
    expect(file).toMatchObject({ standing: "only read", changes: 0, failed: 1, added: 0 });
    expect(file?.groups[0]?.touches[0]?.came).toBe("failed");
  });

  it("keep a call without a result as one of which nobody knows", async () => {
    const [file] = await filesOf({ a: [call(1, "c", { kind: "edit", fields: { touches: [edit("x", 2)] } })] });
    expect(file).toMatchObject({ standing: "changed", changes: 1, added: 0 });
    expect(file?.groups[0]?.touches[0]?.came).toBe("no result recorded");
  });

  it("hold a renamed file under both names", async () => {
    const files = await filesOf({ a: touching(1, [{ path: "new.ts", from: "old.ts", action: "renamed" }]) });
    expect(files.map(({ path, groups }) => [path, groups[0]?.touches[0]?.other])).toEqual([
      ["new.ts", { from: "old.ts" }],
      ["old.ts", { to: "new.ts" }],
    ]);
  });

  it("stand by what became of them: changed, perhaps changed, only read", async () => {
    const files = await filesOf({
      a: [
        ...touching(1, [{ path: "r.ts", action: "read" }]),
        ...touching(3, [edit("c.ts")]),
        call(5, "s", { fields: { command: "echo > p.ts" } }),
        result(6, "s"),
      ],
    });
    expect(files.map(({ path }) => path)).toEqual(["c.ts", "p.ts", "r.ts"]);
    expect(fileTotals(files).map(({ files: many }) => many)).toEqual([1, 1, 1]);
  });

  it("are told by no call that is inherited or withheld", async () => {
    const inherited = { taskId: "p", itemId: "i" };
    const files = await filesOf({
      a: [
        call(1, "a", { kind: "edit", fields: { touches: [edit("secret.ts")] }, inheritedFrom: inherited }),
        call(2, "b", { kind: "edit", fields: {}, input: undefined, restricted: { rule: "r" } }),
      ],
    });
    expect(files).toEqual([]);
  });

  it("are bounded for one call, which is said", async () => {
    const many = Array.from({ length: 250 }, (_, n) => edit(`f${n}`));
    const survey = await surveyRows(touching(1, many), told);
    expect(survey.touches).toHaveLength(100);
    expect(survey.touchesCut).toBe(150);
  });
});
