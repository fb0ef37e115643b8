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

program
  .command("build")
  .description("write the report of a workspace into a folder")
  .argument("<workspace>", "the folder of an agent workspace")
  .option("-o, --out <folder>", "where the report goes", "report")
  .option("--title <title>", "the report's title (default: the first root Task's)")
  .option("--format <id>", "read it as this format instead of telling it from the content")
  .option("--no-highlight", "leave code uncoloured")
  .option("--strict", "exit 1 when a record could not be read or joined", false)
  .action(
    async (
      workspace: string,
      given: { strict: boolean; out: string; title?: string; format?: string; highlight: boolean },
    ) => {
      const { strict, ...options } = given;
      const { runBuild } = await import("./build.ts");
      process.exitCode = await runBuild({ workspace, ...options }, strict);
    },
  );

program
  .command("inspect")
  .description("print the Task tree with status, counts and gaps, and the account of the records")
  .argument("<workspace>", "the folder of an agent workspace")
  .option("--format <id>", "read it as this format instead of telling it from the content")
  .option("--json", "print the model for machines", false)
  .option("--strict", "exit 1 when a record could not be read or joined", false)
  .action(async (workspace: string, given: { json: boolean; strict: boolean; format?: string }) => {
    const { json, strict, ...options } = given;
    const { runInspect } = await import("./inspect.ts");
    process.exitCode = await runInspect({ workspace, ...options }, { json, strict });
  });

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
