import { innerCalls } from "./inner-calls.ts";
import type { Outcome, ToolItem } from "./items.ts";
import { ownWords, readCommands, type SimpleCommand } from "./shell-words.ts";

/** What a shell call looks like it checks. */
export type CheckKind = "test" | "build" | "lint";

/** A shell call that looks like a test, build or lint run. */
export interface Check {
  readonly kind: CheckKind;
  /** The words that made it look so, e.g. `npm test`. Untrusted. */
  readonly runner: string;
  /** The whole command line. Untrusted. */
  readonly command: string;
  readonly outcome: Outcome;
}

/** The checks that a call looks like, each kind once. None for anything but a shell call. */
export function checksOf(tool: ToolItem): readonly Check[] {
  return innerCalls(tool).flatMap((inner) => {
    const command = inner.call?.kind === "shell" ? inner.call.fields.command : undefined;
    return typeof command === "string" ? checksIn(command, inner) : [];
  });
}

/** How a check ended that ran on when its call returned, where this is a look at it that tells. */
export function endedChecks(tool: ToolItem): readonly Check[] {
  const { call, result } = tool;
  const command = call?.kind === "stdin" ? call.fields.command : undefined;
  return typeof command === "string" && result?.exitCode !== undefined ? checksIn(command, tool) : [];
}

function checksIn(command: string, tool: ToolItem): readonly Check[] {
  const commands = readCommands(command);
  const found = new Map<CheckKind, Check>();
  for (const [at, { words }] of commands.entries()) {
    const own = ownWords(words);
    const kind = kindOf(own);
    // Of several runs of one kind, the exit code is most likely that of the last.
    if (kind !== undefined)
      found.set(kind, { kind, runner: runnerWords(own), command, outcome: outcomeOf(tool, commands, at) });
  }
  return [...found.values()];
}

function runnerWords(words: readonly string[]): string {
  return words.slice(0, 3).join(" ").slice(0, 60);
}

/** What programs do by themselves, whatever follows. */
const PROGRAMS: ReadonlyMap<string, CheckKind> = new Map([
  ...named(
    "test",
    "vitest jest mocha ava tap pytest py.test tox nox ctest rspec phpunit pest bats karma busted nextest",
  ),
  ...named("build", "tsc webpack rollup ninja xcodebuild"),
  ...named("lint", "eslint tslint flake8 pylint mypy pyright golangci-lint staticcheck rubocop shellcheck stylelint"),
  ...named(
    "lint",
    "markdownlint markdownlint-cli2 knip depcruise hadolint ktlint swiftlint credo clippy-driver yamllint",
  ),
]);

/** What programs do by the word after them. */
const SUBCOMMANDS: ReadonlyMap<string, CheckKind> = new Map([
  ...pairs("test", "go test", "cargo test", "cargo nextest", "deno test", "bun test", "dotnet test", "mix test"),
  ...pairs("test", "swift test", "zig test", "bazel test", "sbt test", "lein test", "flutter test", "dart test"),
  ...pairs("test", "playwright test", "cypress run", "mvn test", "mvn verify", "rake test", "rake spec", "rails test"),
  ...pairs(
    "build",
    "go build",
    "cargo build",
    "cargo check",
    "dotnet build",
    "mix compile",
    "swift build",
    "zig build",
  ),
  ...pairs(
    "build",
    "bazel build",
    "vite build",
    "next build",
    "astro build",
    "mvn package",
    "mvn compile",
    "mvn install",
  ),
  ...pairs("build", "docker build", "uv build", "meson compile", "sbt compile", "esbuild build", "ng build"),
  ...pairs(
    "lint",
    "go vet",
    "cargo clippy",
    "biome check",
    "biome lint",
    "biome ci",
    "ruff check",
    "deno lint",
    "deno check",
  ),
  ...pairs("lint", "dart analyze", "flutter analyze", "pre-commit run", "ng lint", "next lint", "rubocop lint"),
]);

const RUNS_SCRIPTS: ReadonlySet<string> = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "make",
  "gmake",
  "just",
  "task",
  "mise",
]);

/** Options of those that a value follows. */
const TAKES_VALUE: ReadonlySet<string> = new Set([
  "-C",
  "-w",
  "-F",
  "-f",
  "--prefix",
  "--workspace",
  "--filter",
  "--dir",
  "--cwd",
]);

function kindOf(words: readonly string[]): CheckKind | undefined {
  const [path = "", ...rest] = words;
  if (path === "" || rest.some((word) => word === "--help" || word === "--version")) return undefined;
  const program = path.slice(path.lastIndexOf("/") + 1);
  const first = rest.find((word) => !/^[-+]/.test(word)) ?? "";
  if (/^python[\d.]*$/.test(program)) return moduleKind(rest);
  if (program === "node") return rest.includes("--test") ? "test" : undefined;
  if (/^gradlew?$/.test(program)) return gradleKind(rest);
  if (program === "cmake") return rest.includes("--build") ? "build" : undefined;
  if (
    program === "prettier" ||
    program === "black" ||
    program === "isort" ||
    program === "gofmt" ||
    program === "rustfmt"
  ) {
    return rest.some((word) => /^(?:--check|--check-only|-c|-l|-d|--list-different)$/.test(word)) ? "lint" : undefined;
  }
  if (/^(?:cargo fmt|ruff format|biome format)$/.test(`${program} ${first}`))
    return rest.includes("--check") ? "lint" : undefined;
  const known = PROGRAMS.get(program) ?? SUBCOMMANDS.get(`${program} ${first}`);
  if (known !== undefined) return known;
  if (RUNS_SCRIPTS.has(program)) return scriptKind(program, rest);
  return /^(?:run[-_]?)?(?:all[-_]?)?tests?\.(?:sh|py|js|mjs|ts|rb)$/.test(program) ? "test" : undefined;
}

function moduleKind(rest: readonly string[]): CheckKind | undefined {
  const at = rest.indexOf("-m");
  const module = at === -1 ? undefined : rest[at + 1];
  if (module === "unittest") return "test";
  if (module === "build") return "build";
  return module === undefined ? undefined : kindOf([module, ...rest.slice(at + 2)]);
}

function gradleKind(rest: readonly string[]): CheckKind | undefined {
  const tasks = rest.map((word) => word.slice(word.lastIndexOf(":") + 1));
  if (tasks.some((task) => /^(?:test|check|\w*Test)$/.test(task))) return "test";
  if (tasks.some((task) => /^(?:build|assemble\w*|compile\w*)$/.test(task))) return "build";
  return tasks.some((task) => /^lint/.test(task)) ? "lint" : undefined;
}

/** `npm test`, `npm run lint:css`, `make check`, `mise run build`: by the script's name. */
function scriptKind(program: string, rest: readonly string[]): CheckKind | undefined {
  const names = rest.filter(
    (word, at) => !word.startsWith("-") && !word.includes("=") && !TAKES_VALUE.has(rest[at - 1] ?? ""),
  );
  const runs = names[0] === "run" || names[0] === "r" || names[0] === "run-script";
  const script = runs ? names[1] : names[0];
  if (script === undefined) return /^g?make$/.test(program) && rest.length === 0 ? "build" : undefined;
  // A package manager without `run` knows commands of its own.
  if ((program === "npm" || program === "mise") && !runs)
    return /^(?:test|t|tst)$/.test(script) && program === "npm" ? "test" : undefined;
  if (script === "check") return /^g?make$/.test(program) ? "test" : "lint";
  const parts = new Set(script.toLowerCase().split(/[:._/-]/));
  const has = (...words: readonly string[]) => words.some((word) => parts.has(word));
  if (has("test", "tests", "spec", "specs", "e2e", "unit", "vitest", "jest", "pytest")) return "test";
  if (has("lint", "typecheck", "types", "tsc", "vet", "eslint", "biome", "mypy", "ruff", "clippy")) return "lint";
  return has("build", "compile", "bundle") ? "build" : undefined;
}

// Programs that come before a check and hardly ever are what failed.
const HARMLESS: ReadonlySet<string> = new Set([
  "cd",
  "pushd",
  "export",
  "set",
  "source",
  ".",
  "echo",
  "mkdir",
  "true",
  ":",
]);

/** What the record says of the call, and how far that speaks of the check. */
function outcomeOf(tool: ToolItem, commands: readonly SimpleCommand[], at: number): Outcome {
  const { result, noResult, call } = tool;
  if (result === undefined)
    return { words: `no result recorded: ${noResult ?? "running at copy time"}`, tone: "quiet" };
  if (call?.fields.background === true && !tool.failed) return { words: "started in the background", tone: "busy" };
  const { exitCode, isError } = result;
  const after = commands.slice(at, -1).map(({ next }) => next);
  const ends = after.every((next) => next === "&&");
  if (exitCode === 0 || (exitCode === undefined && !isError)) {
    const words = exitCode === 0 ? "exit 0" : "no error recorded";
    // A pipe or list ends as its last command does, so a check that failed within it does not show.
    return ends
      ? { words, tone: exitCode === 0 ? "good" : "quiet" }
      : { words: `${words}, of the last command of the line`, tone: "quiet" };
  }
  const words = exitCode === undefined ? "error" : `failed, exit ${exitCode}`;
  const before = commands
    .slice(0, at)
    .every(({ words: own, next }) => next !== "&&" || HARMLESS.has(ownWords(own)[0] ?? ""));
  const own = before && after.length === 0;
  return { words: own ? words : `${words}, perhaps of another command of the line`, tone: "bad" };
}

function named(kind: CheckKind, programs: string): (readonly [string, CheckKind])[] {
  return programs.split(" ").map((program) => [program, kind] as const);
}

function pairs(kind: CheckKind, ...words: readonly string[]): (readonly [string, CheckKind])[] {
  return words.map((word) => [word, kind] as const);
}
