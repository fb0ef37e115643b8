#!/usr/bin/env node
import { createRequire } from "node:module";
import { Command, CommanderError } from "commander";
import { UsageError } from "../options.ts";
import { plain } from "../terminal.ts";

/** Exit codes: see the README. */
const EXIT = { done: 0, strict: 1, usage: 2, bug: 3 } as const;

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

const program = new Command("taskfolio")
  .description("Renders one agent workspace into linked static pages, one per Task.")
  .version(version)
  .exitOverride()
  .showHelpAfterError("Run taskfolio --help to see what it takes.");

/** What every command that reads a workspace takes. */
function reader(name: string): Command {
  return program
    .command(name)
    .argument("<workspace>", "the folder or file of an agent workspace")
    .option("--format <id>", "read it as this format instead of telling it from the content")
    .option("--policy <file>", "withhold what the rules in this YAML or JSON file match")
    .option("--no-redact", "do not mask secrets")
    .option("--redact-off <rule>", "switch one rule of redaction off; may be given again", collect, [])
    .option("--mask-home", "mask home paths and login names too")
    .option("--strict", "exit 1 when a record could not be read or joined, or the policy warns", false);
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

reader("build")
  .description("write the report of a workspace into a folder")
  .option("-o, --out <folder>", "where the report goes", "report")
  .option("--title <title>", "the report's title (default: the first root Task's)")
  .option("--lean", "leave out raw payloads, raw files and the exact view, and say so")
  .option("--no-highlight", "leave code uncoloured")
  .action(async (workspace: string, { strict, ...options }: { strict: boolean }) => {
    const { runBuild } = await import("./build.ts");
    process.exitCode = await runBuild({ workspace, ...options }, strict);
  });

reader("export")
  .description("write the workspace in another format, after policy and redaction")
  .requiredOption("-o, --out <folder>", "where it goes: a folder that is absent or empty")
  .option("--to <format>", "the format to write", "ledger")
  .action(async (workspace: string, { strict, ...options }: { strict: boolean; out: string }) => {
    const { runExport } = await import("./export.ts");
    process.exitCode = await runExport({ workspace, ...options }, strict);
  });

reader("inspect")
  .description("print the Task tree with status, counts and gaps, and the account of the records")
  .option("--json", "print the model for machines", false)
  .option("--secrets", "list where secrets stand, never what they are; exit 1 if there are any", false)
  .action(
    async (
      workspace: string,
      { json, secrets, strict, ...options }: { json: boolean; secrets: boolean; strict: boolean },
    ) => {
      const { runInspect } = await import("./inspect.ts");
      process.exitCode = await runInspect({ workspace, ...options }, { json, secrets, strict });
    },
  );

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else if (error instanceof UsageError) {
    process.stderr.write(`${plain(error.message)}\n`);
    process.exitCode = EXIT.usage;
  } else {
    process.stderr.write(`This is a bug in taskfolio; please report it with the lines below.\n`);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${stack.split("\n").map(plain).join("\n")}\n`);
    process.exitCode = EXIT.bug;
  }
}
