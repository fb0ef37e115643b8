import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { jsonSchemas, writeSchemas } from "../../../src/sources/ledger/schema.ts";
import { exportLedger, fixtures } from "../../support/ledger.ts";
import { tempFolder, writeTree } from "../../support/temp.ts";

const published = new Map([...jsonSchemas()].map(([name, text]) => [name, z.fromJSONSchema(JSON.parse(text))]));

/** The schema that a file of a workspace is of. */
function schemaOf(path: string): string | undefined {
  if (path === "workspace.json") return "ledger-workspace.schema.json";
  if (path === "tasks.jsonl") return "ledger-task.schema.json";
  if (path === "delegations.jsonl") return "ledger-delegation.schema.json";
  if (path === "gaps.jsonl") return "ledger-gap.schema.json";
  if (path.startsWith("transcripts/")) return "ledger-row.schema.json";
  return path.startsWith("mailbox/") ? "ledger-mailbox-message.schema.json" : undefined;
}

/** Lines that are not valid, as `file:line`. */
function invalidIn(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return paths.flatMap((path) => {
    const schema = published.get(schemaOf(path) ?? "");
    if (schema === undefined || !statSync(join(folder, path)).isFile()) return [];
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    return lines.flatMap((line, at) => {
      if (line === "") return [];
      return schema.safeParse(JSON.parse(line)).success ? [] : [`${path}:${at + 1}`];
    });
  });
}

const sound = readdirSync(join(fixtures, "ledger")).filter((name) => name !== "damaged");

const TO_BE_REFUSED: ReadonlyMap<string, readonly string[]> = new Map([
  // An access mark that no format knows.
  ["restricted", ["transcripts/r.jsonl:9"]],
  // A part of an unknown type; a blob's name that is a path.
  ["blobs", ["transcripts/shots.jsonl:6", "transcripts/shots.jsonl:7"]],
]);

describe("the published schemas", () => {
  it("are one for each kind of record", () => {
    expect([...published.keys()].sort()).toEqual([
      "ledger-delegation.schema.json",
      "ledger-gap.schema.json",
      "ledger-mailbox-message.schema.json",
      "ledger-request.schema.json",
      "ledger-row.schema.json",
      "ledger-task.schema.json",
      "ledger-workspace.schema.json",
    ]);
  });

  it("are what the package was built with", () => {
    const folder = mkdtempSync(join(tmpdir(), "schemas-"));
    writeSchemas(folder);
    const built = join(import.meta.dirname, "../../../dist/schemas");
    for (const [name, text] of jsonSchemas()) {
      expect(readFileSync(join(folder, name), "utf8")).toBe(text);
      if (existsSync(built)) expect(readFileSync(join(built, name), "utf8")).toBe(text);
    }
    rmSync(folder, { recursive: true });
  });

  it.each(sound)("hold for the fixture %s, but for what it holds to be refused", (name) => {
    expect(invalidIn(join(fixtures, "ledger", name))).toEqual(TO_BE_REFUSED.get(name) ?? []);
  });

  it.each([...sound, "damaged"])("hold for the export of %s", async (name) => {
    const { files } = await exportLedger(await ledger.open({ path: join(fixtures, "ledger", name) }));
    expect(invalidIn(writeTree(tempFolder(), files))).toEqual([]);
  });

  it("refuse records that the format does not allow", () => {
    const refuses = (name: string, record: unknown) =>
      published.get(`ledger-${name}.schema.json`)?.safeParse(record).success === false;
    const task = { id: "a", rootId: "a", status: "running" };
    const row = { sequence: 0, turnIndex: 0, itemId: "r", type: "message", content: { role: "user", text: "x" } };
    expect(refuses("task", task) || refuses("row", row)).toBe(false);
    expect(refuses("task", { ...task, id: 7 })).toBe(true);
    expect(refuses("task", { ...task, usage: { a: -1 } })).toBe(true);
    expect(refuses("row", { ...row, sequence: -1 })).toBe(true);
    expect(refuses("row", { ...row, type: "tool-call" })).toBe(true);
    expect(refuses("row", { ...row, content: { role: "narrator", text: "x" } })).toBe(true);
    expect(refuses("row", { ...row, content: { role: "user", text: { blob: "../x" } } })).toBe(true);
    expect(refuses("row", { ...row, content: undefined })).toBe(true);
    expect(refuses("workspace", { format: "taskfolio-ledger", version: 2 })).toBe(true);
  });
});
