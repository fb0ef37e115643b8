import type { z } from "zod";
import type { ModelCall, Restriction, Row, Timing } from "../../model/index.ts";
import type { Span } from "../support/json-spans.ts";
import type { JsonLine } from "../support/jsonl.ts";
import { decodeText } from "../support/text.ts";
import { type JsonObject, member, present } from "../support/values.ts";
import { type Access, accessOf } from "./access.ts";
import { type Body, type Content, isRowWord, readContent, timingOf } from "./content.ts";
import { type Input, readInput } from "./input.ts";
import { type Mended, mend } from "./mend.ts";
import type { Reading } from "./parts.ts";
import { type Blobs, blobPath, textOf } from "./payloads.ts";
import { fieldProblem, type Problem, type ProblemCode, problem } from "./problems.ts";
import { isHere, rawBytes, rawSpan } from "./raw.ts";
import { rowHead } from "./row-schema.ts";
import { withheldBody } from "./withheld.ts";

/** One line of a transcript by itself; where it stands in the ledger is not judged here. */
export interface LedgerLine {
  /** What it says of its own place, as far as that can be read. */
  readonly stated: Pick<RowHead, "sequence" | "turnIndex" | "itemId" | "label" | "toolCallId">;
  readonly held: Held;
  readonly restricted: Restriction | undefined;
  readonly problems: readonly Problem[];
}

/** What a row holds, as far as it may be shown. */
export interface Held {
  readonly body: Body;
  /** Facts that rows of every type can have, as the model has them. */
  readonly facts: Facts;
  readonly remarks: readonly string[];
  readonly input: Input | undefined;
  readonly timing: Timing | undefined;
  /** Where in the line its `raw` stands, when that is the row's raw payload. */
  readonly rawSpan: Span | undefined;
  readonly delegatesTo: string | undefined;
  readonly cover: Content["cover"] | undefined;
}

type Facts = Partial<Pick<Row, "createdAt" | "model" | "usage" | "call" | "inheritedFrom" | "runId" | "cleared">>;

type Given = Pick<JsonLine, "bytes" | "content" | "padded" | "exact" | "ended">;
type RowHead = Partial<z.output<typeof rowHead>>;

/** `withheld`: the row is a copy of something that is withheld, whatever its own mark says. */
export function readLine(line: Given, blobs: Blobs, withheld?: Restriction): LedgerLine {
  return line.content.type === "object" ? readRow(line, line.content.value, blobs, withheld) : damagedLine(line);
}

/** A row that stands for bytes that are no record. */
function damagedLine(line: Given): LedgerLine {
  const { code, says } = damageOf(line);
  const problems = line.exact ? [problem(code)] : [problem(code), problem("not-utf8")];
  return { stated: {}, held: { ...NOTHING, body: rawBody(line, says) }, restricted: undefined, problems };
}

const NOTHING: Omit<Held, "body"> = {
  facts: {},
  remarks: [],
  input: undefined,
  timing: undefined,
  rawSpan: undefined,
  delegatesTo: undefined,
  cover: undefined,
};

/** What is wrong with a line that is no JSON object. */
export function damageOf({ content, ended }: Given): { readonly code: ProblemCode; readonly says: string } {
  if (content.type === "nul")
    return { code: "nul-bytes", says: "NUL bytes stand where a record should, as a crash leaves them" };
  if (content.type === "too long") return { code: "line-too-long", says: "the line is too long to be read" };
  if (content.type === "not json" && !ended) {
    return {
      code: "line-cut",
      says: "it is the last line, has no line end and does not parse: it may not have been finished",
    };
  }
  return { code: "not-a-record", says: "it does not parse as a JSON object" };
}

function readRow(line: Given, value: JsonObject, blobs: Blobs, copyOf: Restriction | undefined): LedgerLine {
  const problems: Problem[] = [];
  const note = (found: Problem) => problems.push(found);
  const head = mend(rowHead, value);
  const access = accessOf(value);
  noteDamage(line, head, access, note);
  const input = readInput(member(value, "source"), note);
  const restricted = access.restricted ?? copyOf;
  const parsed = { line, value, head, input, note };
  const held = restricted === undefined ? readOpen(parsed, blobs) : readWithheld(parsed);
  return { stated: head.data, held, restricted, problems };
}

interface ParsedRow {
  readonly line: Given;
  readonly value: JsonObject;
  readonly head: Mended<typeof rowHead>;
  readonly input: Input | undefined;
  note(found: Problem): void;
}

function readWithheld({ value, head: { data }, input }: ParsedRow): Held {
  const type = data.type ?? "";
  const head = { toolCallId: data.toolCallId ?? "", timing: undefined, input: input?.kind };
  const body = withheldBody(isRowWord(type) ? type : "raw", member(value, "content"), head);
  return { ...NOTHING, body, facts: lineage(data), input: input && { kind: input.kind } };
}

function readOpen({ line, value, head, input, note }: ParsedRow, blobs: Blobs): Held {
  const { data, faulty } = head;
  const remarks: string[] = [];
  const hasRaw = data.raw !== undefined && isHere(data.raw, blobs);
  if (data.raw !== undefined && !hasRaw) note(problem("blob-absent"));
  const reading: Reading = {
    blobs,
    linked: line.bytes.includes(BLOB),
    note,
    remark: (says) => remarks.push(says),
    raw: () => textOf((data.raw && rawBytes(data.raw, blobs)) ?? line.bytes),
  };
  const type = data.type ?? "";
  const timing = data.timing && timingOf(data.timing);
  const known = isRowWord(type);
  const from = { toolCallId: data.toolCallId ?? "", timing, input: input?.kind };
  const content = known ? readContent(type, member(value, "content"), from, reading) : undefined;
  if (content === undefined) note(problem(known ? "content-ill-formed" : "unknown-row-type"));
  const more = content?.more === true || hasMore(value);
  if (more) remarks.push("its record has fields that the format does not name; the raw payload has them");
  // What the record itself says beside its `raw` must stay in sight.
  const repeats = hasRaw && content !== undefined && !more && faulty.length === 0;
  return {
    body: content?.body ?? rawBody(line, known ? ILL_FORMED : UNKNOWN),
    facts: factsOf(data, blobs, note),
    remarks: data.remarks === undefined ? remarks : [...data.remarks, ...remarks],
    input,
    timing,
    rawSpan: repeats ? rawSpan(line.bytes) : undefined,
    delegatesTo: content?.delegatesTo,
    cover: content?.cover,
  };
}

const BLOB = Buffer.from('"blob"');
const ILL_FORMED = "its content is not what its type asks for";
const UNKNOWN = "its type is not one that the format knows";

function hasMore(value: JsonObject): boolean {
  for (const name of Object.keys(value)) if (name !== "content" && !Object.hasOwn(rowHead.shape, name)) return true;
  return false;
}

function noteDamage(line: Given, head: ParsedRow["head"], access: Access, note: (found: Problem) => void): void {
  const { data, faulty, missing } = head;
  if (!line.exact) note(problem("not-utf8"));
  if (line.padded) note(problem("nul-padding"));
  for (const name of faulty) if (!OWN_WORDS.has(name)) note(fieldProblem("ill-formed", name));
  for (const name of missing) if (!OWN_WORDS.has(name)) note(fieldProblem("missing", name));
  if (data.sequence === undefined) note(problem("no-sequence"));
  const isTool = data.type === "tool-call" || data.type === "tool-result";
  if (isTool && data.toolCallId === undefined) note(problem("no-tool-call-id"));
  if (access.unknown) note(problem("unknown-access-mark"));
}

/** Fields whose faults have problems of their own. */
const OWN_WORDS: ReadonlySet<string> = new Set(["sequence", "access", "source", "type"]);

function factsOf(data: RowHead, blobs: Blobs, note: (found: Problem) => void): Facts {
  const { createdAt, model, usage, cleared, call } = data;
  const facts: Writable<Facts> = lineage(data);
  if (createdAt !== undefined) facts.createdAt = createdAt;
  if (model !== undefined) facts.model = model;
  if (usage !== undefined) facts.usage = usage;
  if (cleared !== undefined) facts.cleared = cleared;
  if (call !== undefined) facts.call = callOf(call, blobs, note);
  return facts;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What the model may know of a row that is withheld, too. */
function lineage({ runId, inheritedFrom }: RowHead): Facts {
  const facts: Writable<Facts> = {};
  if (runId !== undefined) facts.runId = runId;
  if (inheritedFrom !== undefined) facts.inheritedFrom = { taskId: inheritedFrom.taskId, itemId: inheritedFrom.itemId };
  return facts;
}

function callOf(call: NonNullable<RowHead["call"]>, blobs: Blobs, note: (found: Problem) => void): ModelCall {
  const { step, timing, attempts, finish, request } = call;
  const { restricted } = accessOf(call);
  const blob = request === undefined ? undefined : blobs(request.blob);
  if (blob !== undefined && blob.type !== "here")
    note(problem(blob.type === "refused" ? "blob-refused" : "blob-absent"));
  const place =
    request !== undefined && blob?.type === "here" && restricted === undefined
      ? { file: blobPath(request.blob) }
      : undefined;
  return present({ step, timing: timing && timingOf(timing), attempts, finish, request: place, restricted });
}

function rawBody(line: Given, says: string): Body {
  return { type: "raw", text: decodeText(line.bytes).text, says };
}
