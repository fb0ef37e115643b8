import type { Diagnostic, ItemId, Restriction, RowType, Summary, TaskId, Timing } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { type JsonLine, readJsonLines } from "../support/jsonl.ts";
import { present } from "../support/values.ts";
import type { Cover } from "./content.ts";
import { type LedgerLine, readLine } from "./line.ts";
import { uniqueNames } from "./names.ts";
import { findingBlobs, readingBlobs } from "./payloads.ts";
import { type ProblemCode, problem } from "./problems.ts";

/** What the index keeps of one row: where it stands, in the file and in the ledger. */
export interface RowFacts {
  readonly line: number;
  /** Byte range of the line. */
  readonly start: number;
  readonly end: number;
  readonly type: RowType;
  readonly itemId: ItemId;
  /** As recorded; `undefined` where the record has none that can be used. */
  readonly recorded: number | undefined;
  /** Of the two tool types; made up where the record has none, so that nothing joins it. */
  readonly toolCallId: string | undefined;
  readonly restricted: Restriction | undefined;
  readonly remarks: readonly string[];
  /** Strictly increasing: as recorded, or the next free one. */
  readonly sequence: number;
  readonly turnIndex: number;
}

/** A compaction that says which rows it replaced. */
export interface Compaction extends Cover {
  readonly summaries: readonly Summary[];
  readonly restricted?: Restriction;
}

/** The index of one transcript. */
export interface Ledger {
  readonly taskId: TaskId;
  readonly path: string;
  /** In ledger order. */
  readonly rows: readonly RowFacts[];
  /** Rows by the id that their `source` gives, the first of each. */
  readonly incorporated: ReadonlyMap<string, ItemId>;
  readonly delegates: readonly { readonly call: ItemId; readonly child: TaskId }[];
  readonly compactions: readonly Compaction[];
  /** Timing that stands on a call; its result takes it. */
  readonly callTimings: ReadonlyMap<string, Timing>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A row whose place in the ledger is found when all of them are known. */
type Draft = Omit<RowFacts, "sequence" | "turnIndex"> & {
  /** What orders it: its sequence, or that of the row before it in the file. */
  readonly key: number;
  readonly turn: number | undefined;
  sequence: number;
  turnIndex: number;
};

// Beyond it a sequence could not be counted on.
const LARGEST_SEQUENCE = 2 ** 52;

/** The index pass over one transcript. `undefined` when its file cannot be read. */
export function scanLedger(tree: FileTree, path: string, taskId: TaskId): Ledger | undefined {
  const outcome = readJsonLines(tree.root, path);
  if (outcome.type !== "read") return undefined;
  const finding = findingBlobs(tree);
  const diagnostics: Diagnostic[] = [];
  const note = (code: ProblemCode, line: number) =>
    diagnostics.push({ ...problem(code), place: { file: path, line }, taskId });
  const unique = uniqueNames();
  const callIds = new Set<string>();
  const drafts: Draft[] = [];
  const incorporated = new Map<string, ItemId>();
  const delegates: { call: ItemId; child: TaskId }[] = [];
  const compactions: Compaction[] = [];
  const callTimings = new Map<string, Timing>();
  let key = -1;
  for (const line of outcome.lines) {
    if (line.content.type === "empty") continue;
    const read = readLine(line, finding);
    for (const found of read.problems) diagnostics.push({ ...found, place: { file: path, line: line.line }, taskId });
    const draft = draftOf(line, read);
    drafts.push(draft);
    if (draft.recorded !== undefined) key = draft.recorded;
    collect(line, read, draft);
  }
  drafts.sort((a, b) => a.key - b.key || a.line - b.line);
  place(drafts, note);
  diagnostics.sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0));
  return { taskId, path, rows: drafts, incorporated, delegates, compactions, callTimings, diagnostics };

  function draftOf({ line, start, end }: JsonLine, read: LedgerLine): Draft {
    const { restricted } = read;
    const { body } = read.held;
    const { sequence, turnIndex: turn, itemId: stated, toolCallId } = read.stated;
    const recorded = sequence !== undefined && sequence <= LARGEST_SEQUENCE ? sequence : undefined;
    const named = stated === undefined || stated === "" ? `line-${line}` : stated;
    const itemId = unique(named);
    if (itemId !== named) note("duplicate-item-id", line);
    const isTool = body.type === "tool-call" || body.type === "tool-result";
    return {
      line,
      start,
      end,
      type: body.type,
      itemId,
      key: recorded ?? key,
      recorded,
      turn,
      restricted,
      toolCallId: isTool ? (toolCallId ?? `«no toolCallId» ${itemId}`) : undefined,
      remarks: remarksOn(recorded === undefined && body.type !== "raw", itemId !== named),
      sequence: 0,
      turnIndex: 0,
    };
  }

  function collect(line: JsonLine, read: LedgerLine, { itemId, toolCallId }: Draft): void {
    const { body, input, timing, delegatesTo, cover } = read.held;
    const { restricted } = read;
    if (input?.id !== undefined && !incorporated.has(input.id)) incorporated.set(input.id, itemId);
    if (body.type === "tool-call" && toolCallId !== undefined) {
      if (callIds.has(toolCallId)) note("duplicate-tool-call-id", line.line);
      callIds.add(toolCallId);
      if (timing !== undefined) callTimings.set(toolCallId, timing);
      if (delegatesTo !== undefined) delegates.push({ call: itemId, child: delegatesTo });
    }
    if (cover !== undefined) compactions.push({ ...cover, ...summariesOf(line), ...present({ restricted }) });
  }

  /** Their texts stand in the gap that they explain, so this once they are read. */
  function summariesOf(line: JsonLine): Pick<Compaction, "summaries"> {
    const { body } = readLine(line, readingBlobs(tree)).held;
    const at = { file: path, line: line.line, start: line.start, end: line.end };
    const record = `${path}:${line.line}`;
    return {
      summaries: body.type === "compaction" ? body.summaries.map(({ text }) => ({ text, record, place: at })) : [],
    };
  }
}

const NO_REMARKS: readonly string[] = [];

function remarksOn(lost: boolean, repeated: boolean): readonly string[] {
  if (!lost && !repeated) return NO_REMARKS;
  return [
    ...(lost ? ["its record has no sequence; it stands after the row before it in the file"] : []),
    ...(repeated ? ["another row has the same itemId"] : []),
  ];
}

/** Gives rows in order their sequence and turn, which only grow. */
function place(drafts: readonly Draft[], note: (code: ProblemCode, line: number) => void): void {
  let last = -1;
  let turnIndex = 0;
  let before: number | undefined;
  for (const draft of drafts) {
    const { recorded, turn, line } = draft;
    if (recorded !== undefined && recorded === before) note("duplicate-sequence", line);
    before = recorded ?? before;
    last = Math.max(last + 1, recorded ?? 0);
    if (turn !== undefined && turn < turnIndex) note("turn-goes-back", line);
    turnIndex = Math.max(turnIndex, turn ?? 0);
    draft.sequence = last;
    draft.turnIndex = turnIndex;
  }
}
