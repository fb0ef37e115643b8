import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "./gates/files.ts";
import { createTrees } from "./support/temp.ts";

const project = resolve(import.meta.dirname, "..");
const example = join(project, "examples/parser-regression/workspace");
const trees = createTrees();
afterAll(trees.drop);

/** A folder in which the packed tarball stands unpacked, with what it declares as dependencies and nothing else. */
let home: string;
let installed: string;

beforeAll(() => {
  home = trees.write({ "package.json": '{"type":"module"}' });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", home], { cwd: project });
  const tarball = readdirSync(home).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", tarball], { cwd: home });
  installed = join(home, "node_modules/taskfolio");
  mkdirSync(dirname(installed));
  cpSync(join(home, "package"), installed, { recursive: true });
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(project, "package-lock.json"), "utf8"),
  );
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (path === "" || dev === true || path.indexOf("node_modules/", 1) > 0) continue;
    if (!existsSync(join(project, path))) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(join(project, path), join(home, path));
  }
});

const run = (...args: readonly string[]) =>
  execFileSync(process.execPath, [join(installed, "dist/cli/main.js"), ...args], { cwd: home, encoding: "utf8" });

describe("the package", () => {
  it("holds what runs, what is read and what is typed, and no file of the workshop", () => {
    const files = listFiles(installed);
    for (const path of [
      "LICENSE",
      "README.md",
      "CHANGELOG.md",
      "templates/layout.eta",
      "templates/assets/report.css",
      "dist/index.d.ts",
      "dist/schemas/ledger-row.schema.json",
    ])
      expect(files).toContain(path);
    expect(
      files.filter((path) => !/^(dist|templates)\/|^(LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(path)),
    ).toEqual([]);
    expect(files.filter((path) => /\.ts$/.test(path) && !path.endsWith(".d.ts"))).toEqual([]);
    expect(files.filter((path) => /test|fixture|corpus|\.map$/.test(path))).toEqual([]);
  });

  it("builds and verifies where nothing else is installed", () => {
    expect(run("build", example, "-o", "report", "--zip", "report.zip", "--single-file", "report.html")).toContain(
      "Open report/index.html",
    );
    expect(run("verify", "report.zip", "--prove", example)).toContain("proved");
    expect(run("inspect", example)).toContain("The account balances.");
  });

  it("gives its library to who imports it by name", () => {
    const script = `
      import * as library from "taskfolio";
      const { workspace } = await library.readWorkspace({ workspace: process.argv[1] });
      const [task] = workspace.index.tasks;
      let rows = 0;
      for await (const row of workspace.rows(task.id)) rows += row ? 1 : 0;
      await workspace.close();
      console.log(JSON.stringify({ names: Object.keys(library).sort(), rows: rows > 0 }));`;
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", script, example], {
      cwd: home,
      encoding: "utf8",
    });
    expect(JSON.parse(told)).toEqual({
      names: ["UsageError", "build", "exportWorkspace", "inspect", "readWorkspace", "verify"],
      rows: true,
    });
  });

  it("types its library, under strict rules and without the types of others' tools", () => {
    const folder = trees.write({
      "use.ts": `import { build, exportWorkspace, inspect, readWorkspace, verify } from "taskfolio";
export async function use(workspace: string): Promise<string | undefined> {
  const built = await build({ workspace, out: "report" });
  const { tasks } = await inspect({ workspace });
  await exportWorkspace({ workspace, out: "export" });
  const seen = await readWorkspace({ workspace });
  const { ok } = await verify({ report: "report", expect: built.sha256 });
  // @ts-expect-error: there is no such option
  await build({ workspace, sparkle: true });
  return ok ? tasks[0]?.task.title : seen.workspace.index.tasks[0]?.id;
}`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          strict: true,
          module: "nodenext",
          target: "es2023",
          noEmit: true,
          types: [],
          skipLibCheck: false,
        },
      }),
    });
    symlinkSync(join(home, "node_modules"), join(folder, "node_modules"));
    const tsc = join(project, "node_modules/typescript/bin/tsc");
    expect(execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })).toBe("");
  });

  it("loads neither the pages nor the readers to say its help", () => {
    const main = readFileSync(join(installed, "dist/cli/main.js"), "utf8");
    const statically = [...main.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from);
    expect(statically).toEqual(["node:module", "commander"]);
  });
});
