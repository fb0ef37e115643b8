import { describe, expect, it } from "vitest";
import type { ToolResultRow } from "../../src/model/index.ts";
import { checkRuns } from "../../src/projection/check-runs.ts";
import { checksOf } from "../../src/projection/checks.ts";
import { toolItem } from "../../src/projection/tool-item.ts";
import { call, result, surveyRows } from "../support/rows.ts";

const shell = (command: unknown, more: Partial<ToolResultRow> = {}) =>
  toolItem({ call: call(1, "x", { fields: { command } }), result: result(2, "x", { exitCode: 0, ...more }) });
const kinds = (command: unknown) => checksOf(shell(command)).map(({ kind }) => kind);
const outcome = (command: string, more: Partial<ToolResultRow> = {}) => checksOf(shell(command, more))[0]?.outcome;

describe("what looks like a check", () => {
  it.each([
    "npm test",
    "npm t",
    "npm run test:unit -- --watch=false",
    "pnpm -r test",
    "yarn test",
    "npx vitest run",
    "node --test",
    "python3 -m pytest -q",
    "uv run pytest",
    "python -m unittest",
    "go test ./...",
    "cargo test --all",
    "cargo +nightly test",
    "make check",
    "make -C sub test",
    "./gradlew :app:test",
    "mvn -q verify",
    "bundle exec rspec",
    "./scripts/run-tests.sh",
    "cd sub && CI=1 npm test",
    "cd sub; timeout 60 npm test 2>&1 | tail -20",
    "mise run test",
    "npm --prefix web test",
  ])("is a test run: %s", (command) => {
    expect(kinds(command)).toEqual(["test"]);
  });

  it.each([
    "npm run build",
    "make",
    "tsc -p .",
    "go build ./...",
    "cargo check",
    "cmake --build out",
    "gradle assemble",
  ])("is a build: %s", (command) => {
    expect(kinds(command)).toEqual(["build"]);
  });

  it.each([
    "npx eslint .",
    "npm run lint",
    "npm run typecheck",
    "ruff check .",
    "gofmt -l .",
    "cargo fmt --check",
    "prettier --check src",
    "go vet ./...",
    "mypy src",
  ])("is a lint run: %s", (command) => {
    expect(kinds(command)).toEqual(["lint"]);
  });

  it.each([
    "ls test",
    "cat npm test",
    "git commit -m 'npm test'",
    "echo npm test",
    "npm install",
    "npm --help test",
    "gofmt -w .",
    "prettier --write src",
    "cargo run",
    "node test.js",
    "grep -rn 'npm test' .",
    "cat > run.sh <<EOF\nnpm test\nEOF",
    "",
  ])("is nothing of the kind: %s", (command) => {
    expect(kinds(command)).toEqual([]);
  });

  it("is told by kind where one line runs several", () => {
    expect(kinds("npm run lint && npm run build && npm test")).toEqual(["lint", "build", "test"]);
  });

  it("is nothing where the command is no text, or the tool no shell", () => {
    expect(kinds(["npm", "test"])).toEqual([]);
    expect(checksOf(toolItem({ call: call(1, "x", { kind: "read", fields: { command: "npm test" } }) }))).toEqual([]);
  });

  it("is found in a batch, with its own section's outcome", () => {
    const invocations = [
      { name: "bash", kind: "shell", input: {}, fields: { command: "ls" } },
      { name: "bash", kind: "shell", input: {}, fields: { command: "npm test" } },
    ];
    const sections = [
      { name: "bash", outcome: "ok", exitCode: 0, text: "" },
      { name: "bash", outcome: "failed", exitCode: 1, text: "" },
    ];
    const item = toolItem({
      call: call(1, "x", { kind: "batch", fields: { invocations } }),
      result: result(2, "x", { sections }),
    });
    expect(checksOf(item)).toEqual([
      { kind: "test", runner: "npm test", command: "npm test", outcome: { words: "failed, exit 1", tone: "bad" } },
    ]);
  });
});

describe("what came of a check", () => {
  it("is its exit code where the line ends with it", () => {
    expect(outcome("cd a && npm test")).toEqual({ words: "exit 0", tone: "good" });
    expect(outcome("cd a && npm test", { exitCode: 2 })).toEqual({ words: "failed, exit 2", tone: "bad" });
  });

  it("is not known for good where other commands of the line end after it", () => {
    for (const line of ["npm test | tail", "npm test; echo done", "npm test || true"]) {
      expect(outcome(line)).toEqual({ words: "exit 0, of the last command of the line", tone: "quiet" });
    }
    expect(outcome("npm test && npm run deploy")).toEqual({ words: "exit 0", tone: "good" });
  });

  it("may be a failure of another command of the line", () => {
    const words = "failed, exit 1, perhaps of another command of the line";
    expect(outcome("npm install && npm test", { exitCode: 1 })).toEqual({ words, tone: "bad" });
    expect(outcome("npm test && npm run deploy", { exitCode: 1 })).toEqual({ words, tone: "bad" });
  });

  it("is no more than what the record says where there is no exit code", () => {
    const without = ({ exitCode: _, ...row }: ToolResultRow) => row;
    const item = (more: Partial<ToolResultRow>) =>
      toolItem({ call: call(1, "x", { fields: { command: "npm test" } }), result: without(result(2, "x", more)) });
    expect(checksOf(item({}))[0]?.outcome).toEqual({ words: "no error recorded", tone: "quiet" });
    expect(checksOf(item({ isError: true }))[0]?.outcome).toEqual({ words: "error", tone: "bad" });
  });

  it("is not known without a result, nor of a run in the background", () => {
    const fields = { command: "npm test", background: true };
    const open = toolItem({ call: call(1, "x", { fields }), noResult: "interrupted" });
    expect(checksOf(open)[0]?.outcome).toEqual({ words: "no result recorded: interrupted", tone: "quiet" });
    const started = toolItem({ call: call(1, "x", { fields }), result: result(2, "x") });
    expect(checksOf(started)[0]?.outcome.words).toBe("started in the background");
  });
});

describe("the checks of a Task", () => {
  const run = (n: number, command: string, exitCode: number) => [
    call(n, `c${n}`, { fields: { command } }),
    result(n + 1, `c${n}`, { exitCode }),
  ];

  it("tell the last of each kind and those before it, newest first", async () => {
    const survey = await surveyRows([
      ...run(1, "npm test", 1),
      ...run(3, "npm run lint", 0),
      ...run(5, "npm test", 1),
      ...run(7, "npm test", 0),
    ]);
    const [test, lint] = checkRuns(survey);
    expect(test).toMatchObject({
      kind: "test",
      count: 3,
      bad: 2,
      last: { label: "007", outcome: { words: "exit 0" } },
    });
    expect(test?.before.map(({ label }) => label)).toEqual(["005", "001"]);
    expect(lint).toMatchObject({ kind: "lint", count: 1, bad: 0, before: [] });
  });

  it("stand in the order of calls, whenever their results come", async () => {
    const rows = [
      call(1, "a", { fields: { command: "npm test" } }),
      call(2, "b", { fields: { command: "npm run lint" } }),
      result(3, "b"),
      result(4, "a"),
    ];
    expect((await surveyRows(rows)).checks.map(({ kind }) => kind)).toEqual(["test", "lint"]);
  });

  it("end with what a later look at the running command tells", async () => {
    const command = "cd x &&  npm test";
    const rows = [
      call(1, "a", { fields: { command } }),
      result(2, "a"),
      call(3, "b", { kind: "stdin", fields: { session: 7, text: "", command } }),
      result(4, "b", { exitCode: 1 }),
      call(5, "c", { kind: "stdin", fields: { session: 7, text: "", command } }),
      result(6, "c", { exitCode: 0 }),
    ];
    const outcome = { words: "failed, exit 1, as row 003 tells", tone: "bad" };
    const { checks } = await surveyRows(rows);
    expect(checks).toHaveLength(1);
    expect(checks).toMatchObject([{ label: "001", kind: "test", outcome }]);
  });

  it("are not those of inherited rows, nor of calls that are withheld", async () => {
    const inherited = call(1, "a", { fields: { command: "npm test" }, inheritedFrom: { taskId: "p", itemId: "i" } });
    const withheld = call(2, "b", { fields: {}, input: undefined, restricted: { rule: "r" } });
    expect((await surveyRows([inherited, withheld])).checks).toEqual([]);
  });
});
