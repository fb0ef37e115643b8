import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { writeBadInput, writeHostile } from "./hostile.ts";
import { ATTACKS } from "./hostile-payloads.ts";
import { tempFolder } from "./temp.ts";

function bytesUnder(dir: string): Map<string, Buffer> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.sort().map((file) => [relative(dir, file), readFileSync(file)]));
}

describe("the hostile workspace", () => {
  it("uses at least sixty kinds of attack, each somewhere that a page must show", async () => {
    const { placed } = await writeHostile(tempFolder());
    const kinds = new Set(placed.filter(({ owed }) => owed === "shown").map(({ kind }) => kind));
    expect(kinds.size).toBe(ATTACKS.length);
    expect(kinds.size).toBeGreaterThanOrEqual(60);
  });

  it("holds each token in one place, plainly or as base64", async () => {
    const dir = tempFolder();
    const { payloads } = await writeHostile(dir);
    expect(new Set(payloads).size).toBe(payloads.length);
    const text = [...bytesUnder(dir)].map(([path, bytes]) => `${path}\n${bytes.toString("latin1")}`).join("\n");
    const all =
      text + [...text.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map((m) => Buffer.from(m[1] ?? "", "base64")).join("\n");
    expect(payloads.filter((token) => !all.includes(token))).toEqual([]);
  });

  it("is the same each time", async () => {
    const [first, second] = [tempFolder(), tempFolder()];
    await writeHostile(first);
    await writeHostile(second);
    expect(bytesUnder(second)).toEqual(bytesUnder(first));
  });

  it("keeps lone surrogates as JSON escapes and own keys named __proto__", async () => {
    const dir = tempFolder();
    await writeHostile(dir);
    const text = [...bytesUnder(dir).values()].map(String).join("\n");
    expect(text).toContain("\\ud83d");
    expect(text).toContain('"__proto__":{"polluted":');
  });
});

describe("the bad input", () => {
  it("keeps what no page may hold outside the workspace or in another agent's step", async () => {
    const { workspace, never, cases } = await writeBadInput(tempFolder());
    const holders = [...bytesUnder(workspace)].filter(([, bytes]) => never.some((token) => bytes.includes(token)));
    expect(holders.map(([path]) => path)).toEqual(["steps/torn/001/tools/call_1/output.json"]);
    expect(cases.length).toBeGreaterThanOrEqual(12);
  });

  it("has a pipe and a line of 7 MB", async () => {
    const { workspace } = await writeBadInput(tempFolder());
    expect(statSync(join(workspace, "agents/fifo/messages/003-m.json")).isFIFO()).toBe(true);
    expect(statSync(join(workspace, "agents/long/messages/003-m.json")).size).toBeGreaterThan(7_000_000);
  });
});
