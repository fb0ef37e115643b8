import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { build } from "../src/build.ts";
import { watch } from "../src/watch.ts";
import { listFiles } from "./gates/files.ts";
import { differences } from "./gates/trees.ts";
import { small } from "./site/packed.ts";
import { tempFolder, tempTree } from "./support/temp.ts";

const messages = "agents/20270101T000000Z-00000001/messages";

/** Watches, and hands out the numbers of rows that builds tell, one after another. */
function watching(workspace: string, out: string) {
  const told: number[] = [];
  let wake = () => {};
  const over = new AbortController();
  const done = watch(
    { workspace, out },
    {
      signal: over.signal,
      built({ rows }) {
        told.push(rows);
        wake();
      },
      failed() {
        told.push(-1);
        wake();
      },
    },
  );
  return {
    async next(): Promise<number> {
      while (told.length === 0) await Promise.race([new Promise<void>((go) => (wake = go)), done]);
      return told.shift() ?? Number.NaN;
    },
    async stop() {
      over.abort();
      await done;
      return told;
    },
  };
}

it("builds again when the workspace changes, and leaves one whole report", async () => {
  const workspace = tempTree(small);
  const folder = tempFolder();
  const watched = watching(workspace, join(folder, "report"));
  const rows = [await watched.next()];
  for (const name of ["003-user.md", "004-user.md"]) {
    writeFileSync(join(workspace, messages, name), "More.");
    rows.push(await watched.next());
  }
  expect(rows).toEqual([...rows].sort((a, b) => a - b));
  expect(new Set(rows).size).toBe(3);
  expect(await watched.stop()).toEqual([]);
  await build({ workspace, out: join(folder, "fresh") });
  expect(differences(join(folder, "report"), join(folder, "fresh"))).toEqual([]);
  expect(listFiles(folder).filter((path) => path.includes(".taskfolio-"))).toEqual([]);
});

it("does not take its own report for a change, though it stands in the workspace", async () => {
  const workspace = tempTree(small);
  const watched = watching(workspace, join(workspace, "report"));
  const rows = await watched.next();
  writeFileSync(join(workspace, messages, "003-user.md"), "More.");
  expect(await watched.next()).toBeGreaterThan(rows);
  await new Promise((later) => setTimeout(later, 1_500));
  expect(await watched.stop()).toEqual([]);
});

it("goes on after a build that failed, with the last good report in place", async () => {
  const workspace = tempTree(small);
  const out = join(tempFolder(), "report");
  const watched = watching(workspace, out);
  const rows = await watched.next();
  const elsewhere = join(tempFolder(), "agents");
  renameSync(join(workspace, "agents"), elsewhere);
  expect(await watched.next()).toBe(-1);
  expect(existsSync(join(out, "index.html"))).toBe(true);
  renameSync(elsewhere, join(workspace, "agents"));
  let again = await watched.next();
  while (again === -1) again = await watched.next();
  expect(again).toBe(rows);
  await watched.stop();
});

it("tells at once when there is nothing to watch", async () => {
  await expect(
    watch({ workspace: join(tempFolder(), "none") }, { signal: new AbortController().signal, built() {}, failed() {} }),
  ).rejects.toThrow(/nothing to read/);
});
