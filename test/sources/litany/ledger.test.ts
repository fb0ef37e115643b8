import { describe, expect, it } from "vitest";
import { CHILD, call, mail, ROOT, reply, result, text } from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { labels, openSpec, rowsFor } from "./open.ts";

const says = [text("x")];

describe("the order of a ledger", () => {
  it("is the counter's, past 999 too, whatever order files were made in", async () => {
    const rows = await rowsFor({
      "1000-tool.json": result("c", "x"),
      "999-user.md": "b",
      "1001-m.json": says,
      "998-user.md": "a",
    });
    expect(labels(rows)).toEqual(["998", "999", "1000", "1001.1"]);
    expect(rows.map((row) => row.sequence)).toEqual([1, 2, 3, 4]);
  });

  it("keeps two entries of one counter, by name, and says so", async () => {
    const workspace = await openSpec({
      agents: { [ROOT]: { messages: { "001-user.md": "b", "001-b.md": "a", "1-c.md": "c" } } },
    });
    expect((await rowsOf(workspace, ROOT)).slice(0, 3).map((row) => row.itemId)).toEqual([
      "001-b.md#1",
      "001-user.md#1",
      "1-c.md#1",
    ]);
    expect(workspace.index.diagnostics.filter((found) => found.code === "repeated-counter")).toHaveLength(2);
    expect(workspace.index.gaps.size).toBe(0);
  });

  it.each(["README", "readme.md", "-x.md", "abc-x.md", "003-.md", "001-note.txt", "005.md", "007", "1e3-user.md"])(
    "shows a file called %s as raw",
    async (name) => {
      const row = (await rowsFor({ [name]: "some words" }))[0];
      expect(row).toMatchObject({
        type: "raw",
        text: "some words",
        says: "its name is not one that a litany entry has",
      });
    },
  );

  it("puts what has no usable counter before the numbered entries, by name, under a dash", async () => {
    const rows = await rowsFor({
      "001-user.md": "first",
      "99999999999999999999-user.md": "huge",
      "notes.txt": "n",
      README: "r",
    });
    expect(rows.slice(0, 4).map((row) => [row.label, row.itemId])).toEqual([
      ["–", "99999999999999999999-user.md#1"],
      ["–", "README#1"],
      ["–", "notes.txt#1"],
      ["001", "001-user.md#1"],
    ]);
    expect(rows[0]).toMatchObject({ type: "message", parts: [{ text: "huge" }] });
  });

  it("moves no row when an entry is appended", async () => {
    const before = { "001-user.md": "a", "stray.bin": "s", "002-m.json": says };
    const first = await rowsFor(before);
    const second = await rowsFor({ ...before, "003-user.md": "b" });
    expect(second.slice(0, first.length)).toEqual(first);
  });

  it("begins with the role instructions, as an input of kind system", async () => {
    const workspace = await openSpec({
      agents: { [ROOT]: { soul: "You review.\n", messages: { "001-user.md": "a" } } },
    });
    expect((await rowsOf(workspace, ROOT))[0]).toMatchObject({
      type: "message",
      role: "system",
      itemId: "soul.md",
      parts: [{ text: "You review.\n" }],
      input: { kind: "system" },
      sequence: 1,
    });
  });

  it("is empty for an agent without messages, and the agent is a Task all the same", async () => {
    const workspace = await openSpec({ agents: { [ROOT]: { goal: "Look around." } } });
    expect(await rowsOf(workspace, ROOT)).toEqual([]);
    expect(workspace.index.tasks).toMatchObject([{ id: ROOT, title: "Look around.", record: "present" }]);
  });

  it("is empty for a Task that nobody knows", async () => {
    const workspace = await openSpec({ agents: { [ROOT]: {} } });
    expect(await rowsOf(workspace, "nobody")).toEqual([]);
  });
});

describe("gaps", () => {
  async function gapsFor(names: readonly string[], summary: Readonly<Record<string, string | Uint8Array>> = {}) {
    const messages = Object.fromEntries(names.map((name) => [name, "x"]));
    const workspace = await openSpec({ agents: { [ROOT]: { messages, summary } } });
    return workspace.index.gaps.get(ROOT) ?? [];
  }

  it("stand where numbers are missing, before the entry that follows", async () => {
    expect(await gapsFor(["001-user.md", "005-user.md", "006-user.md"], { "001.md": "Read it." })).toEqual([
      {
        id: "«002–004»",
        before: "005-user.md#1",
        kind: "compacted",
        unit: ["entry", "entries"],
        from: "002",
        to: "004",
        count: 3,
        summaries: [
          {
            text: "Read it.",
            record: `agents/${ROOT}/summary/001.md`,
            place: { file: `agents/${ROOT}/summary/001.md` },
          },
        ],
        pairing: "not recorded",
      },
    ]);
  });

  it("open before the first file when it is not 001", async () => {
    expect(await gapsFor(["002-user.md"])).toMatchObject([
      { id: "«001»", from: "001", to: "001", count: 1, before: "002-user.md#1" },
    ]);
  });

  it("are called missing, never compacted, where no summary stands behind them", async () => {
    expect(await gapsFor(["001-user.md", "003-user.md"])).toMatchObject([{ kind: "missing", summaries: [] }]);
  });

  it("carry all summaries at the earliest one, in number order", async () => {
    const summary = { "002.refs.md": "refs", "010.md": "ten", "002.md": "two" };
    const gaps = await gapsFor(["003-user.md", "007-user.md"], summary);
    expect(gaps.map((gap) => [gap.id, gap.kind, gap.summaries.map((found) => found.text)])).toEqual([
      ["«001–002»", "compacted", ["two", "refs", "ten"]],
      ["«004–006»", "compacted", []],
    ]);
  });

  it("take no number from an entry whose counter is too large or not a number", async () => {
    expect(await gapsFor(["001-user.md", "99999999999999999999-user.md", "x-user.md"])).toEqual([]);
  });

  it("count a raw entry's number", async () => {
    expect(await gapsFor(["001-user.md", "002-note.txt", "003-user.md"])).toEqual([]);
  });

  it("read summaries that are regular .md files alone, with replacement for bad bytes", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          messages: { "002-user.md": "x" },
          summary: { "001.md": Uint8Array.of(0x61, 0xff), "002.txt": "no", "003.md/inner.md": "no" },
        },
      },
    });
    expect(workspace.index.gaps.get(ROOT)?.[0]?.summaries.map((found) => found.text)).toEqual(["a\uFFFD"]);
  });

  it("show summaries without a hole in one row before the first entry, claiming nothing", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: { soul: "s", messages: { "001-user.md": "x", README: "r" }, summary: { "001.md": "a", "002.md": "b" } },
      },
    });
    const rows = await rowsOf(workspace, ROOT);
    expect(rows.map((row) => row.type)).toEqual(["message", "compaction", "raw", "message", "notice"]);
    expect(rows[1]).toMatchObject({
      summaries: [{ text: "a" }, { text: "b" }],
      says: "Summaries are recorded, but no entry is known to be missing: nothing says that anything was cut.",
    });
    expect(workspace.index.gaps.size).toBe(0);
  });

  it("cannot be seen where every entry is gone, and the summaries still stand", async () => {
    const workspace = await openSpec({ agents: { [ROOT]: { goal: "g", summary: { "004.md": "All of it." } } } });
    expect(await rowsOf(workspace, ROOT)).toMatchObject([{ type: "compaction", summaries: [{ text: "All of it." }] }]);
    expect(workspace.index.tasks[0]?.status).toMatchObject({ word: "unknown", certainty: "derived" });
  });
});

describe("turns", () => {
  async function turnsFor(messages: Parameters<typeof rowsFor>[0]) {
    const turns: string[][] = [];
    for (const row of await rowsFor(messages)) {
      if (row.type === "notice") continue;
      turns[row.turnIndex] = [...(turns[row.turnIndex] ?? []), row.label];
    }
    return turns;
  }

  it("are one reply with the inputs before it and the results of its calls", async () => {
    const made = reply([text("a"), call("c", "bash", {})]);
    expect(
      await turnsFor({
        "001-user.md": "a",
        "002-user.md": "b",
        "003-m.json": made,
        "004-tool.json": result("c", "x"),
        "005-m.json": says,
        "006-user.md": "c",
        "007-m.json": says,
      }),
    ).toEqual([["001", "002", "003.1", "003.2", "004"], ["005.1"], ["006", "007.1"]]);
  });

  it("end at a gap, whatever stands on its sides", async () => {
    expect(
      await turnsFor({ "001-user.md": "a", "003-user.md": "b", "004-m.json": says, "009-tool.json": result("c", "x") }),
    ).toEqual([["001"], ["003", "004.1"], ["009"]]);
  });

  it("keep the place of a reply that does not parse", async () => {
    expect(await turnsFor({ "001-m.json": says, "002-m.json": "{torn", "003-m.json": says })).toEqual([
      ["001.1"],
      ["002"],
      ["003.1"],
    ]);
  });

  it("never run backwards where mail stands between a call and its result", async () => {
    expect(
      await turnsFor({
        "001-m.json": reply([call("c", "bash", {})]),
        [`002-${CHILD}.md`]: mail({ from: CHILD }, "note"),
        "003-tool.json": result("c", "x"),
        "004-m.json": says,
      }),
    ).toEqual([["001.1"], ["002", "003", "004.1"]]);
  });

  it("take what comes after a gap for mail, since replies may be gone", async () => {
    const rows = await rowsFor({ "003-user.md": "later" });
    expect(rows[0]).toMatchObject({ input: { kind: "mailbox" } });
  });
});
