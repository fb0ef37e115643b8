import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace } from "../../../src/model/index.ts";
import { fixtures } from "../../support/ledger.ts";
import { rowsOf } from "../records.ts";
import { codesOf, openFolder } from "./open.ts";

const folder = join(fixtures, "ledger");

/** A workspace in a few words: its Tasks, then what stands in each ledger. */
async function outline({ index, ...workspace }: OpenWorkspace): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const task of index.tasks) {
    const rows = await rowsOf({ index, ...workspace }, task.id);
    const gaps = index.gaps.get(task.id) ?? [];
    const before = (itemId: string | null) =>
      gaps.filter((gap) => gap.before === itemId).map((gap) => `${gap.kind} ${gap.id}`);
    const items = rows.flatMap((row) => [...before(row.itemId), `${row.label} ${row.type}`]);
    const stored = (index.stored.get(task.id) ?? []).map((message) => message.itemId);
    lines.push(
      `${task.id} · ${task.title} · ${task.record} · ${task.attached ? "" : "unattached · "}${task.status.word}`,
    );
    lines.push(`  ${[...items, ...before(null), ...stored].join(", ")}`);
  }
  return lines;
}

const expected: Readonly<Record<string, readonly string[]>> = {
  empty: [],
  gaps: [
    "holes · A ledger with holes · present · succeeded",
    "  1 message, compacted «2–5», 6 compaction, 7 message, missing «8–9», 10 message, compacted «11–13», missing «14», 15 compaction, 16 message",
    "late · A ledger that begins late · present · succeeded",
    "  missing «gap before it-40», 40 message",
  ],
  "listed-gaps": [
    "sparse · Sequences with holes that mean nothing · present · succeeded",
    "  10 message, compacted «002–004», 20 message, 30 message, missing «gap at the end»",
  ],
  mailbox: [
    "docs · Update the docs · present · running",
    "  0 message, 1 message, 2 message, 3 message, mail in-3, mail in-4",
    "links · Check the links · present · running",
    "  0 message, mail in-1",
  ],
  runs: [
    "nightly · Nightly import · present · canceled",
    "  0 message, 1 tool-call, 2 notice, 3 message, 4 tool-call, 5 tool-result, 6 message",
  ],
  damaged: [
    "a · Everything at once · present · succeeded",
    "  0 message, 1 tool-call, L3 raw, missing «2», 3 tool-call, 3 message, missing «4», 5 message, L7 message, L8 message, 6 message, 7 raw, 8 tool-result, 9 tool-call, 10 raw, 11 raw, L15 raw, 12 message, L18 raw, 13 message, 14 message, 15 message, L22 raw, mail m1, mail m1~2",
    "b · Its root is another's · present · succeeded",
    "  mail m2",
    "c1 · One half of a circle · present · unattached · running",
    "  1 message",
    "c2 · The other half · present · running",
    "  1 message",
    "self · Its own parent · present · unattached · queued",
    "  ",
    "d · No transcript, parent elsewhere · present · unknown",
    "  missing «transcript»",
    "e · Fields of wrong types · present · unknown",
    "  1 message",
    "out · Names a path · present · failed",
    "  missing «transcript»",
    "ghost · Known by mention · present · unknown",
    "  1 message",
    "stray task · stray task · present · unattached · unknown",
    "  1 message",
    "hermit · hermit · absent · unattached · unknown",
    "  mail h1",
    "nowhere · nowhere · absent · unknown",
    "  ",
    "nobody · nobody · absent · unknown",
    "  ",
    "«damaged records» · Damaged records · present · unattached · unknown",
    "  tasks.jsonl:2 raw, tasks.jsonl:3 raw, tasks.jsonl:4 raw, tasks.jsonl:5 raw, delegations.jsonl:1 raw, delegations.jsonl:3 raw, delegations.jsonl:4 raw, delegations.jsonl:5 raw, mailbox/a.jsonl:4 raw, mailbox/a.jsonl:5 raw",
  ],
};

describe("the fixtures", () => {
  it.each(readdirSync(folder).sort())("%s is a sound record", async (name) => {
    await openFolder(join(folder, name));
  });

  it.each(Object.entries(expected))("%s is read as it was written", async (name, lines) => {
    expect(await outline(await openFolder(join(folder, name)))).toEqual(lines);
  });

  it.each(["typical", "empty", "runs", "gaps", "listed-gaps", "inherited", "mailbox"])(
    "%s needs no complaint",
    async (name) => {
      const codes = codesOf(await openFolder(join(folder, name)));
      // The last Task of `typical` has not begun, and so has no transcript.
      expect(codes).toEqual(name === "typical" ? ["transcript-not-begun"] : []);
    },
  );

  it("damaged names each kind of damage, with file and line", async () => {
    const { index } = await openFolder(join(folder, "damaged"));
    const places = index.diagnostics.map(({ code, place }) => `${code} ${place?.file}:${place?.line}`);
    expect(places).toEqual(
      expect.arrayContaining([
        "not-a-record tasks.jsonl:2",
        "duplicate-task tasks.jsonl:5",
        "root-disagrees tasks.jsonl:6",
        "parent-cycle tasks.jsonl:8",
        "parent-cycle tasks.jsonl:10",
        "no-transcript tasks.jsonl:11",
        "transcript-name-refused tasks.jsonl:13",
        "edge-to-absent-task delegations.jsonl:1",
        "not-a-record transcripts/a.jsonl:3",
        "duplicate-tool-call-id transcripts/a.jsonl:4",
        "duplicate-sequence transcripts/a.jsonl:5",
        "duplicate-item-id transcripts/a.jsonl:6",
        "no-sequence transcripts/a.jsonl:7",
        "line-cut transcripts/a.jsonl:22",
        "transcript-without-task transcripts/stray%20task.jsonl:undefined",
      ]),
    );
  });
});
