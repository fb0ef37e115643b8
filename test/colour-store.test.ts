import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../src/build.ts";
import { openColourStore } from "../src/colour-store.ts";
import { memoryWriter } from "../src/site/index.ts";
import { tempFolder, tempTree } from "./support/temp.ts";

const workspace = resolve(import.meta.dirname, "../examples/parser-regression/workspace");

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

describe("the store of colours", () => {
  it("gives back what was kept, by language, text and version", async () => {
    const folder = join(tempFolder(), "a", "b");
    const store = await openColourStore(folder, "1");
    await store.write("ts", "const", "k0.5");
    expect(await store.read("ts", "const")).toBe("k0.5");
    expect(await store.read("js", "const")).toBeUndefined();
    expect(await store.read("ts", "const ")).toBeUndefined();
    expect(await (await openColourStore(folder, "2")).read("ts", "const")).toBeUndefined();
    expect(await (await openColourStore(folder, "1")).read("ts", "const")).toBe("k0.5");
    expect(filesOf(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{2}.[0-9a-f]{62}\.txt$/)]);
  });

  it("refuses a folder that cannot be one, in one sentence", async () => {
    const file = join(tempTree({ "a.txt": "text" }), "a.txt");
    await expect(openColourStore(file, "1")).rejects.toThrow(/^Cannot write the folder a\.txt: give --cache a folder/);
  });
});

describe("a build with a store of colours", () => {
  const built = async (cache?: string) => {
    const writer = memoryWriter();
    await build({ workspace, ...(cache !== undefined && { cache }) }, { writer });
    return new Map([...writer.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")]));
  };

  it("is the same as without, cold and warm, and colours nothing twice", async () => {
    const cache = tempFolder();
    const plain = await built();
    expect(await built(cache)).toEqual(plain);
    const kept = filesOf(cache);
    expect(kept.length).toBeGreaterThan(5);
    const written = kept.map((file) => statSync(join(cache, file)).mtimeMs);
    expect(await built(cache)).toEqual(plain);
    expect(filesOf(cache)).toEqual(kept);
    expect(kept.map((file) => statSync(join(cache, file)).mtimeMs)).toEqual(written);
  });

  it("takes no text from it, whoever wrote there", async () => {
    const cache = tempFolder();
    const plain = await built(cache);
    for (const file of filesOf(cache)) writeFileSync(join(cache, file), '<img src="x" onerror="alert(1)">');
    expect(await built(cache)).toEqual(plain);
    for (const file of filesOf(cache)) expect(readFileSync(join(cache, file), "utf8")).not.toContain("<img");
  });

  it("says so where nothing can be written there", async () => {
    const names = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
    const cache = tempTree(Object.fromEntries(names.map((name) => [name, "a file where a folder must stand"])));
    await expect(built(cache)).rejects.toThrow(/give --cache a folder that can be written/);
  });
});
