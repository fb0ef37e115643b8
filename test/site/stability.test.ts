import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { writeLitany } from "../support/litany.ts";

const base = mkdtempSync(join(tmpdir(), "taskfolio-stability-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ID = "20270101T090000Z-1a2b3c4d";

/** Entries of a transcript whose calls are answered late, whose results are large, and which holds every kind of row. */
function entries(): readonly (readonly [name: string, content: string | object])[] {
  const number = (n: number) => String(n).padStart(3, "0");
  const made: (readonly [string, string | object])[] = [[`${number(1)}-user.md`, "---\nfrom: user\n---\nStart."]];
  for (let n = 2; n < 60; n += 3) {
    const long = n % 3 !== 0 || n % 2 === 0 ? `line of ${n}\n`.repeat(6_000) : `short ${n}`;
    made.push([
      `${number(n)}-model.json`,
      {
        content: [
          { type: "thinking", text: `thought ${n}` },
          { type: "text", text: `words **${n}**` },
          { type: "tool_use", id: `c${n}`, name: "bash", input: { command: `run ${n}` } },
        ],
      },
    ]);
    // Mail comes between a call and its result now and then.
    made.push(
      n % 4 === 0
        ? [`${number(n + 1)}-user.md`, `mail ${n}`]
        : [
            `${number(n + 1)}-tool.json`,
            [{ type: "tool_result", tool_use_id: `c${n}`, content: `Exit code: 0\n${long}` }],
          ],
    );
    made.push(
      n % 4 === 0
        ? [
            `${number(n + 2)}-tool.json`,
            [{ type: "tool_result", tool_use_id: `c${n}`, content: long, is_error: n % 8 === 0 }],
          ]
        : [`${number(n + 2)}-note.txt`, "not an entry"],
    );
  }
  return made;
}

interface RowElement {
  readonly page: string;
  readonly html: string;
}

/** Each row's element by its id: the page that it stands on, and its bytes up to the next row. */
function rowElements(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, RowElement> {
  const rows = new Map<string, RowElement>();
  for (const [page, bytes] of files) {
    if (!/^tasks\/t-[0-9a-f]+\/(?:index|page-\d+|exact(?:-\d+)?)\.html$/.test(page)) continue;
    const html = Buffer.from(bytes).toString("utf8");
    const starts = [...html.matchAll(/<div class="row[^"]*" id="(t-[0-9a-f-]+)"/g)];
    for (const [i, start] of starts.entries()) {
      const end = starts[i + 1]?.index ?? html.indexOf("</section>", start.index);
      // A notice at the tail tells how the copy ends; it is no row of the record and goes when the record goes on.
      const own = html
        .slice(start.index, end)
        .replace(/<\/section>[\s\S]*$/, "")
        .trimEnd();
      if (/class="body notice|>notice<\/a>/.test(own)) continue;
      rows.set(`${page.includes("exact") ? "exact" : "semantic"} ${start[1]}`, { page, html: own });
    }
  }
  return rows;
}

async function reportOf(count: number): Promise<ReadonlyMap<string, RowElement>> {
  const folder = join(base, String(count));
  writeLitany(folder, {
    agents: { [ID]: { goal: "Start.", messages: Object.fromEntries(entries().slice(0, count)) } },
  });
  const writer = memoryWriter();
  await build({ workspace: folder, highlight: true }, { writer });
  return rowElements(writer.files);
}

describe("appending entries one by one", () => {
  it("moves no row to another page and changes no earlier row but calls that waited", async () => {
    let before = await reportOf(1);
    for (let count = 2; count <= entries().length; count += 1) {
      const after = await reportOf(count);
      const changed: string[] = [];
      for (const [id, { page, html }] of before) {
        const now = after.get(id);
        expect(now?.page, `${id} after entry ${count}`).toBe(page);
        if (now?.html !== html) changed.push(html);
      }
      // A call that waited gets its result (its card), or learns that it was interrupted; in the exact view, who answers it.
      for (const html of changed) expect(html).toMatch(/No result recorded|tool-call|class="row tool/);
      expect(changed.length).toBeLessThanOrEqual(4);
      before = after;
    }
    expect(new Set([...before.values()].map(({ page }) => page)).size).toBeGreaterThan(2);
  }, 120_000);
});
