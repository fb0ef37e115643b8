import type { Gap, ItemId, Row, Task, ToolCallRow, ToolResultRow } from "../model/index.ts";
import { createCounter } from "./counts.ts";
import { exactRow } from "./exact-row.ts";
import { gapLabel, gapsByRow } from "./gaps.ts";
import { instant } from "./instant.ts";
import type { Item, Room } from "./items.ts";
import { createRecordTally } from "./record-tally.ts";
import { isReply, rowText } from "./row-text.ts";
import type { Entry, Survey, SurveyContext, SurveyedFailure, SurveyedRequest, Weight } from "./surveyed.ts";
import { createToolFacts } from "./tool-facts.ts";
import { resultFailed, toolItem } from "./tool-item.ts";
import type { ExactItem } from "./view.ts";
import { createWaitingCalls } from "./waiting-calls.ts";

/** An unknown tool is titled with its own name, which may be anything. */
const TOOL = 80;
const NOTHING: Room = { bytes: 0, elements: 0 };

/**
 * First pass over a Task's ledger: rows in, index out. Joins each result with the first unanswered call of its id, sums,
 * weighs every item for page planning and lets the text go.
 */
export async function survey(task: Task, rows: AsyncIterable<Row>, context: SurveyContext): Promise<Survey> {
  const ledger = openLedger(task, context);
  for await (const row of rows) await ledger.take(row);
  return ledger.close();
}

/** A ledger being surveyed: takes rows in sequence, gives the survey at the end. */
function openLedger(task: Task, context: SurveyContext) {
  const entries: Entry[] = [];
  const waiting = createWaitingCalls();
  const counter = createCounter(context.gaps);
  const records = createRecordTally();
  const tools = createToolFacts();
  const failures: SurveyedFailure[] = [];
  const requests: SurveyedRequest[] = [];
  const texts = new Map<string, ItemId>();
  const calls = new Map<string, ItemId>();
  const results = new Map<string, ItemId>();
  const gapsBefore = gapsByRow(context.gaps);
  let turnIndex = 0;
  let lastAt: number | undefined;

  const weighExact = (item: ExactItem): Room => (context.weighExact ? size(context.weighExact(item)) : NOTHING);

  function addGap(gap: Gap): void {
    const item = { type: "gap", gap } as const;
    const cost = size(context.weigh(item));
    entries.push({ itemId: gap.id, label: gapLabel(gap), type: "gap", turnIndex, cost, exactCost: weighExact(item) });
    waiting.passGap();
  }

  async function addCall(row: ToolCallRow, head: EntryHead): Promise<void> {
    calls.set(row.toolCallId, row.itemId);
    const rawCall = row.restricted ? undefined : await context.raw(row.place);
    const delegations = context.delegations(row.itemId);
    const listChange = tools.listChange(row);
    const item = toolItem({ call: row, rawCall, delegations, listChange });
    const weight = context.weigh(item);
    tools.take(item, weight.touches ?? []);
    const cost = size(weight);
    entries.push({ ...head, cost, ...(weight.headline && { tool: weight.headline.kind.slice(0, TOOL) }) });
    waiting.open({ row, rawCall, delegations, listChange, cost });
  }

  async function addResult(row: ToolResultRow, head: EntryHead): Promise<void> {
    results.set(row.toolCallId, row.itemId);
    const rawResult = row.restricted ? undefined : await context.raw(row.place);
    const call = waiting.answer(row);
    const { row: callRow, rawCall, delegations, listChange } = call ?? {};
    const item = toolItem({ call: callRow, result: row, rawCall, rawResult, delegations, listChange });
    const whole = context.weigh(item);
    tools.take(item, whole.touches ?? []);
    if (call) {
      const cost = { bytes: whole.bytes - call.cost.bytes, elements: whole.elements - call.cost.elements };
      entries.push({ ...head, cost, joins: call.row.itemId });
    } else entries.push({ ...head, cost: size(whole), mark: "orphan result" });
    if (!resultFailed(row)) return;
    fail(call?.row ?? row, whole);
    if (!row.inheritedFrom) counter.failedCall();
  }

  function addOther(row: Exclude<Row, ToolCallRow | ToolResultRow>, head: EntryHead): void {
    const weight = context.weigh({ type: row.type, row } as Item);
    const mark = markOf(row);
    entries.push({ ...head, cost: size(weight), ...(mark && { mark }) });
    if (row.type === "notice" && row.severity === "failure") fail(row, weight);
  }

  function fail({ itemId, label }: Row, { headline }: Weight): void {
    if (headline) failures.push({ itemId, label, ...headline });
  }

  return {
    async take(row: Row): Promise<void> {
      for (const gap of gapsBefore.get(row.itemId) ?? []) addGap(gap);
      turnIndex = row.turnIndex;
      counter.add(row);
      records.add(row);
      const at = instant(row.createdAt);
      if (at !== undefined && !row.inheritedFrom) lastAt = Math.max(lastAt ?? at, at);
      if (row.call?.request) {
        const { step, request: place, timing } = row.call;
        requests.push({ step, place, turnIndex, ...(timing && { timing }) });
      }
      const comparable = rowText(row);
      if (comparable) texts.set(context.digest(comparable), row.itemId);
      const exactCost = context.weighExact
        ? weighExact(
            await exactRow(row, { ref: { taskId: task.id, itemId: row.itemId }, label: row.label }, context.raw),
          )
        : NOTHING;
      const head = entryHead(row, exactCost);
      if (row.type === "tool-call") await addCall(row, head);
      else if (row.type === "tool-result") await addResult(row, head);
      else addOther(row, head);
      if (isReply(row)) waiting.passReply(turnIndex);
    },
    async close(): Promise<Survey> {
      for (const gap of context.gaps) if (gap.before === null) addGap(gap);
      for (const message of context.stored) {
        const cost = size(context.weigh({ type: "stored", message }));
        const raw = message.restricted ? undefined : await context.raw(message.place);
        const exactCost = weighExact({ type: "stored", message, ...(raw && { raw }) });
        const restricted = message.restricted && { restricted: message.restricted };
        entries.push({
          itemId: message.itemId,
          label: "mailbox",
          type: "stored",
          turnIndex,
          cost,
          exactCost,
          ...restricted,
        });
      }
      return {
        taskId: task.id,
        entries,
        noResult: waiting.reasons(task),
        counts: counter.counts(),
        failures,
        ...(lastAt !== undefined && { lastAt }),
        requests,
        texts,
        calls,
        results,
        ...tools.facts(),
        records: records.tally(),
      };
    },
  };
}

type EntryHead = Omit<Entry, "cost" | "joins" | "mark">;

function entryHead(row: Row, exactCost: Room): EntryHead {
  return {
    itemId: row.itemId,
    label: row.label,
    type: row.type,
    turnIndex: row.turnIndex,
    exactCost,
    ...(row.type === "message" && row.input && { input: true as const }),
    ...(row.model !== undefined && { model: row.model }),
    ...(row.restricted && { restricted: row.restricted }),
    ...(row.cleared && { cleared: row.cleared }),
  };
}

function markOf(row: Row): Entry["mark"] {
  if (row.restricted) return undefined;
  if (row.type === "raw") return "raw";
  return row.type === "reasoning" && row.withheld ? "withheld reasoning" : undefined;
}

function size({ bytes, elements }: Room): Room {
  return { bytes, elements };
}
