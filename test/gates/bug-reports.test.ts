import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { parsePage } from "./page.ts";

const corpus = process.env.TASKFOLIO_CORPUS;
const inputs = corpus ? readdirSync(join(corpus, "bug-repros")).sort() : [];

function bytesOf(path: string): string {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .map((name) => bytesOf(join(path, name)))
        .join("\n")
    : readFileSync(path, "latin1");
}

describe("inputs made after public bug reports", () => {
  it.skipIf(inputs.length === 0)("are there where TASKFOLIO_CORPUS names a corpus", () => {
    expect(inputs.length).toBeGreaterThan(10);
  });

  it.each(inputs)(
    "%s builds, keeps what comes after the damage, and does nothing that its content asks for",
    async (name) => {
      const workspace = join(corpus ?? "", "bug-repros", name);
      const writer = memoryWriter();
      const { account } = await build({ workspace }, { writer });
      expect(account.balanced).toBe(true);
      const pages = [...writer.files].filter(([path]) => path.startsWith("tasks/t-"));
      const text = pages.map(([, bytes]) => Buffer.from(bytes).toString("utf8")).join("\n");
      if (bytesOf(workspace).includes("AFTER-MARKER")) expect(text).toContain("AFTER-MARKER");
      expect(text).not.toMatch(/<title>[^<]*PWNED/);
      const links = pages.flatMap(([path, bytes]) =>
        parsePage(path, bytes).elements.flatMap(({ attributes }) => attributes.get("href") ?? []),
      );
      expect(links.filter((link) => /^\s*(?:javascript|vbscript|data):/i.test(link))).toEqual([]);
    },
  );
});
