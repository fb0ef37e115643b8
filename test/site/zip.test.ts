import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { withoutScript } from "../../src/site/mailable.ts";
import { zipBytes } from "../../src/site/writers/zip.ts";
import { zipSource } from "../../src/site/zip-reader.ts";
import { checkNames, listFiles } from "../gates/files.ts";
import { taskfolio } from "../support/cli.ts";
import { tempFolder, tempTree, writeTree } from "../support/temp.ts";
import { small } from "./packed.ts";

const example = resolve(import.meta.dirname, "../../examples/parser-regression/workspace");

async function zipOf(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipBytes(files.keys(), async (path) => files.get(path) ?? new Uint8Array()))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("a zip", () => {
  const files = new Map<string, Uint8Array>([
    ["index.html", Buffer.from("<p>hello</p>".repeat(200))],
    ["a/empty.txt", Buffer.alloc(0)],
    ["a/noise.txt", Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7919) % 251))],
  ]);

  it("holds what was written, and does not make small files larger", async () => {
    const source = zipSource(await zipOf(files));
    expect(source.problems).toEqual([]);
    expect([...source.files.keys()]).toEqual([...files.keys()].sort());
    for (const [path, bytes] of files)
      expect(Buffer.from((await source.read(path)) ?? []).equals(bytes), path).toBe(true);
  });

  it("has the same bytes whatever order the files come in", async () => {
    expect((await zipOf(new Map([...files].reverse()))).equals(await zipOf(files))).toBe(true);
  });

  it("has one fixed time, names marked as UTF-8 and the mode of a plain file", async () => {
    const zip = await zipOf(files);
    expect([zip.readUInt16LE(6), zip.readUInt16LE(10), zip.readUInt16LE(12)]).toEqual([0x0800, 0, 0x21]);
    const central = zip.indexOf("PK\x01\x02", 0, "latin1");
    expect(zip.readUInt32LE(central + 38) >>> 16).toBe(0o100644);
  });

  it("is packed so that any unpacker reads it", async () => {
    const zip = await zipOf(new Map([["index.html", files.get("index.html") ?? new Uint8Array()]]));
    const data = zip.subarray(40, 40 + zip.readUInt32LE(18));
    expect(inflateRawSync(data).toString()).toBe("<p>hello</p>".repeat(200));
  });
});

describe("build --zip", () => {
  it("gives the same bytes in other time zones, locales, umasks and folders, of files in another order", () => {
    const digests = [
      { TZ: "UTC", LC_ALL: "C", mask: "022" },
      { TZ: "Asia/Kathmandu", LC_ALL: "tr_TR.UTF-8", mask: "077" },
      { TZ: "America/St_Johns", LC_ALL: "ar_EG.UTF-8", mask: "000" },
    ].map(({ mask, ...env }, i) => {
      const folder = tempFolder();
      const workspace = writeTree(
        folder,
        Object.fromEntries(i % 2 ? Object.entries(small).reverse() : Object.entries(small)),
      );
      const path = join(workspace, Object.keys(small)[0] ?? "");
      utimesSync(path, i * 1e8, i * 1e8);
      chmodSync(path, i % 2 ? 0o600 : 0o644);
      const main = resolve(import.meta.dirname, "../../dist/cli/main.js");
      const command = `umask ${mask} && exec "$0" "$1" build "$2" -o "$3/report" --zip "$3/report.zip"`;
      const target = tempFolder();
      execFileSync("sh", ["-c", command, process.execPath, main, workspace, target], {
        env: { ...process.env, ...env },
      });
      return readFileSync(join(target, "report.zip")).toString("base64");
    });
    expect(new Set(digests).size).toBe(1);
  });

  it("holds the files of the folder, under names that every disk takes", async () => {
    const folder = tempFolder();
    const [out, zip] = [join(folder, "report"), join(folder, "report.zip")];
    const { shapes } = await build({ workspace: example, out, zip });
    const bytes = readFileSync(zip);
    expect(shapes.zip?.bytes).toBe(bytes.length);
    const source = zipSource(bytes);
    expect([...source.files.keys()]).toEqual(listFiles(out));
    for (const path of listFiles(out))
      expect(Buffer.from((await source.read(path)) ?? []).equals(readFileSync(join(out, path))), path).toBe(true);
    expect(checkNames(out)).toEqual([]);
    expect(listFiles(folder).filter((path) => path.includes(".taskfolio-"))).toEqual([]);
  });

  it("replaces a zip of its own, and refuses any other file, leaving it as it is", async () => {
    const folder = tempFolder();
    const workspace = tempTree(small);
    const [out, zip] = [join(folder, "report"), join(folder, "report.zip")];
    await build({ workspace, out, zip });
    await build({ workspace, out, zip, title: "Again" });
    writeFileSync(zip, "precious");
    await expect(build({ workspace, out, zip })).rejects.toThrow(/did not make the file report\.zip/);
    expect(readFileSync(zip, "utf8")).toBe("precious");
    await expect(build({ workspace, out, zip: folder })).rejects.toThrow(/is not a file/);
    expect(listFiles(folder).filter((path) => path.includes(".taskfolio-"))).toEqual([]);
  });

  it("refuses a zip in the folder that the report replaces, and a workspace there", async () => {
    const workspace = tempTree(small);
    const out = join(tempFolder(), "report");
    await expect(build({ workspace, out, zip: join(out, "report.zip") })).rejects.toThrow(
      /--zip names a file in the folder/,
    );
    await expect(build({ workspace, out: workspace })).rejects.toThrow(/The workspace stands in the folder/);
  });
});

describe("a mailable report", () => {
  it("has no script, neither as a file nor in a page, and the same text", async () => {
    const folder = tempFolder();
    const workspace = tempTree(small);
    const [plain, bare] = [join(folder, "plain"), join(folder, "bare")];
    await build({ workspace, out: plain });
    await build({ workspace, out: bare, mailable: true });
    expect(listFiles(bare)).toEqual(listFiles(plain).filter((path) => !path.endsWith(".js")));
    expect(
      listFiles(bare)
        .map((path) => path.split(".").at(-1))
        .filter((kind) => !["html", "css", "txt", "json", "md"].includes(kind ?? "")),
    ).toEqual(["SHA256SUMS"]);
    for (const path of listFiles(bare).filter((path) => path.endsWith(".html"))) {
      const html = readFileSync(join(bare, path), "utf8");
      expect(html).not.toMatch(/<script/i);
      expect(html).toBe(readFileSync(join(plain, path), "utf8").replace(/<script defer src="[^"]*"><\/script>\n/, ""));
    }
    expect(taskfolio(["verify", bare])).toMatchObject({ status: 0 });
  });

  it("does not pass over a script that it does not know", () => {
    const bytes = Buffer.from('<script defer src="a.js"></script>\n<script>1</script>');
    expect(() => withoutScript({ path: "index.html", bytes })).toThrow();
  });
});
