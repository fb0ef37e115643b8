import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace } from "../../../src/model/index.ts";
import { readGit } from "../../../src/sources/litany/branches.ts";
import { litany } from "../../../src/sources/litany/index.ts";
import { listTree } from "../../../src/sources/support/files.ts";
import {
  git,
  tryGit,
  writeAgentBranch,
  writeBlob,
  writeObject,
  writeRepository,
  writeTreeObject,
} from "../../support/git.ts";
import { CHILD, ROOT } from "../../support/litany.ts";
import { tempFolder } from "../../support/temp.ts";
import { expectSoundRecord, rowsOf } from "../records.ts";
import { openFolder } from "./open.ts";

const BRANCH = `refs/heads/agents/${ROOT}`;
const SECRET = "from outside of the workspace";

function textsOf(rows: Awaited<ReturnType<typeof rowsOf>>): readonly string[] {
  return rows.map((row) =>
    row.type === "message" ? row.parts.map((part) => (part.type === "text" ? part.text : "")).join("") : row.type,
  );
}

async function allOf(workspace: OpenWorkspace): Promise<string> {
  const rows = await Promise.all(workspace.index.tasks.map((task) => rowsOf(workspace, task.id)));
  return JSON.stringify([workspace.index, rows]);
}

function codes(workspace: OpenWorkspace): readonly string[] {
  return workspace.index.diagnostics.map(({ code }) => code).filter((code) => code !== "read-from-branch");
}

/** A workspace whose only agent stands in its branch, with these messages. */
function workspaceOf(messages: Readonly<Record<string, string>>, stands: "loose" | "packed" = "packed") {
  const folder = tempFolder();
  const files = Object.fromEntries(Object.entries(messages).map(([name, content]) => [`messages/${name}`, content]));
  const repository = writeRepository(folder, { [BRANCH]: { commits: [{ subject: "s", files }] } }, stands);
  return { folder, repository };
}

/** Everything that git could be made to run leaves a file. */
function plantCommands(repository: string, ran: string): void {
  const script = join(repository, "planted");
  writeFileSync(script, `#!/bin/sh\necho ran > ${ran}\ncat "$1"\n`);
  chmodSync(script, 0o755);
  for (const [name, value] of [
    ["core.fsmonitor", script],
    ["core.hooksPath", join(repository, "hooks")],
    ["core.sshCommand", script],
    ["core.pager", script],
    ["core.editor", script],
    ["core.alternateRefsCommand", script],
    ["diff.planted.textconv", script],
    ["diff.external", script],
    ["filter.planted.smudge", script],
    ["filter.planted.clean", script],
    ["filter.planted.process", script],
    ["core.attributesFile", join(repository, "info/attributes")],
    ["protocol.ext.allow", "always"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", `ext::sh -c "${script}"`],
    ["remote.origin.promisor", "true"],
    ["uploadpack.packObjectsHook", script],
  ] as const)
    git(repository, ["config", name, value]);
  writeFileSync(join(repository, "info/attributes"), "* diff=planted filter=planted\n");
  for (const hook of ["post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change"])
    cpSync(script, join(repository, "hooks", hook));
}

describe("a repository that wants something run", () => {
  it("has nothing run, whatever its configuration, hooks and attributes say", async () => {
    const folder = tempFolder();
    const repository = writeRepository(folder, {
      [BRANCH]: {
        commits: [
          {
            subject: "a",
            files: { "messages/001-user.md": "one", ".gitattributes": "* diff=planted filter=planted\n" },
          },
          { subject: "b", files: { "messages/001-user.md": "hello" } },
        ],
      },
    });
    const ran = join(tempFolder(), "ran");
    plantCommands(repository, ran);
    const workspace = await openFolder(folder);
    expect(textsOf(await rowsOf(workspace, ROOT))).toContain("hello");
    expect(existsSync(ran)).toBe(false);
    // The trap is live: git itself falls into it.
    tryGit(repository, ["log", "-p", BRANCH, "--", "messages"]);
    expect(existsSync(ran)).toBe(true);
  });

  it("fetches nothing that a promisor is said to hold", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "kept", "002-user.md": "promised" }, "loose");
    const ran = join(tempFolder(), "ran");
    plantCommands(repository, ran);
    const oid = git(repository, ["rev-parse", `${BRANCH}:messages/002-user.md`]);
    rmSync(join(repository, "objects", oid.slice(0, 2), oid.slice(2)));
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, ROOT)).map((row) => row.type)).toEqual(["message", "raw"]);
    expect(codes(workspace)).toEqual(["unreadable-file"]);
    expect(existsSync(ran)).toBe(false);
  });
});

describe("a repository that points outside", () => {
  function outside(): { readonly repository: string; readonly oid: string } {
    const repository = writeRepository(tempFolder(), {});
    return { repository, oid: writeBlob(repository, SECRET) };
  }

  it("gives nothing of another repository by its alternates", async () => {
    const { folder, repository } = workspaceOf({}, "loose");
    const other = outside();
    writeFileSync(join(repository, "objects/info/alternates"), `${other.repository}/objects\n`);
    const messages = writeTreeObject(repository, [{ name: "001-user.md", oid: other.oid }]);
    writeAgentBranch(
      repository,
      ROOT,
      writeTreeObject(repository, [{ mode: "40000", name: "messages", oid: messages }]),
    );
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, ROOT)).map((row) => row.type)).toEqual(["raw"]);
    expect(await allOf(workspace)).not.toContain(SECRET);
    expect(git(repository, ["show", `${BRANCH}:messages/001-user.md`])).toBe(SECRET);
  });

  it.each(["objects/xx", "objects/pack", "objects"])(
    "gives nothing of another repository by a link at %s",
    async (at) => {
      const { folder, repository } = workspaceOf({}, "loose");
      const other = outside();
      const messages = writeTreeObject(repository, [{ name: "001-user.md", oid: other.oid }]);
      writeAgentBranch(
        repository,
        ROOT,
        writeTreeObject(repository, [{ mode: "40000", name: "messages", oid: messages }]),
      );
      const linked = at.replace("xx", other.oid.slice(0, 2));
      if (at === "objects/pack") git(other.repository, ["repack", "-aq"]);
      if (at === "objects") cpSync(join(repository, "objects"), join(other.repository, "objects"), { recursive: true });
      rmSync(join(repository, linked), { recursive: true, force: true });
      symlinkSync(join(other.repository, linked), join(repository, linked));
      const workspace = await openFolder(folder);
      expect(await allOf(workspace)).not.toContain(SECRET);
    },
  );

  it.each(["repo.git", "repo.git/refs", "repo.git/refs/heads/agents"])(
    "is not followed where %s is a link",
    async (at) => {
      const { folder } = workspaceOf({ "001-user.md": SECRET });
      const other = join(tempFolder(), "other");
      renameSync(join(folder, at), other);
      symlinkSync(other, join(folder, at));
      mkdirSync(join(folder, "agents", CHILD), { recursive: true });
      writeFileSync(join(folder, "agents", CHILD, "goal.md"), "g");
      const workspace = await openFolder(folder);
      expect(workspace.index.tasks.map((task) => task.id)).toEqual([CHILD]);
    },
  );

  it("is not asked for what a ref names that is a path, a link or a circle", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "kept" });
    const file = join(tempFolder(), "telltale");
    const good = git(repository, ["rev-parse", BRANCH]);
    writeFileSync(file, good);
    const refs = join(repository, "refs/heads/agents");
    writeFileSync(join(refs, "climbs"), "ref: ../../../../../../../../etc/passwd\n");
    writeFileSync(join(refs, "absolute"), `ref: ${file}\n`);
    writeFileSync(join(refs, "circle"), "ref: refs/heads/agents/circle\n");
    writeFileSync(join(refs, "empty"), "");
    writeFileSync(join(refs, "long"), "f".repeat(100_000));
    writeFileSync(join(refs, "named"), `ref: ${BRANCH}\n`);
    symlinkSync(file, join(refs, "linked"));
    appendFileSync(
      join(repository, "packed-refs"),
      `${good} refs/heads/agents/../../../up\n${good} refs/heads/agents/..\n${good} refs/heads/agents/a/b\n${"f".repeat(64)} refs/heads/agents/other-hash\nnonsense\n`,
    );
    const workspace = await openFolder(folder);
    expect(workspace.index.tasks.map((task) => task.id)).toEqual([ROOT, "named"]);
    expect(textsOf(await rowsOf(workspace, "named"))).toContain("kept");
    expect(codes(workspace).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "branch-of-no-agent"),
      ...Array.from({ length: 7 }, () => "ref-unreadable"),
    ]);
    expect(JSON.stringify(workspace.index)).not.toContain("telltale");
  });

  it("has no say through replacements and grafts", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "as recorded" });
    const oid = git(repository, ["rev-parse", `${BRANCH}:messages/001-user.md`]);
    git(repository, ["replace", oid, writeBlob(repository, "replaced")]);
    writeFileSync(join(repository, "info/grafts"), `${git(repository, ["rev-parse", BRANCH])} ${oid}\n`);
    expect(git(repository, ["show", `${BRANCH}:messages/001-user.md`])).toBe("replaced");
    expect(textsOf(await rowsOf(await openFolder(folder), ROOT))).toContain("as recorded");
  });
});

describe("a branch with odd entries", () => {
  it("has links shown as such, and no name that leads elsewhere or stands there twice", async () => {
    const folder = tempFolder();
    const repository = writeRepository(folder, {});
    const [kept, bad, target] = ["kept", "bad", "/etc/passwd"].map((content) =>
      writeObject(repository, "blob", content),
    );
    if (kept === undefined || bad === undefined || target === undefined) throw new Error("an object has no name");
    const messages = writeTreeObject(repository, [
      { name: "001-user.md", oid: kept },
      { name: "001-user.md", oid: bad },
      { name: "..", oid: bad },
      { name: ".", oid: bad },
      { name: "", oid: bad },
      { name: "../../../001-user.md", oid: bad },
      { name: "a\\b-user.md", oid: bad },
      { mode: "120000", name: "002-user.md", oid: target },
      { mode: "160000", name: "003-user.md", oid: kept },
      { mode: "100755", name: "004-user.md", oid: kept },
      { mode: "40000", name: "005-vendor", oid: writeTreeObject(repository, []) },
      { mode: "7", name: "006-user.md", oid: kept },
    ]);
    writeAgentBranch(
      repository,
      ROOT,
      writeTreeObject(repository, [
        { mode: "40000", name: "..", oid: messages },
        { mode: "40000", name: ".git", oid: messages },
        { mode: "40000", name: "messages", oid: messages },
      ]),
    );
    const workspace = await openFolder(folder);
    const rows = await rowsOf(workspace, ROOT);
    expect(rows.map((row) => [row.label, row.type])).toEqual([
      ["001", "message"],
      ["002", "raw"],
      ["003", "raw"],
      ["004", "message"],
      ["005", "raw"],
      ["006", "raw"],
    ]);
    expect(textsOf(rows)[0]).toBe("kept");
    expect(await allOf(workspace)).not.toContain("/etc/passwd");
    expect(await allOf(workspace)).not.toContain('"bad"');
    expect(codes(workspace)).toEqual([
      "branch-names-refused",
      "link-not-followed",
      "not-a-regular-file",
      "unexpected-folder",
      "not-a-regular-file",
    ]);
  });

  it("is a problem and no end where its commit, tree or messages are of another type, cut or missing", async () => {
    const folder = tempFolder();
    const repository = writeRepository(folder, {});
    const blob = writeObject(repository, "blob", "x");
    const missing = "1".repeat(40);
    const cut = writeObject(repository, "tree", "100644 001-user.md\0short");
    for (const [at, tree] of [blob, missing, cut].entries()) writeAgentBranch(repository, `top-${at}`, tree);
    for (const [at, messages] of [blob, missing, cut].entries())
      writeAgentBranch(
        repository,
        `messages-${at}`,
        writeTreeObject(repository, [{ mode: "40000", name: "messages", oid: messages }]),
      );
    for (const [id, oid] of Object.entries({
      "tip-blob": blob,
      "tip-missing": missing,
      "tip-cut": writeObject(repository, "commit", "tree short"),
    }))
      writeFileSync(join(repository, "refs/heads/agents", id), oid);
    const workspace = await openFolder(folder);
    expect(workspace.index.tasks).toHaveLength(9);
    expect(codes(workspace)).toEqual(Array.from({ length: 9 }, () => "branch-unreadable"));
    expect(new Set(workspace.index.tasks.map((task) => task.status.word))).toEqual(new Set(["unknown"]));
  });

  it("says where its history ends too early, and reads what is there", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a" }, "loose");
    const tree = git(repository, ["rev-parse", `${BRANCH}^{tree}`]);
    const commit = writeObject(
      repository,
      "commit",
      `tree ${tree}\nparent ${"2".repeat(40)}\nauthor A <a@example.org> 999999999999 +0000\n\ntranscript 001: user [${ROOT}]\n`,
    );
    writeFileSync(join(repository, BRANCH), commit);
    const workspace = await openFolder(folder);
    expect((await rowsOf(workspace, ROOT))[0]).not.toHaveProperty("createdAt");
    expect(codes(workspace)).toEqual(["history-incomplete"]);
  });
});

describe("damaged and oversized objects", () => {
  it("are never taken for what they are not", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "right" }, "loose");
    const oid = git(repository, ["rev-parse", `${BRANCH}:messages/001-user.md`]);
    const path = join(repository, "objects", oid.slice(0, 2), oid.slice(2));
    const raws = async () => textsOf(await rowsOf(await openFolder(folder), ROOT));
    expect(await raws()).toContain("right");
    chmodSync(path, 0o644);
    writeObject(repository, "blob", "wrong", oid);
    expect(await raws()).toEqual(["raw"]);
    for (const bytes of [
      deflateSync("blob 9\0right"),
      deflateSync("blob 5\0right").subarray(0, 9),
      deflateSync("odd 5\0right"),
      Buffer.from("plain"),
      Buffer.alloc(0),
    ]) {
      writeFileSync(path, bytes);
      expect(await raws()).toEqual(["raw"]);
    }
  });

  it("are as told or unreadable whatever byte of a pack or its index was changed", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${String(at + 1).padStart(3, "0")}-user.md`);
    const long = "much the same text, again and again. ".repeat(40);
    const { folder, repository } = workspaceOf(Object.fromEntries(names.map((name) => [name, `${long}${name}`])));
    git(repository, ["repack", "-adfq", "--depth=10"]);
    const packs = join(repository, "objects/pack");
    const files = readdirSync(packs)
      .filter((name) => /\.(?:pack|idx)$/.test(name))
      .toSorted();
    const whole = new Map(files.map((name) => [name, readFileSync(join(packs, name))]));
    for (const name of files) chmodSync(join(packs, name), 0o644);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom("change", "cut", "drop"),
        async (name, at, value, how) => {
          const bytes = Buffer.from(whole.get(name) ?? "");
          bytes[at % bytes.length] = value;
          if (how === "drop") rmSync(join(packs, name));
          else writeFileSync(join(packs, name), how === "cut" ? bytes.subarray(0, at % bytes.length) : bytes);
          const workspace = await litany.open({ path: folder });
          await expectSoundRecord(workspace);
          const texts = textsOf(await rowsOf(workspace, ROOT)).filter((text) => text !== "raw" && text !== "notice");
          for (const text of texts)
            expect(text).toMatch(/^(?:much the same text, again and again\. ){40}\d{3}-user\.md$/);
          await workspace.close();
          for (const [other, content] of whole) writeFileSync(join(packs, other), content);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are as told or unreadable whatever byte of a bundle was changed", async () => {
    const { repository } = workspaceOf({ "001-user.md": "as it was told", "002-user.md": "as it was told, too" });
    const path = join(tempFolder(), "agents.bundle");
    git(repository, ["bundle", "create", "--quiet", path, "--all"]);
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean(), async (at, value, cut) => {
        const bytes = Buffer.from(whole);
        bytes[at % bytes.length] = value;
        writeFileSync(path, cut ? bytes.subarray(0, at % bytes.length) : bytes);
        const workspace = await litany.open({ path: join(path, "..") });
        await expectSoundRecord(workspace);
        for (const { id } of workspace.index.tasks) {
          const told = textsOf(await rowsOf(workspace, id)).filter((text) => text !== "raw" && text !== "notice");
          for (const text of told) expect(text).toMatch(/^as it was told/);
        }
        await workspace.close();
      }),
      { numRuns: 60 },
    );
  });

  it("are all read from a pack without an index", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a", "002-user.md": "b" });
    const packs = join(repository, "objects/pack");
    for (const name of readdirSync(packs)) if (name.endsWith(".idx")) rmSync(join(packs, name));
    expect(textsOf(await rowsOf(await openFolder(folder), ROOT)).slice(0, 2)).toEqual(["a", "b"]);
  });

  it("end where a delta is its own base", async () => {
    const { folder, repository } = workspaceOf({}, "loose");
    const oid = "3".repeat(40);
    const delta = deflateSync(Buffer.from([4, 4, 0x90, 4]));
    const entry = Buffer.concat([Buffer.from([0x74]), Buffer.from(oid, "hex"), delta]);
    const head = Buffer.from("PACK\0\0\0\x02\0\0\0\x01", "latin1");
    const fan = Buffer.alloc(1024);
    for (let at = 0x33; at < 256; at += 1) fan.writeUInt32BE(1, 4 * at);
    const offset = Buffer.from([0, 0, 0, 12]);
    mkdirSync(join(repository, "objects/pack"), { recursive: true });
    writeFileSync(join(repository, "objects/pack/pack-a.pack"), Buffer.concat([head, entry, Buffer.alloc(20)]));
    writeFileSync(
      join(repository, "objects/pack/pack-a.idx"),
      Buffer.concat([
        Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]),
        fan,
        Buffer.from(oid, "hex"),
        Buffer.alloc(4),
        offset,
        Buffer.alloc(40),
      ]),
    );
    const messages = writeTreeObject(repository, [{ name: "001-user.md", oid }]);
    writeAgentBranch(
      repository,
      ROOT,
      writeTreeObject(repository, [{ mode: "40000", name: "messages", oid: messages }]),
    );
    expect(textsOf(await rowsOf(await openFolder(folder), ROOT))).toEqual(["raw"]);
  });

  it("are not unpacked where a small stream would become very large", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a" }, "loose");
    const oid = "4".repeat(40);
    mkdirSync(join(repository, "objects/44"), { recursive: true });
    const zeros = Buffer.alloc(300 * 1024 * 1024);
    zeros.write(`blob ${zeros.length - 15}\0`);
    writeFileSync(join(repository, "objects/44", oid.slice(2)), deflateSync(zeros, { level: 1 }));
    const messages = writeTreeObject(repository, [{ name: "001-user.md", oid }]);
    writeAgentBranch(
      repository,
      ROOT,
      writeTreeObject(repository, [{ mode: "40000", name: "messages", oid: messages }]),
    );
    expect(textsOf(await rowsOf(await openFolder(folder), ROOT))).toEqual(["raw"]);
  });

  it("are refused beyond what is read of one repository, the same ones each time", () => {
    const names = Array.from({ length: 20 }, (_, at) => `${String(at + 1).padStart(3, "0")}-user.md`);
    const { folder } = workspaceOf(Object.fromEntries(names.map((name) => [name, "x".repeat(1000) + name])));
    const facts = readGit(listTree(folder, ["repo.git"]), { mostBytes: 250_000 });
    const read = () => names.map((name) => facts.tree.read(`agents/${ROOT}/messages/${name}`).type);
    const first = read();
    facts.settle();
    expect(first[0]).toBe("read");
    expect(first.at(-1)).toBe("failed");
    expect(read()).toEqual(first);
    expect(facts.problems).toContainEqual({ code: "too-much-in-git", file: "repo.git" });
    facts.close();
  });

  it("are not listed beyond what is listed of one repository, though one tree may be that of many branches", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a", "002-user.md": "b" });
    const tip = git(repository, ["rev-parse", BRANCH]);
    for (let at = 0; at < 20; at += 1) writeFileSync(join(repository, "refs/heads/agents", `many-${at}`), tip);
    const facts = readGit(listTree(folder, ["repo.git"]), { mostPaths: 10 });
    facts.settle();
    expect(facts.fromBranches.size).toBe(21);
    expect([...facts.tree.kinds.values()].filter((kind) => kind === "file")).toHaveLength(6);
    expect(facts.problems).toEqual([{ code: "too-much-in-git", file: "repo.git" }]);
    facts.close();
  });
});

describe("a repository of another make", () => {
  it("is told where its refs stand in tables or its names are of another hash", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a" });
    mkdirSync(join(repository, "reftable"));
    writeFileSync(join(repository, "reftable/tables.list"), "");
    writeFileSync(join(repository, "refs/heads/agents", CHILD), "f".repeat(64));
    const workspace = await openFolder(folder);
    expect(codes(workspace).toSorted()).toEqual(["ref-unreadable", "refs-in-tables"]);
  });

  it("is not waited for where pipes stand in the place of its files", async () => {
    const { folder, repository } = workspaceOf({ "001-user.md": "a" });
    const packs = join(repository, "objects/pack");
    const [pack] = readdirSync(packs).filter((name) => name.endsWith(".pack"));
    const pipes = ["packed-refs", "refs/heads/agents/piped", `objects/pack/${pack}`, "objects/aa"];
    for (const path of pipes) {
      rmSync(join(repository, path), { recursive: true, force: true });
      execFileSync("mkfifo", [join(repository, path)]);
    }
    const workspace = await openFolder(folder);
    expect(workspace.index.tasks.map((task) => task.id)).toEqual([ROOT]);
    expect(codes(workspace).toSorted()).toEqual(["branch-unreadable", "ref-unreadable"]);
  });

  it("leaves the workspace as it reads without one", async () => {
    const folder = tempFolder();
    for (const name of ["HEAD", "config", "packed-refs", "objects", "refs"]) {
      mkdirSync(join(folder, "repo.git"), { recursive: true });
      writeFileSync(join(folder, "repo.git", name), "\0\xff garbage\n".repeat(9));
    }
    mkdirSync(join(folder, "agents", ROOT, "messages"), { recursive: true });
    writeFileSync(join(folder, "agents", ROOT, "messages/001-user.md"), "a");
    const workspace = await openFolder(folder);
    expect(textsOf(await rowsOf(workspace, ROOT))).toContain("a");
    expect(codes(workspace)).toEqual([]);
  });
});
