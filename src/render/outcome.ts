import type { NoResult, Outcome, ToolItem } from "../projection/index.ts";
import { oneLine, plural } from "./words.ts";

const NO_RESULT: Readonly<Record<NoResult, Outcome>> = {
  "running at copy time": { words: "no result recorded: running or cut off when the copy was made", tone: "busy" },
  "task ended first": { words: "no result recorded: the Task ended first", tone: "quiet" },
  interrupted: { words: "no result recorded: interrupted, later rows exist", tone: "quiet" },
  "in a gap": { words: "no result recorded: its place lies in a gap", tone: "quiet" },
  "provider side": { words: "no result recorded: the provider ran it", tone: "quiet" },
};

/** How a call came out, for any tool: what the record says of it and nothing more. */
export function outcomeOf(tool: ToolItem): Outcome {
  const { result, noResult } = tool;
  if (result === undefined) return NO_RESULT[noResult ?? "running at copy time"];
  const own = resultOutcome(tool, result);
  if (tool.call !== undefined) return own;
  const words = "result only: its call is not in this record";
  return tool.failed ? { words: `${own.words} · ${words}`, tone: "bad" } : { words, tone: "quiet" };
}

function resultOutcome(tool: ToolItem, result: NonNullable<ToolItem["result"]>): Outcome {
  const { exitCode, isError } = result;
  const refusal = isError ? refused(result) : undefined;
  if (refusal !== undefined) return { words: refusal, tone: "bad" };
  if (exitCode !== undefined) return exitOutcome(exitCode, isError);
  if (isError) return { words: errorWords(result), tone: "bad" };
  if (tool.failed) return { words: "failed in part", tone: "bad" };
  return { words: sizeWords(tool), tone: "quiet" };
}

/** The call was not made, or broken off, because somebody said so: by the sentences that harnesses write in that case. */
function refused({ output }: NonNullable<ToolItem["result"]>): string | undefined {
  const [first] = output;
  const head = first?.type === "text" ? first.text.slice(0, 200) : "";
  if (/^(?:Error: )?\[Request interrupted by user/.test(head)) return "interrupted by the user";
  return DENIED.test(head) ? "denied" : undefined;
}

const MOST_WORDS = 90;

/** `error: File has not been read yet.`: the first line of a short message says more than that there is one. */
function errorWords({ output }: NonNullable<ToolItem["result"]>): string {
  const [first] = output;
  const message =
    first?.type === "text"
      ? first.text.slice(0, 2_000).replace(/^\s*<tool_use_error>|<\/tool_use_error>\s*$/g, "")
      : "";
  const line = oneLine(
    message
      .trim()
      .split("\n", 1)[0]
      ?.replace(/^Error: /, "") ?? "",
    MOST_WORDS,
  );
  return line === "" || line.startsWith("{") ? "error" : `error: ${line}`;
}

const DENIED =
  /^(?:Error: )?(?:Claude requested permissions? to |The user doesn't want to (?:proceed|take this action)|User rejected|Permission to use |(?:exec command|patch|command) rejected by (?:the )?user)/i;

/** `exit 0`, `failed, exit 1`. */
export function exitOutcome(exitCode: number, isError: boolean): Outcome {
  if (exitCode !== 0) return { words: `failed, exit ${exitCode}`, tone: "bad" };
  return isError ? { words: "error, exit 0", tone: "bad" } : { words: "exit 0", tone: "good" };
}

/** `12 lines`, `2 images`, `no output`. */
function sizeWords({ result }: ToolItem): string {
  if (result === undefined) return "no output";
  const text =
    result.streams === undefined ? outputText(result.output) : result.streams.stdout + (result.streams.stderr ?? "");
  const lines = countLines(text);
  const images = result.output.filter((part) => part.type === "image").length;
  const others = result.output.filter((part) => part.type !== "image" && part.type !== "text").length;
  const words = [
    ...(lines > 0 ? [plural(lines, "line")] : []),
    ...(images > 0 ? [plural(images, "image")] : []),
    ...(others > 0 ? [plural(others, "part")] : []),
  ];
  return words.length === 0 ? "no output" : words.join(", ");
}

function outputText(output: NonNullable<ToolItem["result"]>["output"]): string {
  return output.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** What follows a final line feed is no line. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
