import { z } from "zod";
import { STATUS_WORDS } from "../../model/index.ts";

/*
 * The shapes of the format, once: they validate what is read, they type what is written, and the JSON Schemas that the
 * package publishes are made of them. Objects are loose, since unknown fields are kept.
 */

const count = z.int().nonnegative();
const counters = z.record(z.string(), count);

/** Stands for the bytes of `blobs/<name>`. */
export const blobRef = z.strictObject({
  blob: z
    .string()
    .meta({ pattern: "^(?!\\.{1,2}$)[^/\\\\\\u0000]+$", description: "A file name in blobs/, never a path." }),
});
const longText = z.union([z.string(), blobRef]);
/** Any JSON; an object of the one member `blob` stands for the JSON text in that blob. */
const json = z.unknown();

export const rowRef = z.looseObject({ taskId: z.string(), itemId: z.string() });

const access = {
  access: z.literal("restricted").optional(),
  accessReason: z.string().optional(),
  accessRule: z.string().optional().meta({ description: "The id of the rule that withholds it." }),
};

const restriction = z.looseObject({ rule: z.string().optional(), reason: z.string().optional() });

export const workspaceHead = z.looseObject({
  format: z.literal("taskfolio-ledger"),
  version: z.literal(1),
  title: z.string().optional(),
  generator: z.string().optional(),
});

export const taskRecord = z.looseObject({
  id: z.string(),
  rootId: z.string(),
  parentId: z.string().optional(),
  status: z.string().meta({ examples: STATUS_WORDS.filter((word) => word !== "unknown") }),
  statusBasis: z.string().optional(),
  statusCertainty: z.enum(["recorded", "derived", "guess"]).optional(),
  statusReason: z.string().optional(),
  result: json.optional(),
  resultRow: rowRef.optional(),
  title: z.string().optional(),
  goal: z.string().optional(),
  agent: z.string().optional(),
  model: z.string().optional(),
  createdAt: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  record: z.enum(["absent", "present"]).optional(),
  attached: z.boolean().optional(),
  helper: z.string().optional(),
  usage: counters.optional(),
  transcript: z.string().optional(),
  source: z.looseObject({ kind: z.string(), url: z.string().optional(), title: z.string().optional() }).optional(),
  withheldTexts: z
    .looseObject({ title: restriction.optional(), goal: restriction.optional(), result: restriction.optional() })
    .optional(),
  ...access,
});

export const delegationRecord = z.looseObject({
  parentTaskId: z.string(),
  childTaskId: z.string(),
  kind: z.enum(["created", "waited"]),
  established: z.enum(["declared", "matched", "unlinked"]),
  toolCallId: z.string().optional(),
  call: z.string().optional().meta({ description: "itemId of the calling row; counts before toolCallId." }),
  basis: z.string().optional(),
  returns: z
    .array(
      z.looseObject({
        itemId: z.string(),
        taskId: z.string().optional().meta({ description: "Whose ledger received it; the parent's where absent." }),
        epitaph: z.string().optional(),
        waiting: z.boolean().optional(),
      }),
    )
    .optional(),
});

export const gapRecord = z.looseObject({
  taskId: z.string(),
  before: z.string().nullable(),
  kind: z.enum(["compacted", "missing"]),
  unit: z.string().meta({ description: "What is counted, one of them, such as `row`." }),
  units: z.string().optional().meta({ description: "The same for many; `unit` with an s where absent." }),
  id: z.string().optional(),
  from: z.union([z.string(), z.number()]).optional(),
  to: z.union([z.string(), z.number()]).optional(),
  count: count.optional(),
  summaries: z.array(longText).optional(),
  pairing: z.enum(["recorded", "not recorded"]).optional(),
  ...access,
});

export const inputSource = z.looseObject({
  kind: z.enum(["context", "mailbox", "system", "guidance", "artifact"]),
  id: z.string().optional(),
  sender: z.string().optional(),
  senderTask: z.string().nullable().optional().meta({ description: "The Task that sent it; null for none." }),
  senderName: z.string().optional(),
  storedAt: z.string().optional(),
  deliveredAt: z.string().optional(),
  ending: z.looseObject({ epitaph: z.string(), terminalRef: z.string().optional() }).optional(),
  extra: z.array(z.tuple([z.string(), z.string()])).optional(),
});

export const timing = z.looseObject({
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  durationMs: z.number().nonnegative().optional(),
});

/** The record as the source before this one held it. */
export const rawRecord = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.string() }),
  blobRef,
]);

export const modelCall = z.looseObject({
  step: z.string(),
  timing: timing.optional(),
  attempts: count.optional(),
  finish: z.string().optional(),
  request: blobRef.optional(),
  ...access,
});

const textPart = z.looseObject({ type: z.literal("text"), text: longText });
const imagePart = z.looseObject({ type: z.literal("image"), mediaType: z.string(), data: z.string() });
const imageBlob = z.looseObject({ type: z.literal("image"), mediaType: z.string(), blob: z.string() });
const documentPart = z.looseObject({
  type: z.literal("document"),
  mediaType: z.string(),
  data: z.string().optional(),
  blob: z.string().optional(),
  name: z.string().optional(),
});
const linkPart = z.looseObject({ type: z.literal("link"), what: z.enum(["image", "document"]), url: z.string() });
const jsonPart = z.looseObject({ type: z.literal("json"), value: json });
export const part = z.union([textPart, imagePart, imageBlob, documentPart, linkPart, jsonPart]);

export const mailboxRecord = z.looseObject({
  id: z.string(),
  taskId: z.string(),
  sender: z.string().optional(),
  storedAt: z.string().optional(),
  text: longText.optional(),
  parts: z.array(part).optional(),
  itemId: z.string().optional(),
  source: inputSource.optional(),
  remarks: z.array(z.string()).optional(),
  raw: rawRecord.optional(),
  ...access,
});

/** What each type of row holds under `content`. */
export const contents = {
  message: z.looseObject({
    role: z.enum(["user", "assistant", "agent", "system"]),
    text: longText.optional(),
    parts: z.array(part).optional(),
  }),
  reasoning: z.looseObject({
    text: longText.optional(),
    withheld: z.enum(["provider", "encrypted", "redacted", "signature only"]).optional(),
  }),
  "tool-call": z.looseObject({
    name: z.string(),
    input: json.optional(),
    delegatesTo: z.string().optional(),
    kind: z.string().optional(),
    fields: json.optional(),
    providerSide: z.literal(true).optional(),
  }),
  "tool-result": z.looseObject({
    output: z.union([longText, z.array(part)]).optional(),
    isError: z.boolean().optional(),
    exitCode: z.int().optional(),
    durationMs: z.number().nonnegative().optional(),
    streams: z.looseObject({ stdout: longText, stderr: longText.optional() }).optional(),
    sections: z
      .array(
        z.looseObject({
          name: z.string(),
          outcome: z.string(),
          exitCode: z.int().optional(),
          text: longText,
          timing: timing.optional(),
        }),
      )
      .optional(),
  }),
  compaction: z.looseObject({
    summary: longText.optional(),
    summaries: z.array(longText).optional(),
    fromSequence: count.optional(),
    toSequence: count.optional(),
    removedRows: count.optional(),
    reason: z.string().optional(),
    says: z.string().optional(),
  }),
  notice: z.looseObject({
    code: z.string().optional(),
    severity: z.enum(["failure", "warning", "note"]).optional(),
    says: z.string().optional(),
    quotes: z.array(z.looseObject({ title: z.string(), text: longText })).optional(),
    text: longText.optional(),
  }),
  raw: z.looseObject({ text: longText.optional(), says: z.string().optional() }),
} as const;

/** What every row has beside its content. */
export const rowHead = z.looseObject({
  sequence: count,
  turnIndex: count,
  itemId: z.string(),
  type: z.string(),
  toolCallId: z.string().optional(),
  createdAt: z.string().optional(),
  runId: z.string().optional(),
  usage: counters.optional(),
  model: z.string().optional(),
  label: z.string().optional(),
  inheritedFrom: rowRef.optional(),
  cleared: z.literal(true).optional(),
  remarks: z.array(z.string()).optional(),
  timing: timing.optional(),
  call: modelCall.optional(),
  source: inputSource.optional(),
  raw: rawRecord.optional(),
  ...access,
});

const settings = z.record(z.string(), json);
const sentItem = z.discriminatedUnion("type", [
  z.object({ type: z.literal("part"), part: z.unknown() }),
  z.object({ type: z.literal("reasoning"), text: z.string() }),
  z.object({ type: z.literal("tool-call"), toolCallId: z.string(), name: z.string(), input: json.optional() }),
  z.object({ type: z.literal("tool-result"), toolCallId: z.string(), text: z.string() }),
]);

/** The blob that a row's `call.request` names: the request of one model call as it was sent. */
export const requestRecord = z.object({
  model: z.string().optional(),
  system: z.array(z.string()),
  tools: z.array(z.object({ name: z.string(), description: z.string().optional() })),
  messages: z.array(z.object({ role: z.string(), items: z.array(sentItem) })),
  settings,
});
