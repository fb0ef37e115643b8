import type { OutContent } from "./content.ts";

/** A step while it is being put together. Members stand in the order in which they are written. */
export interface OutStep {
  step_id: number;
  timestamp?: string | undefined;
  source: "system" | "user" | "agent";
  model_name?: string | undefined;
  message: OutContent;
  reasoning_content?: string | undefined;
  tool_calls?: OutCall[] | undefined;
  observation?: { results: OutResult[] } | undefined;
  metrics?: Readonly<Record<string, unknown>> | undefined;
  is_copied_context?: true | undefined;
  extra?: Readonly<Record<string, unknown>> | undefined;
}

export interface OutCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: unknown;
}

export interface OutResult {
  readonly source_call_id?: string;
  readonly content?: OutContent;
  subagent_trajectory_ref?: OutReference[];
}

export interface OutReference {
  readonly session_id: string;
  readonly trajectory_path?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A step with its members in order; those that it lacks are left out. */
export function inOrder(step: OutStep): Readonly<Record<string, unknown>> {
  const {
    step_id,
    timestamp,
    source,
    model_name,
    message,
    reasoning_content,
    tool_calls,
    observation,
    metrics,
    is_copied_context,
    extra,
  } = step;
  return {
    step_id,
    timestamp,
    source,
    model_name,
    message,
    reasoning_content,
    tool_calls,
    observation,
    metrics,
    is_copied_context,
    extra,
  };
}
