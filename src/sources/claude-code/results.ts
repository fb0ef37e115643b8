import type { Part, Timing, ToolResultRow } from "../../model/index.ts";
import { isJsonObject } from "../support/values.ts";
import { type StructuredResult, structuredResult } from "./records.ts";

/** The structured copy beside a result, where it is an object. */
export function readStructured(value: unknown): StructuredResult | undefined {
  if (!isJsonObject(value)) return undefined;
  const parsed = structuredResult.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

type Facts = Partial<Pick<ToolResultRow, "exitCode" | "streams" | "timing" | "remarks">>;

/** What the structured copy and Claude Code's own wording add to a result's recorded output. */
export function resultFacts(
  output: readonly Part[],
  structured: StructuredResult | undefined,
  isShell: boolean,
): Facts {
  const [first] = output;
  const text = output.length === 1 && first?.type === "text" ? first.text : undefined;
  const exitCode = structured?.exitCode ?? (isShell && text !== undefined ? exitCodeIn(text) : undefined);
  const streams = structured === undefined || text === undefined ? undefined : streamsOf(structured, text);
  const timing = structured === undefined ? undefined : timingOf(structured);
  const remarks = remarksOf(structured, text);
  return {
    ...(exitCode === undefined || !Number.isInteger(exitCode) ? {} : { exitCode }),
    ...(streams === undefined ? {} : { streams }),
    ...(timing === undefined ? {} : { timing }),
    ...(remarks.length === 0 ? {} : { remarks }),
  };
}

/** An acknowledgement says that something began; what comes of it is reported later. */
export function isAcknowledgement(structured: StructuredResult | undefined, text: string): boolean {
  const status = structured?.status;
  if (structured?.isAsync === true || status === "async_launched" || status === "teammate_spawned") return true;
  return structured === undefined && /^\s*(?:Async agent launched|Workflow launched in background)/.test(text);
}

/** The agent that a delegating call's result names in its text. */
export function agentNamedIn(text: string): string | undefined {
  return /(?:^|\s)agentId: ([A-Za-z0-9_@.-]{1,200})(?=\s|$)/.exec(text)?.[1];
}

/** Claude Code writes the exit code of a command that failed as the first line of its result. */
function exitCodeIn(text: string): number | undefined {
  const match = /^(?:Error: )?Exit code (\d{1,5})(?:\r?\n|$)/.exec(text);
  return match === null ? undefined : Number(match[1]);
}

/** Only where the two streams together are what the result says: it may be cut, or say something else in their place. */
function streamsOf({ stdout, stderr = "" }: StructuredResult, text: string): ToolResultRow["streams"] {
  if (stdout === undefined || (stdout === "" && stderr === "")) return undefined;
  if (squeeze(stdout + stderr) !== squeeze(text)) return undefined;
  return stderr === "" ? { stdout } : { stdout, stderr };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

function timingOf(structured: StructuredResult): Timing | undefined {
  const { durationMs, totalDurationMs, durationSeconds } = structured;
  const seconds = durationSeconds === undefined ? undefined : Math.round(durationSeconds * 1000);
  const duration = durationMs ?? totalDurationMs ?? seconds;
  return duration === undefined || !(duration >= 0) ? undefined : { durationMs: duration };
}

/** The user did not let the call be made, or broke it off. */
export function isDeclined(text: string): boolean {
  return text.startsWith(DECLINED) || text.startsWith("[Request interrupted by user");
}

const DECLINED = "The user doesn't want to proceed with this tool use";

function remarksOf(structured: StructuredResult | undefined, text: string | undefined): readonly string[] {
  const remarks: string[] = [];
  if (structured?.interrupted === true) remarks.push("the call was interrupted");
  if (structured?.backgroundTaskId !== undefined) remarks.push("the command went on in the background");
  if (text !== undefined && isDeclined(text)) remarks.push("the user declined this call or broke it off");
  return remarks;
}
