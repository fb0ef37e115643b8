import type { ToolCallRow, ToolResultRow } from "../../../model/index.ts";
import { jsonText } from "../../support/json-text.ts";
import type { Body } from "../content.ts";
import { readTool } from "../dialect.ts";
import { textOf } from "../payloads.ts";
import { each, nothingElse, writeParts, writeTiming } from "./parts.ts";
import type { Store } from "./store.ts";

/** What a row of its type holds under `content`. `bytes` are those of its raw payload. */
export async function writeContent(body: Body, bytes: Uint8Array, store: Store): Promise<object> {
  switch (body.type) {
    case "message": {
      const { type: _, role, parts, input: _source, ...rest } = body;
      nothingElse(rest);
      return { role, ...(await writeParts(parts, store)) };
    }
    case "reasoning": {
      const { type: _, text, withheld, ...rest } = body;
      nothingElse(rest);
      const said = text === undefined ? undefined : await store.text(text);
      return { text: said, withheld: withheld === "unspecified" ? "provider" : withheld };
    }
    case "tool-call":
      return writeToolCall(body, store);
    case "tool-result":
      return writeResult(body, store);
    case "compaction": {
      const { type: _, summaries, says, ...rest } = body;
      nothingElse(rest);
      const texts = await each(summaries, ({ text }) => store.text(text));
      return { ...(texts.length === 1 ? { summary: texts[0] } : { summaries: texts }), says };
    }
    case "notice": {
      const { type: _, code, severity, says, quotes, ...rest } = body;
      nothingElse(rest);
      const told = await each(quotes, async ({ title, text }) => ({ title, text: await store.text(text) }));
      return { code, severity, says, quotes: told };
    }
    case "raw": {
      const { type: _, text, says, ...rest } = body;
      nothingElse(rest);
      // Its raw payload says the same again, as a rule.
      return { text: textOf(bytes) === text ? undefined : await store.text(text), says };
    }
  }
}

async function writeToolCall(body: Extract<Body, { type: ToolCallRow["type"] }>, store: Store): Promise<object> {
  const { type: _, toolCallId: _id, name, kind, input, fields, providerSide, ...rest } = body;
  nothingElse(rest);
  const own = readTool(name, input);
  return {
    name,
    input: input === undefined ? undefined : await store.value(input),
    kind: own.kind === kind ? undefined : kind,
    // Fields that the input itself gives are not written twice.
    fields: jsonText(own.fields) === jsonText(fields) ? undefined : await store.value(fields),
    providerSide,
  };
}

async function writeResult(body: Extract<Body, { type: ToolResultRow["type"] }>, store: Store): Promise<object> {
  const { type: _, toolCallId: _id, output, isError, exitCode, streams, sections, structured, ...others } = body;
  const { timing: _timing, completedFrom: _file, ...rest } = others;
  nothingElse(rest);
  const said = await writeParts(output, store);
  return {
    output: "text" in said ? said.text : said.parts,
    isError,
    exitCode,
    streams: streams && {
      stdout: await store.text(streams.stdout),
      stderr: streams.stderr === undefined ? undefined : await store.text(streams.stderr),
    },
    sections:
      sections &&
      (await each(sections, async ({ name, outcome, exitCode: code, text, timing, ...more }) => {
        nothingElse(more);
        return { name, outcome, exitCode: code, text: await store.text(text), timing: writeTiming(timing) };
      })),
    structured: structured === undefined ? undefined : await store.value(structured),
  };
}
