import { isJsonObject, type JsonObject, member, present, textMember } from "../support/values.ts";
import { digestOf } from "./digest.ts";
import type { LinePlace, ResultFacts } from "./facts.ts";

/** What the interface was told of a call, in the little that is kept of it. */
export interface CallEvent {
  readonly kind: string;
  readonly at: LinePlace;
  /** It tells how the call ended; any other repeats what was asked for, or that it goes on. */
  readonly ends: boolean;
  readonly facts: Pick<ResultFacts, "exitCode" | "durationMs" | "failed">;
  /** Digest of the whole output of a command. */
  readonly output?: string;
  /** A process that can run on after its call was answered. */
  readonly process?: string;
  /** It tells streams apart, or holds changes to files. */
  readonly richer: boolean;
}

export function readCallEvent(event: JsonObject, kind: string, at: LinePlace): CallEvent {
  const base = { kind, at, ends: true, richer: false };
  switch (kind) {
    case "exec_command_end": {
      const exitCode = member(event, "exit_code");
      const whole = textMember(event, "aggregated_output");
      return present({
        ...base,
        facts: present({
          exitCode: Number.isSafeInteger(exitCode) ? Number(exitCode) : undefined,
          durationMs: durationOf(member(event, "duration")),
          failed: textMember(event, "status") === "declined" ? (true as const) : undefined,
        }),
        output: whole === undefined ? undefined : digestOf(whole),
        process: textMember(event, "process_id"),
        richer: whole === undefined || (textMember(event, "stderr") ?? "") !== "",
      });
    }
    case "patch_apply_end": {
      const changes = member(event, "changes");
      const failed = member(event, "success") === false ? { failed: true as const } : {};
      return { ...base, facts: failed, richer: isJsonObject(changes) && Object.keys(changes).length > 0 };
    }
    case "mcp_tool_call_end": {
      const result = member(event, "result");
      const ok = isJsonObject(result) ? (member(result, "Ok") ?? member(result, "ok")) : undefined;
      const failed = isJsonObject(ok)
        ? (member(ok, "isError") ?? member(ok, "is_error")) === true
        : result !== undefined;
      const durationMs = durationOf(member(event, "duration"));
      return { ...base, facts: present({ durationMs, failed: failed ? (true as const) : undefined }) };
    }
    case "dynamic_tool_call_response": {
      const failed = member(event, "success") === false ? { failed: true as const } : {};
      return { ...base, facts: { ...failed, ...present({ durationMs: durationOf(member(event, "duration")) }) } };
    }
    case "collab_agent_spawn_end":
      return { ...base, facts: textMember(event, "new_thread_id") === undefined ? { failed: true } : {} };
    default:
      return { ...base, ends: kind.startsWith("collab_") && kind.endsWith("_end"), facts: {} };
  }
}

/** `{"secs": 1, "nanos": 500000000}` in whole milliseconds. */
function durationOf(value: unknown): number | undefined {
  if (!isJsonObject(value)) return undefined;
  const seconds = member(value, "secs");
  const nanos = member(value, "nanos");
  if (typeof seconds !== "number" || typeof nanos !== "number") return undefined;
  const sum = Math.round(seconds * 1000 + nanos / 1_000_000);
  return Number.isSafeInteger(sum) && sum >= 0 ? sum : undefined;
}
