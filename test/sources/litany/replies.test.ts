import { describe, expect, it } from "vitest";
import { call, ROOT, reply, text, thinking } from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec, rowFor, rowsFor } from "./open.ts";

describe("replies of the model", () => {
  it("reads a bare array of blocks in order, without usage", async () => {
    const rows = await rowsFor({ "001-m.json": [thinking("Then it stays."), text("Done.")] });
    expect(rows).toMatchObject([
      { type: "reasoning", text: "Then it stays.", label: "001.1", model: "m" },
      { type: "message", role: "assistant", parts: [{ text: "Done." }], label: "001.2", model: "m" },
    ]);
    expect(rows[0]?.usage).toBeUndefined();
  });

  it("keeps counters under their own names, on the first row, and passes over what is no counter", async () => {
    const usage = {
      input_tokens: 9,
      output_tokens: 0,
      odd: -1,
      tier: "fast",
      half: 0.5,
      none: null,
      context_window: 200,
    };
    const rows = await rowsFor({ "001-m.json": reply([text("a"), text("b")], usage) });
    expect(rows[0]?.usage).toEqual({ input_tokens: 9, output_tokens: 0, context_window: 200 });
    expect(rows[1]?.usage).toBeUndefined();
  });

  it("takes usage that is absent, empty or no object as not reported, which is not zero", async () => {
    const rows = await rowsFor({
      "001-m.json": reply([text("a")]),
      "002-m.json": reply([text("a")], {}),
      "003-m.json": { content: [text("a")], usage: "lots" },
    });
    expect(rows.map((row) => row.usage)).toEqual([undefined, undefined, undefined]);
  });

  it("takes content that is a string as one text block", async () => {
    expect(await rowFor("001-m.json", { role: "assistant", content: "hello" })).toMatchObject({
      parts: [{ text: "hello" }],
    });
  });

  it.each([
    ["an object without content", {}],
    ["an empty content", { content: [] }],
    ["a null content", { content: null }],
    ["an empty array", []],
    ["a number", "7"],
    ["a string", '"words"'],
    ["null", "null"],
  ])("shows %s as a reply without any content", async (_, content) => {
    const row = await rowFor("001-m.json", content);
    expect(row).toMatchObject({ type: "message", role: "assistant", parts: [], itemId: "001-m.json#1" });
    expect(row.remarks).toContain("the record holds a reply without any content");
  });

  it("keeps name, id and input of a call exactly as recorded", async () => {
    const input = { command: "ls src", deep: [{ a: null }] };
    expect(await rowFor("001-m.json", reply([call("call_a1", "bash", input)]))).toMatchObject({
      type: "tool-call",
      toolCallId: "call_a1",
      name: "bash",
      kind: "shell",
      input,
      fields: { command: "ls src" },
    });
  });

  it.each([
    ["absent", undefined],
    ["null", null],
    ["a string", "ls"],
    ["an empty object", {}],
  ])("reads a call whose input is %s", async (_, input) => {
    const row = await rowFor("001-m.json", reply([call("c", "bash", input)]));
    expect(row).toMatchObject({ type: "tool-call", name: "bash" });
    expect(row.type === "tool-call" && row.input).toEqual(input);
  });

  it("keeps a long input whole", async () => {
    const command = "x".repeat(5_000);
    const row = await rowFor("001-m.json", reply([call("c", "bash", { command })]));
    expect(row.type === "tool-call" && row.input).toEqual({ command });
  });

  it("shows blocks of no type, of an unknown type and of an ill-formed known type beside their neighbours", async () => {
    const strange = [
      { a: 1 },
      { type: "hologram", x: 1 },
      { type: "text", text: 7 },
      12,
      null,
      { type: "tool_use", name: "bash" },
    ];
    const rows = await rowsFor({ "001-m.json": [text("before"), ...strange, "bare string"] as object[] });
    expect(rows.map((row) => (row.type === "message" ? row.parts[0] : row.type))).toEqual([
      text("before"),
      ...strange.map((value) => ({ type: "json", value })),
      text("bare string"),
    ]);
  });

  it("reads reasoning under `text`, else under `thinking`", async () => {
    const rows = await rowsFor({
      "001-m.json": [
        thinking("new"),
        { type: "thinking", thinking: "old" },
        { type: "thinking", text: "", thinking: "other" },
      ],
    });
    expect(rows).toMatchObject([{ text: "new" }, { text: "old" }, { text: "other" }]);
  });

  it("says that reasoning exists which its provider does not disclose, and never gives the secret", async () => {
    const rows = await rowsFor({
      "001-m.json": [
        { type: "thinking", text: "", signature: "EqQB-SECRET" },
        { type: "thinking", text: "some of it", encrypted_content: "ENC-SECRET" },
        { type: "redacted_thinking", data: "RED-SECRET" },
        { type: "thinking", text: "", signature: null },
      ],
    });
    expect(rows).toMatchObject([
      { type: "reasoning", withheld: "signature only" },
      { type: "reasoning", withheld: "encrypted", text: "some of it" },
      { type: "reasoning", withheld: "redacted" },
      { type: "reasoning", remarks: ["the record holds a reasoning block without any content"] },
    ]);
    expect(JSON.stringify(rows)).not.toContain("SECRET");
  });

  it("pairs a provider's own tool by id within the reply and marks that no client result will come", async () => {
    const rows = await rowsFor({
      "001-m.json": [
        { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "date formats" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "srv_1",
          content: [{ type: "web_search_result", title: "Formats", encrypted_content: "ENC-SECRET" }],
        },
      ],
    });
    expect(rows).toMatchObject([
      { type: "tool-call", toolCallId: "srv_1", providerSide: true },
      { type: "tool-result", toolCallId: "srv_1", isError: false },
    ]);
    expect(JSON.stringify(rows)).not.toContain("SECRET");
  });

  it("keeps images and documents, inline or by address, under either tag of their source", async () => {
    const rows = await rowsFor({
      "001-m.json": [
        { type: "image", source: { kind: "base64", media_type: "image/png", data: "iVBOR" } },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
        { type: "document", title: "notes", source: { type: "base64", media_type: "application/pdf", data: "JVBER" } },
        { type: "image", source: { kind: "base64" } },
      ],
    });
    expect(rows.map((row) => (row.type === "message" ? row.parts[0] : undefined))).toMatchObject([
      { type: "image", mediaType: "image/png", data: "iVBOR" },
      { type: "link", what: "image", url: "https://example.org/a.png" },
      { type: "document", mediaType: "application/pdf", data: "JVBER", name: "notes" },
      { type: "json" },
    ]);
  });

  it("does not show an empty text block as a box without words", async () => {
    expect(await rowFor("001-m.json", [text("")])).toMatchObject({
      parts: [],
      remarks: ["the record holds an empty text block"],
    });
  });

  it("does not know the model of an entry that an older engine called `assistant`", async () => {
    expect((await rowFor("001-assistant.json", [text("hi")])).model).toBeUndefined();
  });

  it("takes the model from the name up to the last dot", async () => {
    expect((await rowFor("020-gpt-5.4.json", [text("hi")])).model).toBe("gpt-5.4");
  });

  it("gives the exact bytes of each block, also where the envelope's keys come in another order", async () => {
    const file =
      ' {"usage":{"content":[1,2]},  "content" : [ {"type":"text","text":"a \\"]} b"} ,\n"bare", {"type":"x","y":[[]]}] } ';
    const workspace = await openSpec({ agents: { [ROOT]: { messages: { "001-m.json": file } } } });
    const pieces: string[] = [];
    for (const row of await rowsOf(workspace, ROOT))
      pieces.push(Buffer.from(await workspace.bytes(row.place)).toString());
    expect(pieces).toEqual(['{"type":"text","text":"a \\"]} b"}', '"bare"', '{"type":"x","y":[[]]}']);
  });
});
