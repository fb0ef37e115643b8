import type { ToolCallRow, ToolResultRow } from "../model/index.ts";
import type { DelegationView, ListChange, NoResult, RawPayload, ToolItem } from "./items.ts";

/** What joins into one tool item. At least one of `call` and `result` is given. */
export interface ToolParts {
  readonly call?: ToolCallRow | undefined;
  readonly result?: ToolResultRow | undefined;
  readonly noResult?: NoResult | undefined;
  readonly delegations?: readonly DelegationView[] | undefined;
  readonly rawCall?: RawPayload | undefined;
  readonly rawResult?: RawPayload | undefined;
  readonly listChange?: ListChange | undefined;
  readonly room?: ToolItem["room"] | undefined;
}

/** Joins a call with its result; either may be absent. */
export function toolItem(parts: ToolParts): ToolItem {
  const { call, result, noResult, listChange, room } = parts;
  return {
    type: "tool",
    ...(call && { call }),
    ...(result && { result }),
    ...(call && !result && { noResult: noResult ?? "running at copy time" }),
    failed: result !== undefined && resultFailed(result),
    delegations: parts.delegations ?? [],
    raw: { ...(parts.rawCall && { call: parts.rawCall }), ...(parts.rawResult && { result: parts.rawResult }) },
    ...(listChange && { listChange }),
    ...(room && { room }),
  };
}

/** The record calls it an error, or an exit code in it is not 0. */
export function resultFailed(result: ToolResultRow): boolean {
  if (result.isError) return true;
  if (result.exitCode !== undefined && result.exitCode !== 0) return true;
  return (result.sections ?? []).some(
    (section) => section.outcome === "failed" || (section.exitCode !== undefined && section.exitCode !== 0),
  );
}
