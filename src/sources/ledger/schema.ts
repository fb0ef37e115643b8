import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { STATUS_WORDS } from "../../model/index.ts";
import {
  access,
  contents,
  count,
  counters,
  inputSource,
  json,
  longText,
  part,
  ROW_WORDS,
  type RowWord,
  rawRecord,
  requestRecord,
  restriction,
  rowHead,
  rowRef,
} from "./row-schema.ts";

/*
 * The shapes of the format, once: they validate what is read, they type what is written, and the JSON Schemas that the
 * package publishes are made of them. Objects are loose, since unknown fields are kept.
 */

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

/** A row as it is written: its content is that of its type, unless its source withholds it. */
const rowRecord = z.union([
  rowOf("message", z.union([contents.message, z.string()])),
  rowOf("reasoning", z.union([contents.reasoning, z.string()])),
  rowOf("tool-call", contents["tool-call"]).required({ toolCallId: true }),
  rowOf("tool-result", z.union([contents["tool-result"], z.string()])).required({ toolCallId: true }),
  rowOf("compaction", z.union([contents.compaction, z.string()])),
  rowOf("notice", z.union([contents.notice, z.string()])),
  rowOf("raw", z.union([contents.raw, z.string()])),
  rowHead.extend({ type: z.enum(ROW_WORDS), access: z.literal("restricted"), content: json.optional() }),
]);

function rowOf<T extends RowWord, C extends z.ZodType>(type: T, content: C) {
  return rowHead.extend({ type: z.literal(type), content });
}

const PUBLISHED: Readonly<Record<string, readonly [title: string, schema: z.ZodType]>> = {
  workspace: ["workspace.json of a ledger workspace", workspaceHead],
  task: ["A line of tasks.jsonl in a ledger workspace", taskRecord],
  delegation: ["A line of delegations.jsonl in a ledger workspace", delegationRecord],
  row: ["A line of transcripts/<task-id>.jsonl in a ledger workspace", rowRecord],
  gap: ["A line of gaps.jsonl in a ledger workspace", gapRecord],
  "mailbox-message": ["A line of mailbox/<task-id>.jsonl in a ledger workspace", mailboxRecord],
  request: ["A blob that a row's call.request names in a ledger workspace", requestRecord],
};

/** The JSON Schemas of the format, by the name of their file. */
export function jsonSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PUBLISHED).map(([name, [title, schema]]) => {
      const made = z.toJSONSchema(schema.meta({ title }), { io: "input" });
      return [`ledger-${name}.schema.json`, `${JSON.stringify(made, null, 2)}\n`];
    }),
  );
}

/** Writes them into a folder, for the package. */
export function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of jsonSchemas()) writeFileSync(join(folder, name), text);
}
