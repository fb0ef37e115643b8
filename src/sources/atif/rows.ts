import type { NoticeRow, RawRow, Row } from "../../model/index.ts";
import { decodeText } from "../support/text.ts";
import { countTurns } from "../support/turns.ts";
import { present } from "../support/values.ts";
import { convertStep, type Draft } from "./convert.ts";
import { type Copies, originOf } from "./copies.ts";
import { type Document, type PlacedSpan, parseStep } from "./document.ts";
import { quoteHead } from "./head.ts";
import { headId, headPlace, headRecord, nameSteps, stepPlace, stepRecord } from "./names.ts";
import { readStep } from "./step.ts";
import type { Thread } from "./threads.ts";

/** One Task's ledger, step by step. `read` gives the bytes of one step. */
export function* walkRows(
  thread: Thread,
  copies: Copies,
  read: (document: Document, span: PlacedSpan) => Uint8Array,
): Generator<Row> {
  const names = nameSteps(thread);
  const turns = countTurns();
  let sequence = 0;
  let opens = true;
  for (const [part, { document, steps }] of thread.parts.entries()) {
    sequence += 1;
    const head = {
      sequence,
      turnIndex: turns.index,
      itemId: headId(thread.taskId, part),
      label: part === 0 ? "head" : `c${part}/head`,
    };
    yield { ...head, record: headRecord(document), place: headPlace(document), ...headRow(document, read) };
    for (const [at, facts] of steps.entries()) {
      const step = { part, step: at };
      const bytes = read(document, facts.span);
      const value = parseStep(bytes);
      const place = stepPlace(document, facts);
      const label = names.label(step);
      const parsed = value === undefined ? undefined : readStep(value);
      const context = { place, bytes, name: label, opens, ...present({ model: document.agent.model_name }) };
      const drafts = parsed === undefined ? [rawRow(bytes, place)] : convertStep(parsed, context);
      if (parsed?.source === "agent") turns.reply();
      else if (parsed === undefined) turns.other();
      else turns.input();
      if (parsed !== undefined && parsed.source !== "system") opens = false;
      const record = stepRecord(document, at);
      for (const [row, draft] of drafts.entries()) {
        sequence += 1;
        const origin = facts.copied ? originOf(copies, step, row) : undefined;
        const unknown =
          facts.copied && origin === undefined
            ? ["the record marks it as copied from an earlier context; the row that it repeats is not here"]
            : [];
        const remarks = [...(draft.remarks ?? []), ...unknown];
        yield {
          sequence,
          turnIndex: turns.index,
          itemId: names.itemId(step, row),
          label: drafts.length > 1 ? `${label}.${row + 1}` : label,
          record,
          ...present({ createdAt: parsed?.timestamp, inheritedFrom: origin }),
          ...named(draft, record),
          ...(remarks.length === 0 ? {} : { remarks }),
        };
      }
    }
  }
}

/** A compaction's summary is of its own record. */
function named(draft: Draft, record: string): Draft {
  if (draft.type !== "compaction") return draft;
  return { ...draft, summaries: draft.summaries.map((summary) => ({ ...summary, record })) };
}

function rawRow(bytes: Uint8Array, place: Draft["place"]): Draft {
  return { type: "raw", text: decodeText(bytes).text, says: "it is no JSON object, as a step has to be", place };
}

type HeadRow =
  | Pick<NoticeRow, "type" | "code" | "severity" | "says" | "quotes">
  | Pick<RawRow, "type" | "text" | "says">;

function headRow(document: Document, read: (document: Document, span: PlacedSpan) => Uint8Array): HeadRow {
  if (document.unreadable) {
    const { text } = decodeText(read(document, document.headSpan));
    return { type: "raw", text, says: "it is no JSON object, as a trajectory has to be" };
  }
  return {
    type: "notice",
    code: "trajectory",
    severity: "note",
    says: "The trajectory, as its head records it.",
    quotes: quoteHead(document),
  };
}
