import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { listFiles } from "../gates/files.ts";

// A folder under fixtures/reports is a case: the whole report of the fixture of that name, to be opened in a browser.
// `vitest -u` writes it anew, a person looks at it, and the commit says why it changed; CI only compares.
const fixtures = resolve(import.meta.dirname, "../../fixtures");
const cases = readdirSync(join(fixtures, "reports"));

describe.each(cases)("the report of fixtures/litany/%s", (name) => {
  it("is, file by file and byte by byte, the one that somebody looked at", async () => {
    const writer = memoryWriter();
    await build({ workspace: join(fixtures, "litany", name) }, { writer });
    const expected = join(fixtures, "reports", name);
    for (const [path, bytes] of writer.files) {
      await expect(Buffer.from(bytes).toString("utf8"), path).toMatchFileSnapshot(join(expected, path));
    }
    expect([...writer.files.keys()].sort()).toEqual([...listFiles(expected)].sort());
  });
});
