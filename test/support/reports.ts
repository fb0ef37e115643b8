import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BuildResult, build } from "../../src/build.ts";
import { writeBadInput, writeHostile } from "./hostile.ts";
import { writeLarge } from "./large.ts";

/** A workspace that a report is made of. */
export interface Case {
  readonly name: string;
  /** Where it is, or what writes it into an empty folder and answers where it is. */
  readonly workspace: string | ((folder: string) => Promise<string>);
}

export interface Report {
  readonly name: string;
  readonly folder: string;
  readonly result: BuildResult;
}

const project = resolve(import.meta.dirname, "../..");

function casesIn(folder: string, within = ""): readonly Case[] {
  const path = join(project, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(path, entry.name, within)))
    .map(({ name }) => ({ name: `${folder}/${name}`, workspace: join(path, name, within) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every workspace of the project: one folder a case, and those that are too large or too odd to keep as files. */
export const cases: readonly Case[] = [
  ...["atif", "claude-code", "codex", "ledger", "litany"]
    .flatMap((format) => casesIn(`fixtures/${format}`))
    // A file without a byte tells no format; the reader's own tests open it by name.
    .filter(({ name }) => name !== "fixtures/claude-code/empty"),
  ...casesIn("examples", "workspace"),
  { name: "hostile content", workspace: (folder) => writeHostile(folder).then(() => folder) },
  { name: "bad input", workspace: (folder) => writeBadInput(folder).then(({ workspace }) => workspace) },
  { name: "a large workspace", workspace: writeLarge },
];

/** The case of that name among those that are written for each run. */
export function caseNamed(name: "hostile content" | "bad input" | "a large workspace"): Case {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no case named ${name}`);
  return found;
}

/** The litany workspaces of the corpus, where there is one. */
export function corpusCases(): readonly Case[] {
  const corpus = process.env.TASKFOLIO_CORPUS;
  if (!corpus) return [];
  const found = readdirSync(join(corpus, "litany")).map((name) => `litany/${name}`);
  return [...found.sort(), "bug-repros/26-litany-edge"].map((name) => ({ name, workspace: join(corpus, name) }));
}

/** Builds reports into a folder that `drop` removes. */
export function createReports(): { build(of: Case): Promise<Report>; drop(): void } {
  const root = mkdtempSync(join(tmpdir(), "taskfolio-reports-"));
  let built = 0;
  return {
    async build({ name, workspace }) {
      built += 1;
      const written = join(root, `workspace-${built}`);
      if (typeof workspace !== "string") mkdirSync(written);
      const source = typeof workspace === "string" ? workspace : await workspace(written);
      const folder = join(root, `report-${built}`);
      return { name, folder, result: await build({ workspace: source, out: folder }) };
    },
    drop: () => rmSync(root, { recursive: true, force: true }),
  };
}
