import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { utf8 } from "../../src/site/output.ts";
import { folderWriter } from "../../src/site/writers/folder.ts";
import { TargetError } from "../../src/site/writers/target-error.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "taskfolio-folder-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const OURS = '{"maker":"taskfolio"}';

async function report(folder: string, word: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "manifest.json"), OURS);
  await writeFile(path.join(folder, "SHA256SUMS"), "");
  await writeFile(path.join(folder, "index.html"), word);
}

describe("the folder writer", () => {
  it("shows nothing until it finishes, then the whole", async () => {
    const out = path.join(base, "out");
    const writer = await folderWriter(out);
    await writer.write({ path: "a/b.html", bytes: utf8("new") });
    expect((await readdir(base)).sort()).toEqual(["out.taskfolio-lock", "out.taskfolio-new"]);
    await writer.finish();
    expect(await readdir(base)).toEqual(["out"]);
    expect(await readFile(path.join(out, "a/b.html"), "utf8")).toBe("new");
  });

  it("leaves the old report as it was when a build fails", async () => {
    const out = path.join(base, "out");
    await report(out, "old");
    const writer = await folderWriter(out);
    await writer.write({ path: "index.html", bytes: utf8("half") });
    await writer.abort();
    expect(await readdir(base)).toEqual(["out"]);
    expect(await readFile(path.join(out, "index.html"), "utf8")).toBe("old");
  });

  it("replaces a report that taskfolio made, leaving no file of the old one", async () => {
    const out = path.join(base, "out");
    await report(out, "old");
    const writer = await folderWriter(out);
    await writer.write({ path: "index.html", bytes: utf8("new") });
    await writer.finish();
    expect(await readdir(out)).toEqual(["index.html"]);
  });

  it("refuses a folder that it did not make, and touches nothing in it", async () => {
    const out = path.join(base, "out");
    await mkdir(out);
    await writeFile(path.join(out, "thesis.txt"), "precious");
    await expect(folderWriter(out)).rejects.toThrow(TargetError);
    expect(await readdir(base)).toEqual(["out"]);
  });

  it("refuses a folder whose manifest is somebody else's", async () => {
    const out = path.join(base, "out");
    await mkdir(out);
    await writeFile(path.join(out, "manifest.json"), '{"name":"an app"}');
    await expect(folderWriter(out)).rejects.toThrow(TargetError);
  });

  it("refuses a target that is a file", async () => {
    await writeFile(path.join(base, "out"), "");
    await expect(folderWriter(path.join(base, "out"))).rejects.toThrow(TargetError);
  });

  it("takes an empty folder", async () => {
    await mkdir(path.join(base, "out"));
    await (await folderWriter(path.join(base, "out"))).finish();
    expect(await readdir(base)).toEqual(["out"]);
  });

  it("finishes a swap that stopped between its two renames", async () => {
    await report(path.join(base, "out.taskfolio-old"), "old");
    await report(path.join(base, "out.taskfolio-new"), "new");
    await (await folderWriter(path.join(base, "out"))).abort();
    expect(await readFile(path.join(base, "out", "index.html"), "utf8")).toBe("new");
    expect(await readdir(base)).toEqual(["out"]);
  });

  it("undoes a swap whose new report is not whole", async () => {
    await report(path.join(base, "out.taskfolio-old"), "old");
    await mkdir(path.join(base, "out.taskfolio-new"));
    await (await folderWriter(path.join(base, "out"))).abort();
    expect(await readFile(path.join(base, "out", "index.html"), "utf8")).toBe("old");
  });
});
