import type { Gap, ItemId, Place, Row, RowType, StoredMessage, Task, Timing } from "../model/index.ts";
import { createCounter } from "./counts.ts";
import { gapLabel } from "./gap-label.ts";
import type { DelegationView, Item, NoResult, Outcome, RawPayload, Room } from "./items.ts";
import { createRecordTally, type RecordTally } from "./record-tally.ts";
import { isReply, rowText } from "./row-text.ts";
import { resultFailed, toolItem } from "./tool-item.ts";
import type { TaskCounts } from "./view.ts";
import { createWaitingCalls } from "./waiting-calls.ts";

/** What stays of one row, gap or stored message once its text is let go. */
export interface Entry {
  readonly itemId: ItemId;
  readonly label: string;
  readonly type: RowType | "gap" | "stored";
  readonly turnIndex: number;
  /** What it adds to its page. For a joined result: what it adds to the card of its call. */
  readonly cost: Room;
  /** The call whose card this result joins. */
  readonly joins?: ItemId;
  /** Nothing of the reasoning is disclosed, or the row is an orphan, unread, …: what `absences.ts` speaks of. */
  readonly mark?: "withheld reasoning" | "orphan result" | "raw";
  readonly model?: string;
}

/** A call, message or task that went wrong, before pages are known. */
export interface SurveyedFailure {
  readonly itemId: ItemId;
  readonly label: string;
  readonly kind: string;
  readonly about: string;
  readonly outcome: Outcome;
}

/** Where a step's request stands, for its "as sent to the model" page. */
export interface SurveyedRequest {
  readonly step: string;
  readonly place: Place;
  readonly turnIndex: number;
  readonly timing?: Timing;
}

/** The index of one Task's ledger: a few hundred bytes a row, no transcript text. */
export interface Survey {
  readonly taskId: string;
  /** In ledger order, gaps in their places, stored messages last. */
  readonly entries: readonly Entry[];
  /** Why each unanswered call has no result. */
  readonly noResult: ReadonlyMap<ItemId, NoResult>;
  readonly counts: TaskCounts;
  readonly failures: readonly SurveyedFailure[];
  readonly requests: readonly SurveyedRequest[];
  /** Digest of a row's text → the row, and tool-call ids → rows: what a request is compared with. */
  readonly texts: ReadonlyMap<string, ItemId>;
  readonly calls: ReadonlyMap<string, ItemId>;
  readonly results: ReadonlyMap<string, ItemId>;
  /** Records that rows name: per file, how many are shown and how many are raw. */
  readonly records: RecordTally;
}

/** How a survey learns what it cannot know itself. */
export interface SurveyContext {
  readonly gaps: readonly Gap[];
  readonly stored: readonly StoredMessage[];
  delegations(call: ItemId): readonly DelegationView[];
  raw(place: Place): Promise<RawPayload>;
  weigh(item: Item): Room & { readonly headline: Omit<SurveyedFailure, "itemId" | "label"> | undefined };
  /** A short digest of text, equal only for equal text. */
  digest(text: string): string;
}

/**
 * First pass over a Task's ledger: rows in, index out. Joins each result with the first unanswered call of its id,
 * sums, weighs every item for page planning and lets the text go.
 */
export async function survey(task: Task, rows: AsyncIterable<Row>, context: SurveyContext): Promise<Survey> {
  const entries: Entry[] = [];
  const waiting = createWaitingCalls();
  const counter = createCounter(context.gaps);
  const failures: SurveyedFailure[] = [];
  const requests: SurveyedRequest[] = [];
  const texts = new Map<string, ItemId>();
  const calls = new Map<string, ItemId>();
  const results = new Map<string, ItemId>();
  const records = createRecordTally();
  const gapBefore = new Map(context.gaps.filter((gap) => gap.before !== null).map((gap) => [gap.before, gap]));
  let turnIndex = 0;

  const fail = (itemId: ItemId, label: string, weight: ReturnType<SurveyContext["weigh"]>) => {
    if (weight.headline) failures.push({ itemId, label, ...weight.headline });
  };
  const addGap = (gap: Gap) => {
    const { bytes, elements } = context.weigh({ type: "gap", gap });
    entries.push({ itemId: gap.id, label: gapLabel(gap), type: "gap", turnIndex, cost: { bytes, elements } });
    waiting.passGap();
  };

  for await (const row of rows) {
    const gap = gapBefore.get(row.itemId);
    if (gap) addGap(gap);
    turnIndex = row.turnIndex;
    counter.add(row);
    records.add(row);
    if (row.call?.request) {
      const { step, request: place, timing } = row.call;
      requests.push({ step, place, turnIndex, ...(timing && { timing }) });
    }
    const comparable = rowText(row);
    if (comparable) texts.set(context.digest(comparable), row.itemId);
    const head = {
      itemId: row.itemId,
      label: row.label,
      type: row.type,
      turnIndex,
      ...(row.model !== undefined && { model: row.model }),
    };

    if (row.type === "tool-call") {
      calls.set(row.toolCallId, row.itemId);
      const rawCall = await context.raw(row.place);
      const delegations = context.delegations(row.itemId);
      const weight = context.weigh(toolItem({ call: row, rawCall, delegations }));
      entries.push({ ...head, cost: room(weight) });
      waiting.open({ row, rawCall, delegations, cost: room(weight) });
    } else if (row.type === "tool-result") {
      results.set(row.toolCallId, row.itemId);
      const rawResult = await context.raw(row.place);
      const call = waiting.answer(row);
      const whole = context.weigh(
        toolItem({
          call: call?.row,
          result: row,
          rawCall: call?.rawCall,
          rawResult,
          delegations: call?.delegations ?? [],
        }),
      );
      if (call) {
        const cost = { bytes: whole.bytes - call.cost.bytes, elements: whole.elements - call.cost.elements };
        entries.push({ ...head, cost, joins: call.row.itemId });
        if (resultFailed(row)) fail(call.row.itemId, call.row.label, whole);
      } else {
        entries.push({ ...head, cost: room(whole), mark: "orphan result" });
        if (resultFailed(row)) fail(row.itemId, row.label, whole);
      }
      if (resultFailed(row) && !row.inheritedFrom) counter.failedCall();
    } else {
      const weight = context.weigh({ type: row.type, row } as Item);
      const mark =
        row.type === "raw"
          ? ("raw" as const)
          : row.type === "reasoning" && row.withheld
            ? ("withheld reasoning" as const)
            : undefined;
      entries.push({ ...head, cost: room(weight), ...(mark && { mark }) });
      if (row.type === "notice" && row.severity === "failure") fail(row.itemId, row.label, weight);
    }
    if (isReply(row)) waiting.passReply(turnIndex);
  }
  for (const gap of context.gaps) if (gap.before === null) addGap(gap);
  for (const message of context.stored) {
    const weight = context.weigh({ type: "stored", message });
    entries.push({ itemId: message.itemId, label: "mailbox", type: "stored", turnIndex, cost: room(weight) });
  }
  return {
    taskId: task.id,
    entries,
    noResult: waiting.reasons(task),
    counts: counter.counts(),
    failures,
    requests,
    texts,
    calls,
    results,
    records: records.tally(),
  };
}

function room({ bytes, elements }: Room): Room {
  return { bytes, elements };
}
