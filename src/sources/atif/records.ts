import { z } from "zod";

/** ATIF's own shapes under its own names. Every field that a writer has ever left out or misused may be absent here. */

const text = z.string().optional().catch(undefined);
const object = z.record(z.string(), z.unknown()).optional().catch(undefined);

/** A reference to a sub-agent's trajectory: by its own id, by its session's, or by a path that often does not resolve. */
export const reference = z.object({ session_id: text, trajectory_id: text, trajectory_path: text, extra: object });
export type Reference = z.infer<typeof reference>;

export const toolCall = z.object({
  tool_call_id: text,
  function_name: text,
  arguments: z.unknown().optional(),
  extra: object,
});

export const observationResult = z.object({
  source_call_id: text,
  content: z.unknown().optional(),
  subagent_trajectory_ref: z.unknown().optional(),
});

export const step = z.object({
  step_id: z.union([z.number(), z.string()]).optional().catch(undefined),
  timestamp: text,
  source: text,
  model_name: text,
  message: z.unknown().optional(),
  reasoning_content: z.unknown().optional(),
  tool_calls: z.array(z.unknown()).catch([]),
  observation: z
    .object({ results: z.array(z.unknown()).catch([]) })
    .optional()
    .catch(undefined),
  metrics: object,
  is_copied_context: z.boolean().catch(false),
  extra: object,
});
export type Step = z.infer<typeof step>;

export const agent = z.object({
  name: text,
  version: text,
  model_name: text,
  tool_definitions: z.array(z.unknown()).catch([]),
  extra: object,
});
export type Agent = z.infer<typeof agent>;

export const imagePart = z.object({ type: z.literal("image"), source: z.object({ path: z.string() }) });
export const textPart = z.object({ type: z.literal("text"), text: z.string() });
