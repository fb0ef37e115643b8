import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { exportLedger, fixtures, HEAD, modelOf } from "../../support/ledger.ts";
import { tempFolder, writeTree } from "../../support/temp.ts";
import { expectSound } from "./open.ts";

type Files = Readonly<Record<string, Uint8Array>>;

function filesOf(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path))]));
}

const seeds = ["typical", "blobs", "restricted", "listed-gaps", "inherited", "mailbox"].map((name) =>
  filesOf(join(fixtures, "ledger", name)),
);

/** A change to one file: bytes are cut out at a place, and others put in. */
const change = fc.record({
  file: fc.nat(20),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(40),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom("\n", '"', "null", "{}", "\0\0", "[[", '{"blob":"../x"}', '"access":1,')
      .map((text) => Buffer.from(text)),
  ),
});

function changed(files: Files, changes: readonly { file: number; at: number; cut: number; put: Uint8Array }[]): Files {
  const result: Record<string, Uint8Array> = { ...files };
  const paths = Object.keys(files).filter((path) => path !== "workspace.json");
  for (const { file, at, cut, put } of changes) {
    const path = paths[file % paths.length];
    const bytes = path === undefined ? undefined : result[path];
    if (path === undefined || bytes === undefined) continue;
    const start = Math.floor(at * bytes.length);
    result[path] = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)]);
  }
  return result;
}

describe("any input", () => {
  it("a workspace with bytes changed anywhere is still a sound record, whose export gives it back", async () => {
    const root = tempFolder();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (seed, changes) => {
          made += 1;
          const workspace = await ledger.open({ path: writeTree(join(root, `${made}`), changed(seed, changes)) });
          await expectSound(workspace);
          const { files } = await exportLedger(workspace);
          const again = await ledger.open({ path: writeTree(join(root, `${made}-export`), files) });
          expect(await modelOf(again)).toEqual(await modelOf(workspace));
          await Promise.all([workspace.close(), again.close()]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("records of any JSON are a sound record", async () => {
    const root = tempFolder();
    let made = 0;
    const id = fc.constantFrom("t", "u", "", "__proto__");
    const names = fc.constantFrom(
      "id",
      "taskId",
      "parentTaskId",
      "childTaskId",
      "parentId",
      "rootId",
      "status",
      "sequence",
      "turnIndex",
      "itemId",
      "type",
      "toolCallId",
      "content",
      "source",
      "usage",
      "raw",
      "access",
      "call",
      "kind",
      "before",
      "returns",
      "text",
      "transcript",
    );
    const value = fc.oneof(
      id,
      fc.nat(4),
      fc.constantFrom("message", "tool-call", "created", "restricted"),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const record = fc.dictionary(names, value, { maxKeys: 8 });
    const lines = fc
      .array(record, { maxLength: 5 })
      .map((list) => list.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, lines, lines, async (tasks, delegations, gaps, rows, mail) => {
        made += 1;
        const files = {
          "workspace.json": HEAD,
          "tasks.jsonl": `${tasks}{"id":"t","rootId":"t","status":"running"}\n`,
          "delegations.jsonl": delegations,
          "gaps.jsonl": gaps,
          "transcripts/t.jsonl": rows,
          "mailbox/t.jsonl": mail,
        };
        const workspace = await ledger.open({ path: writeTree(join(root, `${made}`), files) });
        await expectSound(workspace);
        await workspace.close();
      }),
      { numRuns: 150 },
    );
  });
});
