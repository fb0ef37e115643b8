import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "./gates/files.ts";
import { differences } from "./gates/trees.ts";
import { canRun, taskfolio } from "./support/cli.ts";
import { writeScale } from "./support/scale.ts";
import { tempFolder, tempTree, writeTree } from "./support/temp.ts";

const project = resolve(import.meta.dirname, "..");
const example = join(project, "examples/parser-regression/workspace");
const agent = "20270101T000000Z-00000001";
const small = {
  [`agents/${agent}/messages/001-user.md`]: "Say hello.",
  [`agents/${agent}/messages/002-model-1.json`]: JSON.stringify([{ type: "text", text: "Hello." }]),
};
const torn = { ...small, [`agents/${agent}/messages/003-model-1.json`]: '[{"type":"te' };

/** Wrong use: exit 2, nothing on stdout, and one sentence or two on one line of stderr that is no stack. */
function expectUsageError(run: ReturnType<typeof taskfolio>, says: RegExp): void {
  expect(run.stderr).toMatch(says);
  expect(run.stderr).toMatch(/^[^\n]+\n$/);
  expect(run.stderr).not.toMatch(/\n {4}at |Error:/);
  expect([run.status, run.stdout]).toEqual([2, ""]);
}

describe("taskfolio", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));

  it("says its version and its help on stdout, at every level", () => {
    expect(taskfolio(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
    for (const args of [["--help"], ["build", "--help"], ["inspect", "--help"], ["help", "build"]]) {
      expect(taskfolio(args)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Usage: taskfolio"),
        stderr: "",
      });
    }
  });

  it.each([[[]], [["bulid"]], [["build"]], [["build", "a", "b"]], [["build", "a", "--what"]], [["inspect"]]])(
    "answers %j with exit 2 and what to do",
    (args) => {
      const run = taskfolio(args);
      expect([run.status, run.stdout]).toEqual([2, ""]);
      expect(run.stderr).toMatch(/taskfolio.*--help|Usage: taskfolio/);
      expect(run.stderr).not.toContain("    at ");
    },
  );
});

describe("taskfolio build", () => {
  it("writes a report, says where to open it, and is silent on stderr when nothing is wrong", () => {
    const out = join(tempFolder(), "report");
    const run = taskfolio(["build", tempTree(small), "-o", out]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`Open ${out}/index.html`);
    expect(run.stdout).toMatch(/the whole report \d+ kB, made in \d+\.\d s\.\n/);
    expect(listFiles(out)).toEqual(expect.arrayContaining(["index.html", "manifest.json", "SHA256SUMS"]));
  });

  it("writes ./report when it is not told where", () => {
    const cwd = tempTree({});
    expect(taskfolio(["build", tempTree(small)], { cwd }).status).toBe(0);
    expect(existsSync(join(cwd, "report/index.html"))).toBe(true);
  });

  it("makes the same of the library and of the command line", async () => {
    const folder = tempFolder();
    const { build } = await import("../src/index.ts");
    await build({ workspace: example, out: join(folder, "library") });
    expect(taskfolio(["build", example, "-o", join(folder, "command")]).status).toBe(0);
    expect(differences(join(folder, "library"), join(folder, "command"))).toEqual([]);
  });

  it.each([
    ["a path where nothing is", () => join(tempFolder(), "none")],
    ["an empty folder", () => tempFolder()],
    ["a folder of something else", () => tempTree({ "src/a.ts": "", "package.json": "{}" })],
    ["a file", () => join(tempTree({ "a.txt": "text" }), "a.txt")],
    ["an empty file", () => join(tempTree({ "a.txt": "" }), "a.txt")],
    ["a FIFO", () => fifo(join(tempFolder(), "pipe"))],
  ])("refuses %s in one sentence and leaves no folder behind", (_what, make) => {
    const folder = tempFolder();
    expectUsageError(taskfolio(["build", make(), "-o", join(folder, "report")]), /workspace/);
    expect(listFiles(folder)).toEqual([]);
    expect(existsSync(join(folder, "report"))).toBe(false);
    expectUsageError(taskfolio(["inspect", make()]), /workspace/);
  });

  it("writes into folders that it makes, however deep", () => {
    expect(taskfolio(["build", tempTree(small), "-o", join(tempFolder(), "a/b/c/report")]).status).toBe(0);
  });

  it("refuses a format that it does not know, and names those that it does", () => {
    expectUsageError(
      taskfolio(["build", tempTree(small), "--format", "none", "-o", join(tempFolder(), "r")]),
      /litany/,
    );
  });

  it("leaves alone what it did not make", () => {
    const out = tempTree({ "precious.txt": "keep me" });
    expectUsageError(taskfolio(["build", tempTree(small), "-o", out]), /did not make it/);
    expect(listFiles(out)).toEqual(["precious.txt"]);
    expectUsageError(taskfolio(["build", tempTree(small), "-o", join(out, "precious.txt")]), /is a file/);
    expect(readFileSync(join(out, "precious.txt"), "utf8")).toBe("keep me");
  });

  it("leaves the old report as it was when a build fails", () => {
    const folder = tempFolder();
    const out = join(folder, "report");
    expect(taskfolio(["build", tempTree(small), "-o", out]).status).toBe(0);
    cpSync(out, join(folder, "before"), { recursive: true });
    expect(taskfolio(["build", join(folder, "none"), "-o", out]).status).toBe(2);
    expect(taskfolio(["build", tempTree({}), "-o", out]).status).toBe(2);
    expect(differences(out, join(folder, "before"))).toEqual([]);
    expect(listFiles(folder).filter((path) => path.includes(".taskfolio-"))).toEqual([]);
  });

  it("replaces a report of its own whole", () => {
    const folder = tempFolder();
    const out = join(folder, "report");
    expect(taskfolio(["build", example, "-o", out]).status).toBe(0);
    expect(taskfolio(["build", tempTree(small), "-o", out]).status).toBe(0);
    expect(taskfolio(["build", tempTree(small), "-o", join(folder, "fresh")]).status).toBe(0);
    expect(differences(out, join(folder, "fresh"))).toEqual([]);
  });

  it("exits 0 for a torn file, and 1 when asked to be strict, naming it on stderr both times", () => {
    const workspace = tempTree(torn);
    const build = (...more: string[]) => taskfolio(["build", workspace, "-o", join(tempFolder(), "report"), ...more]);
    const [lax, strict] = [build(), build("--strict")];
    expect([lax.status, strict.status]).toEqual([0, 1]);
    expect(lax.stderr).toMatch(/^error [a-z-]+: agents\/[^\n]*003-model-1\.json[^\n]*\n$/);
    expect(strict.stderr).toBe(lax.stderr);
    expect(lax.stderr).not.toMatch(/JSON at position|Unexpected/);
  });

  it("makes the same report with one thread and with several", async () => {
    const out = tempFolder();
    const workspace = tempFolder();
    await writeScale(workspace, { tasks: 4, rowsPerTask: 120 });
    for (const jobs of ["1", "3"]) {
      const run = taskfolio(["build", workspace, "-o", join(out, jobs), "--jobs", jobs]);
      expect([run.status, run.stderr]).toEqual([0, ""]);
    }
    expect(differences(join(out, "1"), join(out, "3"))).toEqual([]);
    const pages = listFiles(join(out, "3")).map((path) => readFileSync(join(out, "3", path), "utf8"));
    expect(pages.some((page) => page.includes('<i class="k">'))).toBe(true);
    expectUsageError(taskfolio(["build", example, "-o", join(out, "none"), "--jobs", "0"]), /jobs/);
  });

  it("reads nothing through links, pipes or from outside, and says that they are there", () => {
    const outside = tempTree({ "secret.md": "zq-outside" });
    const workspace = tempTree(small);
    const messages = join(workspace, `agents/${agent}/messages`);
    symlinkSync(join(outside, "secret.md"), join(messages, "003-user.md"));
    symlinkSync(outside, join(workspace, "agents/20270101T000000Z-00000002"));
    fifo(join(messages, "004-user.md"));
    mkdirSync(join(messages, "005-user.md"));
    const out = join(tempFolder(), "report");
    const run = taskfolio(["build", workspace, "-o", out]);
    expect(run.status).toBe(0);
    const texts = listFiles(out).map((path) => readFileSync(join(out, path), "utf8"));
    expect(texts.filter((text) => text.includes("zq-outside"))).toEqual([]);
    const all = texts.join("\n");
    for (const name of ["003-user.md", "004-user.md", "005-user.md"]) expect(all).toContain(name);
  });

  // Somebody else cannot run what stands in a folder of root's own.
  it.skipIf(!canRun(asNobody()))("states a file that may not be read, and builds the rest", () => {
    const workspace = tempTree({ ...small, [`agents/${agent}/messages/003-user.md`]: "zq-unreadable" });
    const out = tempFolder();
    for (const folder of [workspace, out]) chmodSync(folder, 0o777);
    chmodSync(join(workspace, `agents/${agent}/messages/003-user.md`), 0);
    const run = taskfolio(["build", workspace, "-o", join(out, "report")], asNobody());
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining("003-user.md")]);
    const pages = listFiles(join(out, "report")).map((path) => readFileSync(join(out, "report", path), "utf8"));
    expect(pages.some((text) => text.includes("003-user.md"))).toBe(true);
    expect(pages.some((text) => text.includes("zq-unreadable"))).toBe(false);
  });

  it("cleans what it prints: no control character of a title or path reaches the terminal", () => {
    const workspace = writeTree(tempFolder(), { [`agents/${agent}\u001b[31m/messages/001-user.json`]: "{" });
    const run = taskfolio(["build", workspace, "-o", join(tempFolder(), "report")]);
    expect(run.stdout + run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe("taskfolio inspect", () => {
  it("prints the Task tree with status and gaps", () => {
    const run = taskfolio(["inspect", example]);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("succeeded");
    expect(run.stdout).toContain("The account balances.");
  });

  it("prints the model for machines, as one JSON text", () => {
    const run = taskfolio(["inspect", tempTree(small), "--json"]);
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ format: "litany", tasks: [{ id: agent }] });
  });
});

function fifo(path: string): string {
  execFileSync("mkfifo", [path]);
  return path;
}

/** No mode keeps root from reading, so root runs it as somebody else. */
function asNobody(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}
