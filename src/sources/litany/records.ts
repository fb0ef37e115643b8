import { z } from "zod";

/** Litany's own shapes under its own names. Every field that a writer has ever left out or misused may be absent here. */

const text = z.string().optional().catch(undefined);
const flag = z.boolean().catch(false);

export const textBlock = z.object({ type: z.literal("text"), text: z.string() });

/** The engine writes `text`; other writers use `thinking`. */
export const thinkingBlock = z.object({
  type: z.literal("thinking"),
  text,
  thinking: text,
  signature: text,
  encrypted_content: text,
});

export const redactedThinkingBlock = z.object({ type: z.literal("redacted_thinking") });

export const toolUseBlock = z.object({
  type: z.enum(["tool_use", "server_tool_use"]),
  id: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
});

/** Also without `type`, as older tool entries have it. */
export const toolResultBlock = z.object({
  type: z
    .string()
    .regex(/^(?:.*_)?tool_result$/)
    .optional(),
  tool_use_id: z.string(),
  content: z.unknown().optional(),
  is_error: flag,
});

export const mediaBlock = z.object({
  type: z.enum(["image", "document"]),
  title: text,
  source: z.object({ kind: text, type: text, media_type: text, data: text, url: text }),
});

export const stepMeta = z.object({ started_at: text, ended_at: text });

export const toolOutput = z.object({
  stdout: text,
  stderr: text,
  exit_code: z.number().int().optional().catch(undefined),
  started_at: text,
  ended_at: text,
});

/** One line of `response.json`. */
export const streamEvent = z.object({
  type: z.string(),
  model: text,
  index: z.number().optional().catch(undefined),
  kind: z.unknown().optional(),
  delta: z.unknown().optional(),
  reason: text,
  category: text,
  explanation: text,
  message: text,
  provider_detail: z.unknown().optional(),
});
export type StreamEvent = z.infer<typeof streamEvent>;
