import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { verifyReport } from "../../src/site/verify.ts";
import { zipSource } from "../../src/site/zip-reader.ts";
import { verify } from "../../src/verify.ts";
import { listFiles } from "../gates/files.ts";
import { createTrees } from "../support/temp.ts";
import { type Packed, packed, small } from "./packed.ts";

const trees = createTrees();
afterAll(trees.drop);
let folder: string;
let report: string;
let zip: string;
let workspace: string;
let sums: string;

beforeAll(async () => {
  workspace = trees.write(small);
  folder = trees.write({});
  report = join(folder, "report");
  zip = join(folder, "report.zip");
  sums = (await build({ workspace, out: report, zip, highlight: false })).sha256;
});

/** The same numbers in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A copy of the report to break. */
function copy(): string {
  const files = listFiles(report).map((path) => [path, readFileSync(join(report, path))] as const);
  return trees.write(Object.fromEntries(files));
}

describe("verify", () => {
  it("finds a fresh report consistent, and says that its origin was not checked", async () => {
    for (const one of [report, zip])
      expect(await verify({ report: one })).toMatchObject({
        ok: true,
        problems: [],
        origin: "not checked",
        sha256: sums,
        files: listFiles(report).length,
      });
  });

  it("tells the report that was expected from another one that is consistent too", async () => {
    expect(await verify({ report: zip, expect: sums })).toMatchObject({ ok: true, origin: "as expected" });
    expect(await verify({ report, expect: "0".repeat(64) })).toMatchObject({
      ok: false,
      origin: "not as expected",
      problems: [],
    });
  });

  it("names what was changed, what is missing and what is extra, and sha256sum agrees", async () => {
    const broken = copy();
    writeFileSync(join(broken, "index.html"), "another");
    rmSync(join(broken, "about.html"));
    writeFileSync(join(broken, "raw-extra.txt"), "");
    symlinkSync("index.html", join(broken, "link.html"));
    const { ok, problems } = await verify({ report: broken });
    expect(ok).toBe(false);
    expect(problems.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      "changed index.html",
      "extra raw-extra.txt",
      "missing about.html",
      "unsound link.html",
    ]);
    expect(() => execFileSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: broken, stdio: "pipe" })).toThrow();
    execFileSync("sha256sum", ["-c", "--quiet", "--strict", "SHA256SUMS"], { cwd: report });
  });

  it.each(["manifest.json", "SHA256SUMS"])("misses %s", async (list) => {
    const broken = copy();
    rmSync(join(broken, list));
    expect(await verify({ report: broken })).toMatchObject({ ok: false });
  });

  it("finds each of 1,000 random changes of one byte in a folder", async () => {
    const broken = copy();
    const paths = listFiles(broken);
    const below = random(7);
    for (let change = 0; change < 1_000; change += 1) {
      const path = paths[below(paths.length)] ?? "";
      const whole = readFileSync(join(broken, path));
      const bytes = Buffer.from(whole);
      const at = below(bytes.length);
      bytes[at] = ((bytes[at] ?? 0) + 1 + below(255)) % 256;
      writeFileSync(join(broken, path), bytes);
      const { ok, problems } = await verify({ report: broken });
      expect([ok, problems.length > 0], `${path} at ${at}`).toEqual([false, true]);
      writeFileSync(join(broken, path), whole);
    }
    expect((await verify({ report: broken })).ok).toBe(true);
  });

  it("finds each of 1,000 random changes of one byte in a zip", async () => {
    const whole = readFileSync(zip);
    const broken = join(folder, "broken.zip");
    const below = random(11);
    for (let change = 0; change < 1_000; change += 1) {
      const bytes = Buffer.from(whole);
      const at = below(bytes.length);
      bytes[at] = ((bytes[at] ?? 0) + 1 + below(255)) % 256;
      writeFileSync(broken, bytes);
      expect((await verify({ report: broken })).ok, `byte ${at}`).toBe(false);
    }
  });
});

describe("verifying against the workspace", () => {
  it("proves a report by making it again", async () => {
    expect(await verify({ report: zip, prove: workspace })).toMatchObject({ ok: true, proof: { state: "same" } });
  });

  it("names the files that another workspace does not give", async () => {
    const other = trees.write({ ...small, "agents/20270101T000000Z-00000001/messages/003-user.md": "More." });
    const { ok, problems, proof } = await verify({ report, prove: other });
    expect([ok, problems]).toEqual([false, []]);
    expect(proof).toMatchObject({ state: "different", otherVersion: false });
    expect(proof?.state === "different" && proof.problems.map(({ path }) => path)).toContain("index.html");
  });

  it("uses the options that the manifest names", async () => {
    const out = join(folder, "with-options");
    await build({ workspace, out, lean: true, title: "Another", mailable: true, summaryLimit: 2_000, maskHome: true });
    expect(await verify({ report: out, prove: workspace })).toMatchObject({ ok: true, proof: { state: "same" } });
  });

  it("does not claim a proof for what a manifest cannot hold: the content of a policy", async () => {
    const policy = join(trees.write({ "policy.yaml": "default: show\nrules: []\n" }), "policy.yaml");
    const out = join(folder, "under-policy");
    await build({ workspace, out, policy });
    expect(await verify({ report: out, prove: workspace })).toMatchObject({
      ok: false,
      proof: { state: "impossible", says: expect.stringContaining("--policy") },
    });
    expect(await verify({ report: out, prove: workspace, policy })).toMatchObject({
      ok: true,
      proof: { state: "same" },
    });
  });

  it("says when a report was made with options that it does not know", async () => {
    const broken = copy();
    const manifest = JSON.parse(readFileSync(join(broken, "manifest.json"), "utf8"));
    writeFileSync(join(broken, "manifest.json"), JSON.stringify({ ...manifest, options: { sparkle: true } }));
    expect(await verify({ report: broken, prove: workspace })).toMatchObject({
      ok: false,
      proof: { state: "impossible" },
    });
  });
});

describe("an archive that another hand made", () => {
  const files = () => listFiles(report).map((path): Packed => ({ path, bytes: readFileSync(join(report, path)) }));
  const problemsOf = async (entries: readonly Packed[]) =>
    (await verifyReport(zipSource(packed(entries)))).problems.map(({ kind, path, says }) => `${kind} ${path}: ${says}`);

  it("is as good as ours when it holds the same files, also below one folder", async () => {
    expect(await problemsOf(files())).toEqual([]);
    expect(await problemsOf(files().map((file) => ({ ...file, path: `report/${file.path}` })))).toEqual([]);
    expect(await problemsOf(files().map((file) => ({ ...file, described: true })))).toEqual([]);
  });

  it.each<[string, Packed, RegExp]>([
    ["a name that leads up", { path: "../out.html" }, /leads out of a folder/],
    ["a name that leads up from within", { path: "a/../../out.html" }, /leads out of a folder/],
    ["an absolute name", { path: "/etc/passwd" }, /leads out of a folder/],
    ["a name with a drive", { path: "C:/out.html" }, /leads out of a folder/],
    ["a name with backslashes", { path: "..\\out.html" }, /leads out of a folder/],
    ["a name that stands there already", { path: "index.html" }, /twice/],
    ["a name that differs in case alone", { path: "INDEX.html" }, /where case does not count/],
    ["another name before its data", { path: "a.txt", localPath: "b.txt" }, /another name/],
    ["another size before its data", { path: "a.txt", localSize: 7 }, /told differently/],
    ["an encrypted file", { path: "a.txt", flags: 1 }, /encrypted/],
    ["a way of packing that nobody knows", { path: "a.txt", method: 99 }, /does not know/],
    ["a folder with content", { path: "a/", bytes: Buffer.from("x") }, /folder with content/],
  ])("is refused for %s", async (_what, entry, says) => {
    expect((await problemsOf([...files(), entry])).join("\n")).toMatch(says);
  });

  it("is not unpacked beyond the sizes of the manifest", async () => {
    const bomb = Buffer.alloc(50_000_000);
    const entries = files().map((file) =>
      file.path === "index.html" ? { ...file, bytes: bomb, deflate: true } : file,
    );
    expect(await problemsOf(entries)).toEqual([expect.stringMatching(/^changed index\.html: has 50000000 bytes/)]);
  });

  it("is not unpacked beyond the size that it states", async () => {
    const entries = files().map((file) =>
      file.path === "index.html"
        ? { ...file, bytes: Buffer.alloc(50_000_000), deflate: true, statedSize: file.bytes?.length ?? 0 }
        : file,
    );
    expect(await problemsOf(entries)).toEqual(["changed index.html: cannot be read whole"]);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no zip", Buffer.from("hello")],
    ["half a zip", undefined],
  ])("is refused when it is %s", async (_what, bytes) => {
    const whole = packed(files());
    const given = bytes ?? whole.subarray(0, whole.length >> 1);
    const { problems } = await verifyReport(zipSource(given));
    expect(problems[0]).toMatchObject({ kind: "unsound", path: "" });
  });
});
