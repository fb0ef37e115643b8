import type { z } from "zod";
import type { Row, Timing } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, present } from "../support/values.ts";
import { readTool } from "./dialect.ts";
import { mend } from "./mend.ts";
import { type Reading, readParts, readText, readValue } from "./parts.ts";
import { fieldProblem } from "./problems.ts";
import { type Role, roleOf } from "./role.ts";
import { contents, type RowWord } from "./row-schema.ts";

type Facts =
  | "sequence"
  | "turnIndex"
  | "itemId"
  | "label"
  | "record"
  | "place"
  | "createdAt"
  | "model"
  | "usage"
  | "call"
  | "inheritedFrom"
  | "runId"
  | "restricted"
  | "cleared"
  | "remarks";

/** What a row holds beside what every row has. */
export type Body = Row extends infer R ? (R extends Row ? Omit<R, Facts> : never) : never;

/** Rows that a compaction says it replaced, by sequence, both ends included. */
export interface Cover {
  readonly from: number;
  readonly to: number;
}

export interface Content {
  readonly body: Body;
  readonly delegatesTo?: string;
  readonly cover?: Cover;
  /** It has fields that the format does not name. */
  readonly more: boolean;
}

/** What of a row's head its content is read with. */
export interface Head {
  readonly toolCallId: string;
  readonly timing: Timing | undefined;
  /** The kind of input that its source says it is; `undefined` on what the model said. */
  readonly input: string | undefined;
}

export function isRowWord(type: string): type is RowWord {
  return Object.hasOwn(contents, type);
}

/** What a row's content says; `undefined` when it is not what the row's type asks for. */
export function readContent(type: RowWord, recorded: unknown, head: Head, reading: Reading): Content | undefined {
  const content = asObject(type, recorded, head);
  const made = content === undefined ? undefined : READERS[type](content, head, reading);
  if (content === undefined || made === undefined) return undefined;
  const known = contents[type].shape;
  return { ...made, more: Object.keys(content).some((name) => !Object.hasOwn(known, name)) };
}

/** A string where an object is asked for is that text. */
export function asObject(type: RowWord, recorded: unknown, head: Head): JsonObject | undefined {
  if (isJsonObject(recorded)) return recorded;
  if (typeof recorded !== "string" || type === "tool-call") return undefined;
  if (type === "message") return { role: roleOf(undefined, head.input), text: recorded };
  return { [type === "tool-result" ? "output" : type === "compaction" ? "summary" : "text"]: recorded };
}

// Parts are read one by one: a part that fits no shape is no fault, it is kept as JSON.
const messageScalars = contents.message.omit({ parts: true });
const resultScalars = contents["tool-result"].omit({ output: true });

type Made = Omit<Content, "more">;

const READERS: Readonly<Record<RowWord, (content: JsonObject, head: Head, reading: Reading) => Made | undefined>> = {
  message(content, head, reading) {
    const { role } = fieldsOf(messageScalars, content, reading);
    const parts = member(content, "parts");
    const text = member(content, "text");
    const own: Role = role ?? roleOf(member(content, "role"), head.input);
    if (role === undefined) reading.remark("its role is not one of the format's");
    return {
      body: {
        type: "message",
        role: own,
        parts: readParts(parts === undefined || parts === null ? text : parts, reading),
      },
    };
  },

  reasoning(content, _head, reading) {
    const { text, withheld } = fieldsOf(contents.reasoning, content, reading);
    const kept = withheld === "provider" ? ("unspecified" as const) : withheld;
    const said = text === undefined ? undefined : readText(text, reading);
    return { body: present({ type: "reasoning" as const, text: said, withheld: kept }) };
  },

  "tool-call"(content, { toolCallId }, reading) {
    const { name, kind, providerSide, delegatesTo, ...values } = fieldsOf(contents["tool-call"], content, reading);
    if (name === undefined) return undefined;
    const input = readValue(values.input, reading);
    const said = readValue(values.fields, reading);
    const own = readTool(name, input);
    const body = {
      type: "tool-call" as const,
      toolCallId,
      name,
      kind: kind ?? own.kind,
      input,
      fields: isJsonObject(said) ? said : own.fields,
      ...(providerSide && { providerSide }),
    };
    return { body, ...(delegatesTo !== undefined && { delegatesTo }) };
  },

  "tool-result"(content, { toolCallId, timing }, reading) {
    const { isError, exitCode, durationMs, streams, sections, structured } = fieldsOf(resultScalars, content, reading);
    const ran = timing?.durationMs ?? durationMs;
    const body = {
      type: "tool-result" as const,
      toolCallId,
      output: readParts(member(content, "output"), reading),
      isError: isError ?? false,
      exitCode,
      streams: streams && present({ stdout: text(streams.stdout), stderr: streams.stderr && text(streams.stderr) }),
      sections: sections?.map((section) =>
        present({
          name: section.name,
          outcome: section.outcome,
          exitCode: section.exitCode,
          text: text(section.text),
          timing: section.timing && timingOf(section.timing),
        }),
      ),
      structured: readValue(structured, reading),
      timing: timing === undefined && ran === undefined ? undefined : present({ ...timing, durationMs: ran }),
    };
    return { body: present(body) };

    function text(recorded: Parameters<typeof readText>[0]): string {
      return readText(recorded, reading);
    }
  },

  compaction(content, _head, reading) {
    const fields = fieldsOf(contents.compaction, content, reading);
    const { summary, summaries = [], fromSequence: from, toSequence: to } = fields;
    const texts = summary === undefined ? summaries : [summary, ...summaries];
    const body = {
      type: "compaction" as const,
      // They stand where their row stands, which is not known here.
      summaries: texts.map((one) => ({ text: readText(one, reading), record: "", place: { file: "" } })),
      says: fields.says ?? saysOf(fields),
    };
    return { body, ...(from !== undefined && to !== undefined && from <= to && { cover: { from, to } }) };
  },

  notice(content, _head, reading) {
    const { code, severity, says, quotes = [], text } = fieldsOf(contents.notice, content, reading);
    const said = text === undefined ? [] : [{ title: "What the record says", text }];
    return {
      body: {
        type: "notice",
        code: code ?? "notice",
        severity: severity ?? "note",
        says: says ?? "The source says this of the run.",
        quotes: [...quotes, ...said].map((quote) => ({ title: quote.title, text: readText(quote.text, reading) })),
      },
    };
  },

  raw(content, _head, reading) {
    const { text, says } = fieldsOf(contents.raw, content, reading);
    return {
      body: {
        type: "raw",
        text: text === undefined ? reading.raw() : readText(text, reading),
        says: says ?? "the source of this ledger could not read it",
      },
    };
  },
};

/** Timing without the parts that the record does not give. */
export function timingOf(recorded: { readonly [K in keyof Timing]?: Timing[K] | undefined }): Timing {
  const { startedAt, endedAt, durationMs } = recorded;
  return present({ startedAt, endedAt, durationMs });
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, ""],
  ["auto", ", by itself"],
  ["manual", ", because somebody asked for it"],
]);

/** In our own words alone: what a record calls its reason is content, and may be anything. */
function saysOf(fields: Partial<z.output<typeof contents.compaction>>): string {
  const { fromSequence: from, toSequence: to, removedRows: removed, reason } = fields;
  const rows =
    from === undefined || to === undefined
      ? "It does not say which rows it replaced"
      : `It replaced rows ${from} to ${to}`;
  const count = removed === undefined ? "" : `, ${removed} in number`;
  return `${rows}${count}${REASONS.get(reason) ?? ", for a reason that the raw payload has"}.`;
}

function fieldsOf<S extends z.ZodObject>(schema: S, content: JsonObject, reading: Reading): Partial<z.output<S>> {
  const { data, faulty, missing } = mend(schema, content);
  for (const name of faulty) reading.note(fieldProblem("ill-formed", name));
  for (const name of missing) reading.note(fieldProblem("missing", name));
  return data;
}
