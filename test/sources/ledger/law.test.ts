import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace } from "../../../src/model/index.ts";
import { detectSource, sources } from "../../../src/sources/index.ts";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { exportLedger, modelOf } from "../../support/ledger.ts";
import { models, openModel } from "../../support/model.ts";
import { tempFolder, writeTree } from "../../support/temp.ts";

const project = join(import.meta.dirname, "../../..");

function foldersIn(folder: string, within = ""): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, within));
}

const corpus = process.env.TASKFOLIO_CORPUS;
const folders = [
  ...sources.flatMap(({ id }) => foldersIn(join(project, "fixtures", id))),
  ...foldersIn(join(project, "examples"), "workspace"),
  ...(corpus ? sources.flatMap(({ id }) => foldersIn(join(corpus, id))) : []),
].sort();

/** Fixtures of bad input hold folders that are no workspace. */
async function recognised(): Promise<readonly string[]> {
  const found = await Promise.all(folders.map(async (path) => ({ path, known: await detectSource({ path }) })));
  return found.filter(({ known }) => known !== undefined).map(({ path }) => path);
}

const workspaces = await recognised();

async function open(path: string): Promise<OpenWorkspace> {
  const found = await detectSource({ path });
  if (found === undefined) throw new Error(`no source knows ${path}`);
  return found.source.open({ path });
}

/** What is wrong with the work itself, and not with how it was written down. */
const OF_THE_MODEL = new Set(["duplicate-tool-call-id", "parent-not-here"]);

async function expectSameModel(workspace: OpenWorkspace, folder: string): Promise<void> {
  const first = await exportLedger(workspace);
  const again = await ledger.open({ path: writeTree(folder, first.files) });
  const found = again.index.diagnostics.map(({ code }) => code);
  expect(found.filter((code) => !OF_THE_MODEL.has(code))).toEqual([]);
  expect(await modelOf(again)).toEqual(await modelOf(workspace));
  const second = await exportLedger(again);
  expect(Object.keys(second.files)).toEqual(Object.keys(first.files));
  for (const [file, bytes] of Object.entries(first.files)) {
    expect(Buffer.from(second.files[file] ?? []).equals(Buffer.from(bytes)), file).toBe(true);
  }
  await Promise.all([workspace.close(), again.close()]);
}

describe("an export", () => {
  it.each(workspaces.map((path) => [path.slice(-60), path]))(
    "of %s is read as the same model, and exported as the same bytes",
    async (_, path) => expectSameModel(await open(path), tempFolder()),
  );

  it("of any workspace is read as the same model, and exported as the same bytes", async () => {
    const root = tempFolder();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        made += 1;
        await expectSameModel(openModel(model), join(root, String(made)));
      }),
      { numRuns: 150 },
    );
  });
});
