import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace, Row } from "../../../src/model/index.ts";
import { ledger } from "../../../src/sources/ledger/index.ts";
import { fixtures, HEAD, lines, rowRecord } from "../../support/ledger.ts";
import { tempFolder, writeTree } from "../../support/temp.ts";
import { rowsOf } from "../records.ts";
import { codesOf, openFolder, openSound } from "./open.ts";

async function openWith(
  content: Readonly<Record<string, unknown>>,
  blobs: Readonly<Record<string, string | Uint8Array>>,
) {
  const workspace = await openSound({
    "workspace.json": HEAD,
    "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
    "transcripts/t.jsonl": lines(rowRecord(1, content)),
    ...Object.fromEntries(Object.entries(blobs).map(([name, bytes]) => [`blobs/${name}`, bytes])),
  });
  const [row] = await rowsOf(workspace, "t");
  if (row === undefined) throw new Error("there is no row");
  return { row, codes: codesOf(workspace) };
}

const callWith = (input: unknown, blobs: Readonly<Record<string, string>>) =>
  openWith({ type: "tool-call", toolCallId: "c", content: { name: "x", input } }, blobs);

async function rowOf(workspace: OpenWorkspace, itemId: string): Promise<Row | undefined> {
  return (await rowsOf(workspace, "shots")).find((row) => row.itemId === itemId);
}

describe("a blob", () => {
  it("stands for a text, with all of its bytes", async () => {
    const workspace = await openFolder(join(fixtures, "ledger/blobs"));
    expect(await rowOf(workspace, "it-1")).toMatchObject({ text: "\ufeffThe files have equal sizes.\n" });
    expect(await rowOf(workspace, "it-4")).toMatchObject({ output: [{ type: "text", text: "no difference\n" }] });
    expect(await rowOf(workspace, "it-5")).toMatchObject({
      output: [
        { type: "text", text: "no difference\n" },
        { type: "json", value: { type: "audio", seconds: 2 } },
      ],
    });
  });

  it("stands for the bytes of an image or document", async () => {
    const row = await rowOf(await openFolder(join(fixtures, "ledger/blobs")), "it-0");
    const parts = row?.type === "message" ? row.parts : [];
    expect(parts[1]).toMatchObject({
      type: "image",
      mediaType: "image/png",
      data: expect.stringMatching(/^iVBORw0KGgo/),
    });
    expect(parts[2]).toMatchObject({
      type: "document",
      name: "sizes.csv",
      data: expect.stringMatching(/^bmFtZSxieXRlcw/),
    });
  });

  it("stands for the JSON of an input, or for its text where it is none", async () => {
    expect((await callWith({ blob: "a" }, { a: '{"x":[1]}' })).row).toMatchObject({
      input: { x: [1] },
      fields: { x: [1] },
    });
    expect((await callWith({ blob: "a" }, { a: "plain" })).row).toMatchObject({ input: "plain" });
  });

  it("stands for its text inside of an input, however deep", async () => {
    const input = { path: "p", list: [{ content: { blob: "a" } }, { blob: "a" }] };
    expect((await callWith(input, { a: '{"kept":"as text"}' })).row).toMatchObject({
      input: { path: "p", list: [{ content: '{"kept":"as text"}' }, '{"kept":"as text"}'] },
    });
  });

  it("is no reference where the object has more to say", async () => {
    const input = { blob: "a", mode: "100644" };
    expect((await callWith(input, { a: "x" })).row).toMatchObject({ input });
  });

  it("stands for a row's raw payload, of any bytes", async () => {
    const workspace = await openFolder(join(fixtures, "ledger/blobs"));
    const row = await rowOf(workspace, "it-4");
    expect(row && Buffer.from(await workspace.bytes(row.place)).toString("latin1")).toBe("\x00\x01\xffrecorded");
  });

  it("stands for a request as it was sent", async () => {
    const workspace = await openFolder(join(fixtures, "ledger/blobs"));
    const place = (await rowOf(workspace, "it-8"))?.call?.request;
    const request = place && (await workspace.request(place));
    expect(request).toMatchObject({
      model: "marlin-4.1",
      system: ["Compare images."],
      tools: [{ name: "compare" }],
      settings: { max_tokens: 1024 },
    });
    expect(request?.messages.map(({ items }) => items.map((item) => item.type))).toEqual([
      ["part"],
      ["reasoning", "tool-call"],
      ["tool-result"],
    ]);
    expect(await workspace.request({ file: "blobs/report.txt" })).toBeUndefined();
  });
});

describe("a blob that cannot be had", () => {
  it.each(["../workspace.json", "a/b", "..", ".", "", "a\\b", "a\0b"])(
    "for its name %j is refused, and its name shown",
    async (blob) => {
      const { row, codes } = await openWith({ content: { role: "assistant", text: { blob } } }, {});
      expect(row).toMatchObject({
        parts: [{ type: "json", value: { blob } }],
        remarks: ["it names a payload by a path, which was not followed"],
      });
      expect(codes).toEqual(["blob-refused"]);
    },
  );

  it("for its absence is told, and its name shown", async () => {
    const { row, codes } = await openWith({ content: { role: "assistant", text: { blob: "gone" } } }, {});
    expect(row).toMatchObject({ parts: [{ type: "json", value: { blob: "gone" } }], remarks: [expect.any(String)] });
    expect(codes).toEqual(["blob-absent"]);
    expect((await callWith({ blob: "gone" }, {})).row).toMatchObject({ input: { blob: "gone" } });
    expect((await openWith({ type: "reasoning", content: { text: { blob: "gone" } } }, {})).row).toMatchObject({
      text: '{"blob":"gone"}',
    });
  });

  it("leaves a row without its raw the bytes of its line", async () => {
    const record = rowRecord(1, { raw: { blob: "gone" } });
    const { row, codes } = await openWith(record, {});
    expect([row.place.start, codes]).toEqual([0, ["blob-absent"]]);
  });

  it("for being a link is not followed", async () => {
    const folder = writeTree(tempFolder(), {
      "workspace.json": HEAD,
      "tasks.jsonl": lines({ id: "t", rootId: "t", status: "running" }),
      "transcripts/t.jsonl": lines(rowRecord(1, { content: { role: "assistant", text: { blob: "link" } } })),
      "blobs/real": "x",
    });
    writeFileSync(join(folder, "outside"), "secret");
    symlinkSync("../outside", join(folder, "blobs/link"));
    const workspace = await ledger.open({ path: folder });
    expect(JSON.stringify(await rowsOf(workspace, "t"))).not.toContain("secret");
    expect(codesOf(workspace)).toEqual(["blob-absent"]);
    expect(workspace.index.files.map(({ kind }) => kind)).toContain("symbolic link, not followed");
  });
});
