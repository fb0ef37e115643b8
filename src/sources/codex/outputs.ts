import type { Part, Timing, ToolResultRow } from "../../model/index.ts";
import { isJsonObject, member, parseJson, present, textMember } from "../support/values.ts";
import { readParts, textOf } from "./content.ts";

/** What the output of a call says of itself, by Codex's own wordings. */
export interface Output {
  readonly parts: readonly Part[];
  /** What the tool wrote, without the lines that Codex puts around it. */
  readonly body: string;
  /** Whether such lines stand around it. */
  readonly framed: boolean;
  readonly exitCode?: number;
  readonly durationMs?: number;
  /** A process that ran on when this output was given, by the number under which it is read on. */
  readonly session?: string;
  /** The output says of itself that the call failed. */
  readonly failed?: true;
}

// Bounded, so that no long output makes the search slow.
const LONGEST_HEAD = 20_000;
const EXITED = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m;
const WALL_TIME = /^Wall time: (\d{1,10}(?:\.\d{1,9})?) seconds$/m;
const SESSION = /^Process running with session ID (\w{1,40})$/m;

/** Reads a text, a list of pieces, or an object that holds the output beside facts of the run. */
export function readOutput(output: unknown): Output {
  if (typeof output === "string") return readText(output);
  if (!isJsonObject(output)) return plain(readParts(output));
  const held = readMetadata(output);
  if (held !== undefined) return { parts: [{ type: "text", text: held.body }], ...held, framed: false };
  const content = member(output, "content");
  const failed = member(output, "success") === false ? { failed: true as const } : {};
  return content === undefined
    ? { ...plain([{ type: "json", value: output }]), ...failed }
    : { ...readOutput(content), ...failed };
}

/** The facts of a result row that its own output tells. */
export function outputFacts(output: Output): Pick<ToolResultRow, "output" | "exitCode" | "streams" | "timing"> {
  const timing: Timing | undefined = output.durationMs === undefined ? undefined : { durationMs: output.durationMs };
  return present({
    output: output.parts,
    exitCode: output.exitCode,
    streams: output.framed ? { stdout: output.body } : undefined,
    timing,
  });
}

function plain(parts: readonly Part[]): Output {
  return { parts, body: textOf(parts), framed: false };
}

function readText(text: string): Output {
  const parts: readonly Part[] = text === "" ? [] : [{ type: "text", text }];
  return { parts, ...(readJsonText(text) ?? readFramed(text) ?? { body: text, framed: false }) };
}

/** `{"output": …, "metadata": {"exit_code": …, "duration_seconds": …}}`, also as the text of such an object. */
function readMetadata(value: unknown): Pick<Output, "body" | "exitCode" | "durationMs"> | undefined {
  if (!isJsonObject(value)) return undefined;
  const body = textMember(value, "output");
  const metadata = member(value, "metadata");
  if (body === undefined || !isJsonObject(metadata)) return undefined;
  const exitCode = member(metadata, "exit_code");
  const seconds = member(metadata, "duration_seconds");
  return present({
    body,
    exitCode: Number.isSafeInteger(exitCode) ? Number(exitCode) : undefined,
    durationMs: typeof seconds === "number" ? milliseconds(seconds) : undefined,
  });
}

function readJsonText(text: string): Omit<Output, "parts"> | undefined {
  if (!text.startsWith('{"output":')) return undefined;
  const parsed = parseJson(text);
  const held = parsed.type === "json" ? readMetadata(parsed.value) : undefined;
  return held === undefined ? undefined : { ...held, framed: true };
}

function readFramed(text: string): Omit<Output, "parts"> | undefined {
  const mark = text.startsWith("Output:\n") ? 0 : text.indexOf("\nOutput:\n") + 1;
  if (mark === 0 && !text.startsWith("Output:\n")) return undefined;
  if (mark > LONGEST_HEAD) return undefined;
  const head = text.slice(0, mark);
  const exited = EXITED.exec(head);
  const session = SESSION.exec(head);
  const wall = WALL_TIME.exec(head);
  if (exited === null && session === null && wall === null) return undefined;
  return present({
    body: text.slice(mark + "Output:\n".length),
    framed: true,
    exitCode: exited === null ? undefined : Number(exited[1]),
    durationMs: wall === null ? undefined : milliseconds(Number(wall[1])),
    session: session?.[1],
  });
}

/** Whole milliseconds: a duration of a few microseconds is none that a reader could use. */
export function milliseconds(seconds: number): number | undefined {
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}
