import { describe, expect, it } from "vitest";
import type { Row, Task } from "../../../src/model/index.ts";
import { nameFiles } from "../../../src/sources/ledger/write/names.ts";
import { LARGEST_INLINE } from "../../../src/sources/ledger/write/store.ts";
import { exportLedger, openFiles } from "../../support/ledger.ts";
import { type Model, openModel } from "../../support/model.ts";
import { call, input, message, result, task } from "../../support/rows.ts";
import { rowsOf } from "../records.ts";

function model(rows: readonly Row[], more: Partial<Model> = {}): Model {
  return {
    tasks: [task("a")],
    edges: [],
    gaps: new Map(),
    stored: new Map(),
    rows: new Map([["a", rows]]),
    bytes: new Map(rows.map((row) => [row.place.file, Buffer.from(`raw of ${row.sequence}`)])),
    requests: new Map(),
    ...more,
  };
}

const textOf = (files: Readonly<Record<string, Uint8Array>>, path: string) => Buffer.from(files[path] ?? []).toString();
const blobsOf = (files: Readonly<Record<string, Uint8Array>>) =>
  Object.keys(files).filter((path) => path.startsWith("blobs/"));

describe("the files of an export", () => {
  it("are the head, the ledgers, then the graph, and always the list of gaps", async () => {
    const { files, losses } = await exportLedger(openModel(model([message(1)])));
    expect(Object.keys(files)).toEqual(["workspace.json", "transcripts/a.jsonl", "tasks.jsonl", "gaps.jsonl"]);
    expect(textOf(files, "workspace.json")).toBe('{"format":"taskfolio-ledger","version":1,"generator":"taskfolio"}\n');
    expect(textOf(files, "gaps.jsonl")).toBe("");
    expect(losses).toEqual([]);
  });

  it("hold a row in one line, with what its source recorded", async () => {
    const { files } = await exportLedger(openModel(model([message(1)])));
    expect(JSON.parse(textOf(files, "transcripts/a.jsonl"))).toEqual({
      sequence: 1,
      turnIndex: 0,
      itemId: "messages/001#1",
      type: "message",
      label: "001",
      content: { role: "assistant", text: "message 1" },
      raw: { text: "raw of 1" },
    });
  });

  it("say a tool's fields only where its input does not tell them", async () => {
    const rows = [
      call(1, "c", { input: { command: "ls" }, fields: { command: "ls" } }),
      call(2, "d", { fields: { command: "other" } }),
    ];
    const { files } = await exportLedger(openModel(model(rows)));
    const contents = textOf(files, "transcripts/a.jsonl")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line).content);
    expect(contents).toEqual([
      { name: "bash", input: { command: "ls" } },
      { name: "bash", input: { command: "ls" }, fields: { command: "other" } },
    ]);
  });

  it("hold bytes that are no UTF-8 as base64", async () => {
    const rows = [message(1)];
    const bytes = new Map([[rows[0]?.place.file ?? "", Uint8Array.of(0xff, 0)]]);
    const { files } = await exportLedger(openModel(model(rows, { bytes })));
    expect(textOf(files, "transcripts/a.jsonl")).toContain('"raw":{"base64":"/wA="}');
  });

  it("hold a large payload as a blob, once", async () => {
    const large = "x".repeat(LARGEST_INLINE + 1);
    const rows = [
      message(1, { parts: [{ type: "text", text: large }] }),
      result(2, "c", { output: [{ type: "text", text: large }] }),
      message(3, { parts: [{ type: "text", text: large.slice(1) }] }),
    ];
    const { files } = await exportLedger(openModel(model(rows)));
    expect(blobsOf(files)).toHaveLength(1);
    expect(textOf(files, blobsOf(files)[0] ?? "")).toBe(large);
    expect(textOf(files, "transcripts/a.jsonl").length).toBeLessThan(2 * LARGEST_INLINE);
  });

  it("hold an image's bytes as a blob only where its base64 can be made again", async () => {
    const sound = Buffer.alloc(LARGEST_INLINE, 1).toString("base64");
    const image = (data: string) => message(1, { parts: [{ type: "image", mediaType: "image/png", data }] });
    expect(blobsOf((await exportLedger(openModel(model([image(sound)])))).files)).toHaveLength(1);
    expect(blobsOf((await exportLedger(openModel(model([image(`${sound}\n`)])))).files)).toHaveLength(0);
  });

  it("never let content pass for a reference", async () => {
    const rows = [call(1, "c", { name: "show", kind: "show", input: { blob: "x" }, fields: { blob: "x" } })];
    const { files } = await exportLedger(openModel(model(rows)));
    expect(textOf(files, "transcripts/a.jsonl")).not.toContain('"input":{"blob":"x"}');
    const again = await rowsOf(await openFiles(files), "a");
    expect(again).toMatchObject([{ input: { blob: "x" }, fields: { blob: "x" } }]);
  });

  it("give a stored message an id that no row's source has", async () => {
    const rows = [input(1, { input: { kind: "mailbox", id: "m" } })];
    const place = { file: "s" };
    const stored = new Map([
      ["a", [{ itemId: "s", record: "s", place, input: { kind: "mailbox" as const, id: "m" }, parts: [] }]],
    ]);
    const { files } = await exportLedger(openModel(model(rows, { stored })));
    expect(JSON.parse(textOf(files, "mailbox/a.jsonl"))).toMatchObject({ id: "m~2", source: { id: "m" } });
    expect((await openFiles(files)).index.stored.get("a")).toMatchObject([{ itemId: "s", input: { id: "m" } }]);
  });

  it("hold of a Task that is withheld whole only its place in the graph", async () => {
    const hidden: Task = {
      ...task("a"),
      goal: "secret",
      agent: "secret",
      result: { parts: [{ type: "text", text: "secret" }] },
      usage: { output_tokens: 9173 },
      restricted: { rule: "r", reason: "why" },
    };
    const gaps = new Map([
      [
        "a",
        [
          {
            id: "g",
            before: null,
            kind: "missing" as const,
            unit: ["row", "rows"] as const,
            summaries: [],
            pairing: "recorded" as const,
          },
        ],
      ],
    ]);
    const { files } = await exportLedger(openModel(model([message(1)], { tasks: [hidden], gaps })));
    expect(Object.keys(files)).toEqual(["workspace.json", "tasks.jsonl", "gaps.jsonl"]);
    expect(JSON.parse(textOf(files, "tasks.jsonl"))).toEqual({
      id: "a",
      rootId: "a",
      title: "Title of a",
      status: "succeeded",
      statusBasis: "it answered",
      statusCertainty: "derived",
      access: "restricted",
      accessReason: "why",
      accessRule: "r",
    });
    expect(textOf(files, "gaps.jsonl")).toBe("");
  });

  it("hold of a row that is withheld nothing that is content or measures it", async () => {
    const restricted = { rule: "r", reason: "why" };
    const rows = [
      input(1, {
        restricted,
        createdAt: "9173",
        usage: { output_tokens: 9174 },
        model: "m",
        input: { kind: "mailbox", id: "secret", sender: { id: "secret" } },
      }),
      result(2, "c", {
        restricted,
        output: [{ type: "text", text: "secret" }],
        exitCode: 91,
        timing: { durationMs: 9175 },
        remarks: ["secret"],
      }),
      call(3, "c", { restricted, input: "secret", fields: { command: "secret" }, call: { step: "9176" } }),
    ];
    const { files } = await exportLedger(openModel(model(rows)));
    const text = textOf(files, "transcripts/a.jsonl");
    for (const word of ["secret", "917", "91", "raw"]) expect(text).not.toContain(word);
    expect(text).toContain('"accessRule":"r"');
  });

  it("come with a sentence for each thing that the format cannot hold", async () => {
    const rows = [
      result(1, "c", { completedFrom: { file: "x" } }),
      message(2, { call: { step: "1", request: { file: "torn" } } }),
    ];
    const workspace = openModel(model(rows));
    const diagnostics = [{ code: "x", severity: "note" as const, says: "x" }];
    const { losses } = await exportLedger({ ...workspace, index: { ...workspace.index, diagnostics } });
    expect(losses).toEqual([
      "A ledger holds no diagnostics: 1 was found in the source's own files.",
      "A ledger does not say from which file a cut output was completed; the output is whole.",
      "A ledger does not hold requests that cannot be read.",
    ]);
  });
});

describe("the names of an export's files", () => {
  const namesOf = (ids: readonly string[]) => {
    const files = nameFiles(ids.map((id) => task(id)));
    return ids.map((id) => [files.name(id), files.told(id) !== undefined] as const);
  };

  it("are the ids, percent-encoded", () => {
    expect(namesOf(["a", "a/b", "ä", "%41"])).toEqual([
      ["a", false],
      ["a%2Fb", false],
      ["%C3%A4", false],
      ["%2541", false],
    ]);
  });

  it("differ where case is folded, and stay short, by names that their records tell", () => {
    const names = namesOf(["A", "a", "x".repeat(101), "é".repeat(60), "\ud800", "\ud801"]);
    expect(new Set(names.map(([name]) => name.toLowerCase())).size).toBe(names.length);
    expect(names.map(([, told]) => told)).toEqual([false, true, true, true, true, true]);
    for (const [name] of names) expect(name.length).toBeLessThanOrEqual(100);
  });
});
