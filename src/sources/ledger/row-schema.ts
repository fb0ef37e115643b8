import { z } from "zod";

export const count = z.int().nonnegative();
export const counters = z.record(z.string(), count);

/** Stands for the bytes of `blobs/<name>`. */
export const blobRef = z.strictObject({
  blob: z
    .string()
    .meta({ pattern: "^(?!\\.{1,2}$)[^/\\\\\\u0000]+$", description: "A file name in blobs/, never a path." }),
});
export const longText = z.union([z.string(), blobRef]);
/** Any JSON; an object of the one member `blob` stands for the JSON text in that blob. */
export const json = z.unknown();

export const rowRef = z.looseObject({ taskId: z.string(), itemId: z.string() });

export const access = {
  access: z.literal("restricted").optional(),
  accessReason: z.string().optional(),
  accessRule: z.string().optional().meta({ description: "The id of the rule that withholds it." }),
};

export const restriction = z.looseObject({ rule: z.string().optional(), reason: z.string().optional() });

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
    structured: json.optional(),
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

export const ROW_WORDS = ["message", "reasoning", "tool-call", "tool-result", "compaction", "notice", "raw"] as const;
export type RowWord = (typeof ROW_WORDS)[number];

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
