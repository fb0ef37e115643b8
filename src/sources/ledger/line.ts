import type { z } from "zod";
import type { ModelCall, Restriction, Row, Timing } from "../../model/index.ts";
import type { Span } from "../support/json-spans.ts";
import type { JsonLine } from "../support/jsonl.ts";
import { decodeText } from "../support/text.ts";
import { type JsonObject, member, present } from "../support/values.ts";
import { accessOf } from "./access.ts";
import { type Body, type Content, isRowWord, readContent, timingOf } from "./content.ts";
import { type Input, readInput } from "./input.ts";
import { mend } from "./mend.ts";
import type { Reading } from "./parts.ts";
import { type Blobs, blobPath, textOf } from "./payloads.ts";
import { fieldProblem, type Problem, type ProblemCode, problem } from "./problems.ts";
import { rawBytes, rawSpan } from "./raw.ts";
import { rowHead } from "./row-schema.ts";
import { withheldBody } from "./withheld.ts";

/** One line of a transcript by itself; where it stands in the ledger is not judged here. */
export interface LedgerLine {
  readonly sequence?: number;
  readonly turnIndex?: number;
  readonly itemId?: string;
  readonly label?: string;
  readonly toolCallId?: string;
  readonly body: Body;
  /** Facts that rows of every type can have, as the model has them. */
  readonly facts: Partial<Pick<Row, "createdAt" | "model" | "usage" | "call" | "inheritedFrom" | "runId" | "cleared">>;
  readonly remarks: readonly string[];
  readonly input?: Input;
  readonly timing?: Timing;
  readonly restricted?: Restriction;
  /** Where in the line its `raw` stands, when that is the row's raw payload. */
  readonly rawSpan?: Span;
  readonly delegatesTo?: string;
  readonly cover?: Content["cover"];
  readonly problems: readonly Problem[];
}

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
  return { body: rawBody(line, says), facts: {}, remarks: [], problems };
}

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

function readRow(line: Given, value: JsonObject, blobs: Blobs, withheld: Restriction | undefined): LedgerLine {
  const problems: Problem[] = [];
  const remarks: string[] = [];
  const note = (found: Problem) => problems.push(found);
  if (!line.exact) note(problem("not-utf8"));
  if (line.padded) note(problem("nul-padding"));
  const { data, faulty, missing } = mend(rowHead, value);
  noteFields(data, faulty, missing, note);
  const access = accessOf(value);
  if (access.unknown) note(problem("unknown-access-mark"));
  const input = readInput(member(value, "source"), note);
  const timing = data.timing && timingOf(data.timing);
  const head = { toolCallId: data.toolCallId ?? "", ...present({ timing, input: input?.kind }) };
  const { sequence, turnIndex, itemId, label, toolCallId, runId, inheritedFrom } = data;
  const origin = inheritedFrom && { taskId: inheritedFrom.taskId, itemId: inheritedFrom.itemId };
  const known = present({ sequence, turnIndex, itemId, label, toolCallId });
  const type = data.type ?? "";
  const restricted = access.restricted ?? withheld;
  if (restricted !== undefined) {
    const body = withheldBody(isRowWord(type) ? type : "raw", member(value, "content"), head);
    const facts = present({ runId, inheritedFrom: origin });
    return {
      ...known,
      body,
      facts,
      remarks,
      ...(input && { input: { kind: input.kind } }),
      restricted,
      problems,
    };
  }

  const raw = data.raw && rawBytes(data.raw, blobs);
  if (data.raw !== undefined && raw === undefined) note(problem("blob-absent"));
  const reading: Reading = {
    blobs,
    linked: line.bytes.includes('"blob"'),
    note,
    remark: (says) => remarks.push(says),
    raw: () => (raw === undefined ? decodeText(line.bytes).text : textOf(raw)),
  };
  const content = isRowWord(type) ? readContent(type, member(value, "content"), head, reading) : undefined;
  if (content === undefined) note(problem(isRowWord(type) ? "content-ill-formed" : "unknown-row-type"));
  const more =
    content?.more === true ||
    Object.keys(value).some((name) => name !== "content" && !Object.hasOwn(rowHead.shape, name));
  if (more) remarks.push("its record has fields that the format does not name; the raw payload has them");
  const says = isRowWord(type)
    ? "its content is not what its type asks for"
    : "its type is not one that the format knows";
  const { createdAt, model, usage, cleared } = data;
  return {
    ...known,
    body: content?.body ?? rawBody(line, says),
    facts: present({
      createdAt,
      model,
      usage,
      cleared,
      runId,
      inheritedFrom: origin,
      call: data.call && callOf(data.call, blobs, note),
    }),
    remarks: [...(data.remarks ?? []), ...remarks],
    ...present({ input, timing, delegatesTo: content?.delegatesTo, cover: content?.cover }),
    // What the record itself says beside its `raw` must stay in sight.
    ...(raw !== undefined &&
      content !== undefined &&
      !more &&
      faulty.length === 0 &&
      present({ rawSpan: rawSpan(line.bytes) })),
    problems,
  };
}

function noteFields(
  data: RowHead,
  faulty: readonly string[],
  missing: readonly string[],
  note: (found: Problem) => void,
): void {
  // These have words of their own.
  const own = new Set(["sequence", "access", "source", "type"]);
  for (const name of faulty) if (!own.has(name)) note(fieldProblem("ill-formed", name));
  for (const name of missing) if (!own.has(name)) note(fieldProblem("missing", name));
  if (data.sequence === undefined) note(problem("no-sequence"));
  const isTool = data.type === "tool-call" || data.type === "tool-result";
  if (isTool && data.toolCallId === undefined) note(problem("no-tool-call-id"));
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
