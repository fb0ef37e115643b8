import type { InputSource, Place, Restriction, Row, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
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
  const mail = first.input?.id === undefined ? undefined : context.mailOf(first.input.id);
  // A copy of mail that its source withholds is withheld with it.
  const read = mail?.restricted === undefined || first.restricted ? first : readLine(given, blobs, mail.restricted);
  return rowOf(ledger, facts, read, mail, context);
}

function rowOf(ledger: Ledger, facts: RowFacts, read: LedgerLine, mail: Mail | undefined, context: RowContext): Row {
  const { sequence, turnIndex, itemId, toolCallId } = facts;
  const { body, timing, restricted } = read;
  const label = read.label ?? (facts.recorded === undefined ? `L${facts.line}` : String(facts.recorded));
  const record = `${ledger.path}:${facts.line}`;
  const remarks = restricted ? [] : [...(facts.remarks ?? []), ...read.remarks];
  const isTool = body.type === "tool-call" || body.type === "tool-result";
  // The time of a step has no other place than the step.
  const call = read.facts.call ?? (timing === undefined || isTool || restricted ? undefined : { step: label, timing });
  const place = placeOf(ledger, facts, read);
  const head = {
    sequence,
    turnIndex,
    itemId,
    label,
    record,
    place,
    ...read.facts,
    ...present({ call, restricted }),
    ...(remarks.length > 0 && { remarks }),
  };
  switch (body.type) {
    case "message": {
      const input =
        body.role === "assistant"
          ? read.input
          : (read.input ?? { kind: body.role === "system" ? "system" : "context" });
      return {
        ...head,
        ...body,
        ...(input && { input: restricted ? { kind: input.kind } : incorporated(input, mail, context) }),
      };
    }
    case "tool-call":
      return { ...head, ...body, toolCallId: toolCallId ?? body.toolCallId };
    case "tool-result": {
      const own =
        body.timing ?? (restricted || toolCallId === undefined ? undefined : ledger.callTimings.get(toolCallId));
      return { ...head, ...body, toolCallId: toolCallId ?? body.toolCallId, ...present({ timing: own }) };
    }
    case "compaction":
      return { ...head, ...body, summaries: body.summaries.map(({ text }) => ({ text, record, place })) };
    default:
      return { ...head, ...body };
  }
}

function placeOf({ path: file }: Ledger, { line, start, end }: RowFacts, { restricted, rawSpan }: LedgerLine): Place {
  if (restricted) return { file, line, rewritten: true };
  return rawSpan === undefined
    ? { file, line, start, end }
    : { file, line, start: start + rawSpan.start, end: start + rawSpan.end };
}

/** The mailbox may know more of a message than the row that shows it. */
function incorporated(input: Input, mail: Mail | undefined, context: RowContext): InputSource {
  const { sender, storedAt } = mail ?? {};
  const known = { ...present({ storedAt, sender: sender === undefined ? undefined : { id: sender } }), ...input };
  return inputOf(known, context.isTask);
}
