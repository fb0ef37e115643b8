import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace } from "../../../src/model/index.ts";
import { rowsOf } from "../records.ts";
import { openFolder } from "./open.ts";

const fixtures = join(import.meta.dirname, "../../../fixtures/litany");

/** A workspace in a few words: its Tasks, then what stands in each ledger. */
async function outline(workspace: OpenWorkspace): Promise<readonly string[]> {
  const { tasks, gaps, stored } = workspace.index;
  const lines: string[] = [];
  for (const task of tasks) {
    const rows = await rowsOf(workspace, task.id);
    const words = rows.map((row) => (row.type === "notice" ? row.code : `${row.label} ${row.type}`));
    const marks = [...(gaps.get(task.id) ?? []).map((gap) => `${gap.kind} ${gap.id}`)];
    const waiting = stored.get(task.id)?.length ?? 0;
    lines.push(`${task.title} · ${task.record} · ${task.status.word} (${task.status.certainty})`);
    lines.push(`  ${[...words, ...marks, ...(waiting === 0 ? [] : [`${waiting} waiting`])].join(", ")}`);
  }
  return lines;
}

const expected: Readonly<Record<string, readonly string[]>> = {
  compacted: [
    "Upgrade the queue client and keep the retry limits. · present · succeeded (derived)",
    "  001 message, 006 tool-result, 007.1 message, 007.2 tool-call, 011.1 message, compacted «002–005», compacted «008–010»",
    "Write release notes for 4.1. · present · succeeded (derived)",
    "  summary compaction, 001 message, 002.1 message",
  ],
  generations: [
    "Move the icons to SVG. · present · succeeded (derived)",
    "  001 message, 002.1 reasoning, 002.2 message, 002.3 tool-call, 003 tool-result, 004.1 message, 005 tool-result, 006.1 message",
    "Compare the two layouts. · present · queued (derived)",
    "  001 message, 002.1 reasoning, 002.2 reasoning, 002.3 tool-call, 002.4 tool-result, 002.5 message, 002.6 message, 002.7 message, 996 message, 997 message, 998 message, 999 message, 1000 message, 1001 message, unanswered-message, missing «003–995»",
  ],
  "mentioned-only": [
    "20270308T070000Z-15151515 · present · unknown (derived)",
    "  ",
    "20270308T070100Z-16161616 · present · queued (derived)",
    "  1 waiting",
    "Find the owner of the logo. · present · succeeded (derived)",
    "  002.1 message, missing «001»",
    "Audit the licences. · present · succeeded (derived)",
    "  001 message, 002.1 tool-call, 002.2 tool-call, 003 tool-result, 004 tool-result, 005 message, 006.1 message",
    "Check the fonts. · absent · succeeded (recorded)",
    "  ",
    "Check the icons. · absent · unknown (derived)",
    "  ",
  ],
};

describe("the fixtures", () => {
  it.each(
    readdirSync(fixtures)
      .filter((name) => !name.startsWith("."))
      .sort(),
  )("%s is a sound record", async (name) => {
    const workspace = await openFolder(join(fixtures, name));
    expect(workspace.index.tasks.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(expected))("%s is read as it was written", async (name, lines) => {
    expect(await outline(await openFolder(join(fixtures, name)))).toEqual(lines);
  });

  it("need no complaint where nothing is damaged", async () => {
    for (const name of ["typical", "compacted", "delegation", "generations", "inherited"]) {
      expect((await openFolder(join(fixtures, name))).index.diagnostics).toEqual([]);
    }
  });

  it("show how each call ended in `delegation`", async () => {
    const { edges } = (await openFolder(join(fixtures, "delegation"))).index;
    expect(edges.map((edge) => [edge.established, edge.call, edge.returns.length])).toEqual([
      ["declared", "002-some-model-1.2.json#2", 2],
      ["declared", "004-some-model-1.2.json#2", 0],
      ["declared", "004-some-model-1.2.json#2", 1],
      ["matched", "011-some-model-1.2.json#2", 1],
      ["unlinked", undefined, 0],
      ["declared", "002-some-model-1.2.json#1", 1],
    ]);
  });

  it("complete a cut output in `steps` from the call's own record only", async () => {
    const workspace = await openFolder(join(fixtures, "steps"));
    const rows = await rowsOf(workspace, "20270306T100000Z-01010101");
    const results = rows.filter((row) => row.type === "tool-result");
    expect(results[0]).toMatchObject({ timing: { durationMs: 42_250 }, completedFrom: {}, exitCode: 0 });
    expect(results[0]?.streams?.stdout.split("\n")).toHaveLength(401);
    expect(results[1]?.completedFrom).toBeUndefined();
    expect(results[1]?.remarks).toHaveLength(2);
    expect(rows.find((row) => row.label === "002.1")?.call?.attempts).toBe(2);
  });
});
