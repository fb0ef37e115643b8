#!/usr/bin/env node
import { createRequire } from "node:module";
import { Command, CommanderError } from "commander";

/** Exit codes: see the README. */
const EXIT = { done: 0, strict: 1, usage: 2, bug: 3 } as const;

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

// What a command needs is loaded when it runs: help and version answer at once.
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
    .option("--no-images", "leave images out, wherever a record holds one: redaction cannot read them")
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
  .option("--jobs <number>", "threads that may be used (default: as many as there are processors)", Number)
  .option("--cache <folder>", "keep there what was coloured, for later builds of much the same")
  .option("--zip <file>", "also write the report as one zip, the same bytes on every machine")
  .option("--single-file <file>", "also write the whole report as one HTML page")
  .option(
    "--single-file-limit <bytes>",
    "leave out images, raw payloads and exact views beyond this (default: 10000000)",
    Number,
  )
  .option("--mailable", "leave the script out, so that mail hosts take the report", false)
  .option("--base-url <url>", "where the report will be found, for the links of summary.md")
  .option("--summary-limit <bytes>", "the most that summary.md may have (default: 60000)", Number)
  .option("--watch", "build again whenever the workspace changes, until interrupted", false)
  .option("--fail-on <list>", "exit 1 on any of: failed-tasks, gaps, secrets (with commas between)")
  .action(
    async (
      workspace: string,
      { strict, failOn, watch, ...options }: { readonly strict: boolean; readonly failOn?: string; watch: boolean },
    ) => {
      const run = watch ? (await import("./watch.ts")).runWatch : (await import("./build.ts")).runBuild;
      process.exitCode = await run({ workspace, ...options }, { strict, failOn });
    },
  );

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

program
  .command("verify")
  .description("tell whether a report is as it was written; exit 1 if it is not")
  .argument("<report>", "the folder or the zip of a report; nothing is extracted")
  .option("--expect <sha256>", "the sha256 of SHA256SUMS that the build printed")
  .option("--prove <workspace>", "make the report again in memory and compare")
  .option("--policy <file>", "the policy that the report was made under, for --prove")
  .action(async (report: string, options: object) => {
    const { runVerify } = await import("./verify.ts");
    process.exitCode = await runVerify({ report, ...options });
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else {
    const { report } = await import("./fault.ts");
    process.exitCode = report(error) === "usage" ? EXIT.usage : EXIT.bug;
  }
}
