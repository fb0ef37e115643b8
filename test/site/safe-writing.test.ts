import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { build as bundle } from "esbuild";
import { afterEach, describe, expect, it, vi } from "vitest";
import { utf8 } from "../../src/site/output.ts";
import { folderWriter } from "../../src/site/writers/folder.ts";
import { TargetError } from "../../src/site/writers/target-error.ts";
import { listFiles } from "../gates/files.ts";
import { tempFolder, tempTree } from "../support/temp.ts";

const OURS = { "manifest.json": '{"maker":"taskfolio"}', "index.html": "old" };
const KILLS = 200;

/** The same delays in every run, spread over the time that a few builds take. */
function* delays(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield (state / 2 ** 32) * 40;
  }
}

/** Which whole report stands there; an error when it is a mixture or not whole. */
function wordOf(folder: string): string {
  const { word } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const expected = ["SHA256SUMS", "manifest.json", ...Array.from({ length: 12 }, (_, i) => `pages/${word}-${i}.html`)];
  expect(listFiles(folder)).toEqual(expected.sort());
  for (let i = 0; i < 12; i += 1)
    expect(readFileSync(join(folder, `pages/${word}-${i}.html`), "utf8")).toBe(`${word}\n`.repeat(2_000));
  return word;
}

async function killAfter(milliseconds: number, module: string, out: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "safe-writing-child.mjs"), module, out], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await new Promise<void>((ready) => child.stdout.once("data", () => ready()));
  await new Promise((later) => setTimeout(later, milliseconds));
  child.kill("SIGKILL");
  await ended;
}

describe("a build that is killed", () => {
  it(`leaves a whole report, old or new, at any of ${KILLS} moments, and the next run leaves nothing else`, async () => {
    const base = tempFolder();
    const module = join(base, "folder.mjs");
    await bundle({
      entryPoints: [resolve(import.meta.dirname, "../../src/site/writers/folder.ts")],
      outfile: module,
      bundle: true,
      platform: "node",
      format: "esm",
    });
    const place = join(base, "place");
    const out = join(place, "out");
    mkdirSync(place);
    const first = await folderWriter(out);
    for (let i = 0; i < 12; i += 1)
      await first.write({ path: `pages/even-${i}.html`, bytes: utf8("even\n".repeat(2_000)) });
    await first.write({ path: "manifest.json", bytes: utf8('{"maker":"taskfolio","word":"even"}') });
    await first.write({ path: "SHA256SUMS", bytes: utf8("") });
    await first.finish();

    const delay = delays(7);
    const seen = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killAfter(delay.next().value ?? 0, module, out);
      const between = !existsSync(out);
      seen.add(
        readdirSync(place)
          .map((name) => name.slice("out".length))
          .sort()
          .join(" "),
      );
      // Killed between the two renames: the old report is whole beside its place.
      wordOf(between ? `${out}.taskfolio-old` : out);
      await (await folderWriter(out)).abort();
      expect(readdirSync(place)).toEqual(["out"]);
      wordOf(out);
    }
    // The moments were not all the same one.
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe("two builds on one target", () => {
  it("lets the first go on and tells the second to wait, and lets it in when the first is done", async () => {
    const out = join(tempFolder(), "out");
    const first = await folderWriter(out);
    await first.write({ path: "index.html", bytes: utf8("first") });
    await expect(folderWriter(out)).rejects.toThrow(/Another build \(process \d+\) is writing out/);
    await first.finish();
    const second = await folderWriter(out, async () => true);
    await second.write({ path: "index.html", bytes: utf8("second") });
    await second.finish();
    expect(readFileSync(join(out, "index.html"), "utf8")).toBe("second");
  });

  it.each([
    ["a process that is no more", { host: hostname(), pid: 2 ** 22 + 7, token: "t" }],
    ["another process of the same number", { host: hostname(), pid: process.pid, began: "1", token: "t" }],
  ])("takes over the lock of %s", async (_whose, holder) => {
    const base = tempTree({ "out.taskfolio-lock": JSON.stringify(holder) });
    await (await folderWriter(join(base, "out"))).finish();
    expect(readdirSync(base)).toEqual(["out"]);
  });

  it("believes a lock of another machine", async () => {
    const base = tempTree({ "out.taskfolio-lock": JSON.stringify({ host: "elsewhere", pid: 1, token: "t" }) });
    await expect(folderWriter(join(base, "out"))).rejects.toThrow(TargetError);
    expect(readdirSync(base)).toEqual(["out.taskfolio-lock"]);
  });

  it("waits for a lock that is being made, and takes over one whose maker died before it was filled", async () => {
    const base = tempTree({ "out.taskfolio-lock": "" });
    await (await folderWriter(join(base, "out"))).finish();
    expect(readdirSync(base)).toEqual(["out"]);
  });

  it("does not put a report in place when its lock was taken away", async () => {
    const base = tempTree({ "out/manifest.json": OURS["manifest.json"], "out/index.html": "old" });
    const writer = await folderWriter(join(base, "out"));
    await writer.write({ path: "index.html", bytes: utf8("new") });
    writeFileSync(join(base, "out.taskfolio-lock"), JSON.stringify({ host: "elsewhere", pid: 1, token: "u" }));
    await expect(writer.finish()).rejects.toThrow(/took over/);
    expect(readFileSync(join(base, "out/index.html"), "utf8")).toBe("old");
  });
});

describe("a disk that does not do what it should", () => {
  afterEach(() => {
    vi.doUnmock("node:fs/promises");
    vi.resetModules();
  });

  /** The writer on a file system of which one call fails from its n-th time on. */
  async function failing(call: "writeFile" | "rename" | "mkdir", from: number, code: string) {
    vi.resetModules();
    let calls = 0;
    vi.doMock("node:fs/promises", async (original) => {
      const real = await original<typeof import("node:fs/promises")>();
      const fail = (...args: unknown[]) => {
        calls += 1;
        if (calls === from || (call === "writeFile" && calls > from))
          throw Object.assign(new Error("system"), { code });
        return Reflect.apply(real[call], undefined, args);
      };
      return { ...real, [call]: async (...args: unknown[]) => fail(...args) };
    });
    return import("../../src/site/writers/folder.ts");
  }

  it("keeps the old report and says that the disk is full", async () => {
    const base = tempTree({ "out/manifest.json": OURS["manifest.json"], "out/index.html": "old" });
    const { folderWriter } = await failing("writeFile", 3, "ENOSPC");
    const writer = await folderWriter(join(base, "out"));
    await writer.write({ path: "index.html", bytes: utf8("new") });
    await expect(writer.write({ path: "other.html", bytes: utf8("new") })).rejects.toThrow(
      "Cannot write out: the disk is full (ENOSPC).",
    );
    await writer.abort();
    expect(readdirSync(base)).toEqual(["out"]);
    expect(readFileSync(join(base, "out/index.html"), "utf8")).toBe("old");
  });

  it("puts the old report back when the new one cannot take its place", async () => {
    const base = tempTree({ "out/manifest.json": OURS["manifest.json"], "out/index.html": "old" });
    const { folderWriter } = await failing("rename", 2, "EACCES");
    const writer = await folderWriter(join(base, "out"));
    await writer.write({ path: "index.html", bytes: utf8("new") });
    await expect(writer.finish()).rejects.toThrow(/Cannot put out in its place: it may not be written there/);
    await writer.abort();
    expect(readdirSync(base)).toEqual(["out"]);
    expect(readFileSync(join(base, "out/index.html"), "utf8")).toBe("old");
  });

  it("says that a folder may not be written, and that a mount point cannot be replaced", async () => {
    const { folderWriter: readOnly } = await failing("writeFile", 1, "EROFS");
    await expect(readOnly(join(tempFolder(), "out"))).rejects.toThrow("Cannot write beside out: the disk is read-only");
    const base = tempTree({ "out/manifest.json": OURS["manifest.json"] });
    const { folderWriter: mounted } = await failing("rename", 1, "EBUSY");
    const writer = await mounted(join(base, "out"));
    await expect(writer.finish()).rejects.toThrow(/mount point: choose a folder inside it/);
    await writer.abort();
    expect(readdirSync(base)).toEqual(["out"]);
  });
});

it("replaces the report that a link leads to, and leaves the link", async () => {
  const base = tempTree({ "real/manifest.json": OURS["manifest.json"] });
  symlinkSync("real", join(base, "link"));
  const writer = await folderWriter(join(base, "link"));
  await writer.write({ path: "index.html", bytes: utf8("new") });
  await writer.finish();
  expect(readdirSync(base)).toEqual(["link", "real"]);
  expect(readFileSync(join(base, "real/index.html"), "utf8")).toBe("new");
});
