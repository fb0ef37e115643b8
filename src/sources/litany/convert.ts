import type {
  InputSource,
  MessageRow,
  Part,
  Place,
  RawRow,
  ReasoningRow,
  Row,
  RowRef,
  Sender,
  ToolCallRow,
  ToolResultRow,
} from "../../model/index.ts";
import { present } from "../support/values.ts";
import { type Block, readParts } from "./blocks.ts";
import { readTool } from "./dialect.ts";
import type { EntryFacts } from "./facts.ts";
import type { Mail } from "./mail.ts";
import { modelCallOf } from "./model-call.ts";
import { remarksOn } from "./oddities.ts";
import { blockSpans, type Entry } from "./parse.ts";
import { type RunOfCall, readOutput } from "./results.ts";
import type { StepFacts } from "./steps.ts";

/** A row without its place in the ledger's order, which only the walk over all entries knows. */
export type Draft = Row extends infer R ? (R extends Row ? Omit<R, "sequence" | "turnIndex"> : never) : never;

/** What converting one entry needs to know of the rest of the workspace. */
export interface EntryContext {
  readonly entry: EntryFacts;
  readonly bytes: Uint8Array;
  readonly sender: (id: string) => Sender;
  /** Whether the model has replied before, or may have. */
  readonly afterReply: boolean;
  readonly step?: StepFacts;
  readonly inheritedFrom?: string;
  /** When the entry was committed, where git tells. */
  readonly committedAt?: string;
  /** The tool run that a result is the outcome of. */
  readonly runOf: (toolCallId: string) => RunOfCall;
  /** Kind of the tool that a result's call was for; `undefined` where the call is not in the record. */
  readonly kindOf: (toolCallId: string) => string | undefined;
  /** Calls whose run is on record although no entry holds its result. */
  readonly hasStrayOutput: (toolCallId: string) => boolean;
}

/** The rows of one entry, one for each block, in recorded order; at least one. */
export function convertEntry(entry: Entry, context: EntryContext): readonly Draft[] {
  switch (entry.type) {
    case "mail":
      return [convertMail(entry.mail, context)];
    case "raw":
      return [convertRaw(entry, context)];
    case "tool": {
      const spans = blockSpans(context.bytes, entry.results.length);
      return entry.results.map((result, at) => {
        const many = entry.results.length > 1;
        const { remarks, ...part } = resultPart(result, context);
        return { ...base(context, at, many, spans?.[at], [...remarksOn(entry.oddities), ...remarks]), ...part };
      });
    }
    case "model":
      return convertReply(entry, context);
  }
}

/** Where a mail comes from. `kind` says whether it opened the ledger or came later. */
export function inputSource(
  mail: Mail,
  origin: string | undefined,
  kind: InputSource["kind"],
  sender: (id: string) => Sender,
): InputSource {
  const ending =
    mail.epitaph === undefined ? undefined : present({ epitaph: mail.epitaph, terminalRef: mail.terminalRef });
  const extra = [
    ...(mail.from !== undefined && origin !== undefined && mail.from !== origin ? [["from", mail.from] as const] : []),
    ...(mail.epitaph === undefined && mail.terminalRef !== undefined
      ? [["terminal_ref", mail.terminalRef] as const]
      : []),
    ...mail.extra,
  ];
  return present({
    kind,
    sender: origin === undefined ? undefined : sender(origin),
    storedAt: mail.depositedAt,
    ending,
    extra: extra.length === 0 ? undefined : extra,
  });
}

export function mailRemarks(mail: Mail, origin: string | undefined): readonly string[] | undefined {
  const differs = mail.from !== undefined && origin !== undefined && mail.from !== origin;
  const remarks = differs
    ? [...remarksOn(mail.oddities), "its head names another sender than its file name, which counts"]
    : remarksOn(mail.oddities);
  return remarks.length === 0 ? undefined : remarks;
}

export function textParts(text: string): readonly Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function convertMail(mail: Mail, context: EntryContext): Draft {
  const { entry } = context;
  const origin = entry.origin;
  const row: Omit<MessageRow, "sequence" | "turnIndex"> = {
    ...base(context, 0, false, undefined, mailRemarks(mail, origin)),
    type: "message",
    role: origin === "user" ? "user" : "agent",
    parts: textParts(mail.body),
    input: inputSource(mail, origin, context.afterReply ? "mailbox" : "context", context.sender),
  };
  return row;
}

function convertRaw(entry: Extract<Entry, { type: "raw" }>, context: EntryContext): Draft {
  const row: Omit<RawRow, "sequence" | "turnIndex"> = {
    ...base(context, 0, false, undefined, undefined),
    type: "raw",
    text: entry.text,
    says: entry.says,
  };
  return row;
}

function convertReply(entry: Extract<Entry, { type: "model" }>, context: EntryContext): readonly Draft[] {
  const facts = replyFacts(entry, context);
  const fromStep = entry.usage === undefined && facts.usage !== undefined;
  const counted = fromStep ? ["its token counters are those of its step; the entry itself has none"] : [];
  if (entry.blocks.length === 0) {
    const remarks = [...remarksOn(entry.oddities), ...counted, "the record holds a reply without any content"];
    return [{ ...base(context, 0, true, undefined, remarks), ...facts, type: "message", role: "assistant", parts: [] }];
  }
  const spans = blockSpans(context.bytes, entry.blocks.length);
  const model = facts.model === undefined ? {} : { model: facts.model };
  return entry.blocks.map((block, at) => {
    const { remarks, ...part } = blockPart(block, context);
    const all = at === 0 ? [...remarksOn(entry.oddities), ...counted, ...remarks] : remarks;
    return { ...base(context, at, true, spans?.[at], all), ...(at === 0 ? facts : model), ...part };
  });
}

/** What stands on the first row of a reply; the model stands on each. */
function replyFacts(entry: Extract<Entry, { type: "model" }>, context: EntryContext) {
  const { step } = context;
  // Old trees name every model `assistant`; the step's own record may tell which it was.
  const model = context.entry.origin === "assistant" ? step?.model : context.entry.origin;
  return present({
    model,
    usage: entry.usage ?? step?.usage,
    call: step === undefined ? undefined : modelCallOf(step),
  });
}

/** What a block's type alone decides of its row. */
type BlockPart = (
  | Pick<MessageRow, "type" | "role" | "parts">
  | Pick<ReasoningRow, "type" | "text" | "withheld">
  | Pick<ToolCallRow, "type" | "toolCallId" | "name" | "kind" | "input" | "fields" | "providerSide">
  | Pick<
      ToolResultRow,
      "type" | "toolCallId" | "output" | "isError" | "exitCode" | "streams" | "sections" | "completedFrom" | "timing"
    >
) & { readonly remarks: readonly string[] };

function blockPart(block: Block, context: EntryContext): BlockPart {
  switch (block.type) {
    case "part": {
      const empty = block.part.type === "text" && block.part.text === "";
      const remarks = empty ? ["the record holds an empty text block"] : [];
      return { type: "message", role: "assistant", parts: empty ? [] : [block.part], remarks };
    }
    case "reasoning": {
      const { text, withheld } = block;
      const nothing = text === undefined && withheld === undefined;
      const remarks = nothing ? ["the record holds a reasoning block without any content"] : [];
      return { ...present({ type: "reasoning" as const, text, withheld }), remarks };
    }
    case "call": {
      const { id, name, input, providerSide } = block;
      const stray =
        "the step recorded an output of this call that never became an entry, so the model was not shown it";
      const remarks = context.hasStrayOutput(id) ? [stray] : [];
      const side = providerSide ? { providerSide: true as const } : {};
      return { type: "tool-call", toolCallId: id, name, ...readTool(name, input), input, ...side, remarks };
    }
    case "result":
      return resultPart(block, context);
  }
}

function resultPart(result: Extract<Block, { type: "result" }>, context: EntryContext) {
  const output = readParts(result.content);
  const { remarks = [], ...read } = readOutput(output, context.kindOf(result.id), context.runOf(result.id));
  return { type: "tool-result" as const, toolCallId: result.id, output, isError: result.isError, ...read, remarks };
}

function base(
  context: EntryContext,
  block: number,
  manyBlocks: boolean,
  span: { start: number; end: number } | undefined,
  remarks: readonly string[] | undefined,
) {
  const { entry } = context;
  const number = entry.counter === undefined ? "–" : (entry.digits ?? "–");
  const place: Place = span === undefined ? { file: entry.path } : { file: entry.path, ...span };
  const itemId = itemIdOf(entry.name, block);
  const inheritedFrom: RowRef | undefined =
    context.inheritedFrom === undefined ? undefined : { taskId: context.inheritedFrom, itemId };
  return present({
    itemId,
    label: manyBlocks && number !== "–" ? `${number}.${block + 1}` : number,
    record: entry.path,
    place,
    createdAt: context.committedAt,
    inheritedFrom,
    remarks: remarks === undefined || remarks.length === 0 ? undefined : remarks,
  });
}

/** File name and block, which no compaction changes. Names are unique in a folder, so ids are unique in a Task. */
export function itemIdOf(entryName: string, block: number): string {
  return `${entryName}#${block + 1}`;
}
