import type { InputSource, Place, Restriction, Row, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import type { Span } from "../support/json-spans.ts";
import { parseLine } from "../support/jsonl.ts";
import { openInside } from "../support/safe-read.ts";
import { present } from "../support/values.ts";
import { type Input, inputOf } from "./input.ts";
import { type LedgerLine, readLine } from "./line.ts";
import { type Blobs, readingBlobs } from "./payloads.ts";
import type { Ledger, RowFacts } from "./scan.ts";
import { readWindows, type Windows } from "./windows.ts";

/** What rows are read with beside their transcript. */
export interface RowContext {
  readonly tree: FileTree;
  isTask(id: TaskId): boolean;
  /** What the mailbox knows of a message that a row incorporates. */
  mailOf(id: string): Mail | undefined;
}

export interface Mail {
  readonly sender?: string;
  readonly storedAt?: string;
  readonly restricted?: Restriction;
}

/** One Task's ledger in sequence, wherever its lines stand in the file. */
export function* walkRows(ledger: Ledger, context: RowContext): Generator<Row> {
  const opened = openInside(context.tree.root, ledger.path);
  const blobs = readingBlobs(context.tree);
  try {
    const windows = opened.type === "open" ? readWindows(opened.file) : undefined;
    for (const facts of ledger.rows) yield readRow(ledger, facts, windows, blobs, context);
  } finally {
    if (opened.type === "open") opened.file.close();
  }
}

function readRow(
  ledger: Ledger,
  facts: RowFacts,
  windows: Windows | undefined,
  blobs: Blobs,
  context: RowContext,
): Row {
  const bytes = windows?.(facts.start, facts.end) ?? Buffer.alloc(0);
  const given = { bytes, ended: true, ...parseLine(bytes) };
  const first = readLine(given, blobs);
  const id = first.held.input?.id;
  const mail = id === undefined ? undefined : context.mailOf(id);
  // A copy of mail that its source withholds is withheld with it.
  const read = mail?.restricted === undefined || first.restricted ? first : readLine(given, blobs, mail.restricted);
  return rowOf(ledger, facts, read, mail, context);
}

function rowOf(ledger: Ledger, facts: RowFacts, read: LedgerLine, mail: Mail | undefined, context: RowContext): Row {
  const { restricted } = read;
  const { body, input } = read.held;
  const head = headOf(ledger, facts, read);
  const { record, place } = head;
  switch (body.type) {
    case "message": {
      const likely = body.role === "assistant" ? undefined : UNTOLD[body.role];
      const source = input ?? likely;
      const shown = source && (restricted ? { kind: source.kind } : incorporated(source, mail, context));
      return { ...head, ...body, ...(shown && { input: shown }) };
    }
    case "tool-call":
      return { ...head, ...body, toolCallId: facts.toolCallId ?? body.toolCallId };
    case "tool-result": {
      const toolCallId = facts.toolCallId ?? body.toolCallId;
      const own = body.timing ?? (restricted ? undefined : ledger.callTimings.get(toolCallId));
      return { ...head, ...body, toolCallId, ...(own && { timing: own }) };
    }
    case "compaction":
      return { ...head, ...body, summaries: body.summaries.map(({ text }) => ({ text, record, place })) };
    default:
      return { ...head, ...body };
  }
}

/** The kind of an input whose record says nothing of its source. */
const UNTOLD = { user: { kind: "context" }, agent: { kind: "context" }, system: { kind: "system" } } as const;

function headOf({ path }: Ledger, facts: RowFacts, { stated, held, restricted }: LedgerLine) {
  const { sequence, turnIndex, itemId, line, recorded } = facts;
  const remarks = restricted ? [] : [...facts.remarks, ...held.remarks];
  const label = stated.label ?? (recorded === undefined ? `L${line}` : String(recorded));
  // The time of a step has no other place than the step; that of a tool stands on its result.
  const isStep = held.timing !== undefined && facts.toolCallId === undefined && held.facts.call === undefined;
  return {
    sequence,
    turnIndex,
    itemId,
    label,
    record: `${path}:${line}`,
    place: placeOf(path, facts, restricted !== undefined, held.rawSpan),
    ...held.facts,
    ...(isStep && { call: { step: label, timing: held.timing } }),
    ...(restricted && { restricted }),
    ...(remarks.length > 0 && { remarks }),
  };
}

function placeOf(file: string, { line, start, end }: RowFacts, withheld: boolean, raw: Span | undefined): Place {
  if (withheld) return { file, line, rewritten: true };
  return raw === undefined
    ? { file, line, start, end }
    : { file, line, start: start + raw.start, end: start + raw.end };
}

/** The mailbox may know more of a message than the row that shows it. */
function incorporated(input: Input, mail: Mail | undefined, context: RowContext): InputSource {
  const { sender, storedAt } = mail ?? {};
  const known = { ...present({ storedAt, sender: sender === undefined ? undefined : { id: sender } }), ...input };
  return inputOf(known, context.isTask);
}
