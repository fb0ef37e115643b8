import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { taskfolio } from "../support/cli.ts";
import { writeHostile } from "../support/hostile.ts";
import { tempFolder, writeTree } from "../support/temp.ts";
import { listFolder } from "./files.ts";
import { differences } from "./trees.ts";

const example = resolve(import.meta.dirname, "../../examples/parser-regression/workspace");

/** The same files, made in the reverse order, in another year. */
function copyBackwards(from: string, to: string): void {
  for (const { path, entry } of listFolder(from).toReversed()) {
    const copy = join(to, path);
    mkdirSync(entry.isDirectory() ? copy : dirname(copy), { recursive: true });
    if (!entry.isFile()) continue;
    writeFileSync(copy, readFileSync(join(from, path)));
    utimesSync(copy, 1e9, 1e9);
  }
}

/** Builds twice, with all that may not matter made different. */
function buildTwice(workspace: string): readonly string[] {
  const here = tempFolder();
  const there = join(tempFolder(), "another folder, much deeper", "ünïcode");
  mkdirSync(there, { recursive: true });
  cpSync(workspace, join(here, "one"), { recursive: true });
  copyBackwards(workspace, join(there, "the-other"));
  const first = taskfolio(["build", join(here, "one"), "-o", join(here, "report")], {
    cwd: "/",
    env: { TZ: "UTC", LANG: "C", LC_ALL: "C", HOME: here, USER: "one", COLUMNS: "80" },
  });
  const second = taskfolio(["build", "the-other", "-o", "elsewhere/"], {
    cwd: there,
    env: { TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", HOME: there, USER: "two", COLUMNS: "200" },
  });
  expect([first.status, second.status, first.stderr]).toEqual([0, 0, second.stderr]);
  return differences(join(here, "report"), join(there, "elsewhere"));
}

it("makes the same bytes in another time zone, locale and folder, of files made in another order", () => {
  expect(buildTwice(example)).toEqual([]);
});

it("makes the same bytes of hostile content", async () => {
  const workspace = tempFolder();
  await writeHostile(workspace);
  expect(buildTwice(workspace)).toEqual([]);
});

it("makes the same in memory as on the disk", async () => {
  const out = join(tempFolder(), "report");
  await build({ workspace: example, out });
  const writer = memoryWriter();
  await build({ workspace: example }, { writer });
  expect(differences(out, writeTree(tempFolder(), Object.fromEntries(writer.files)))).toEqual([]);
});

it("says neither where the workspace was nor where the report went", () => {
  const folder = join(tempFolder(), "zq-secret-place");
  cpSync(example, join(folder, "zq-secret-name"), { recursive: true });
  expect(taskfolio(["build", join(folder, "zq-secret-name"), "-o", join(folder, "zq-secret-out")]).status).toBe(0);
  for (const { path, entry } of listFolder(join(folder, "zq-secret-out"))) {
    if (entry.isFile())
      expect(readFileSync(join(folder, "zq-secret-out", path)).includes("zq-secret"), path).toBe(false);
  }
});
