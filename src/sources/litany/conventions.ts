import type { ResultSection } from "../../model/index.ts";

/** What litany's own wording inside a result's text says. For display; calls and results are paired by id alone. */

const STDERR = "--- stderr ---\n";

export interface Envelope {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr?: string;
}

/** `Exit code: N`, the output, and what the tool wrote to its error stream under a line of its own. */
export function readEnvelope(text: string): Envelope | undefined {
  const line = /^Exit code: (-?\d{1,10})(?:\r?\n|$)/.exec(text);
  if (line === null) return undefined;
  const exitCode = Number(line[1]);
  const rest = text.slice(line[0].length);
  if (rest.startsWith(STDERR)) return { exitCode, stdout: "", stderr: rest.slice(STDERR.length) };
  // The output may quote another result, so the last such line is the likelier one.
  const marker = rest.lastIndexOf(`\n${STDERR}`);
  if (marker < 0) return { exitCode, stdout: rest };
  return { exitCode, stdout: rest.slice(0, marker + 1), stderr: rest.slice(marker + 1 + STDERR.length) };
}

/** The envelope as the engine writes it. */
export function renderEnvelope({ exitCode, stdout, stderr }: Envelope): string {
  const separator = stdout === "" || stdout.endsWith("\n") ? "" : "\n";
  return `Exit code: ${exitCode}\n${stdout}${stderr === undefined ? "" : `${separator}${STDERR}${stderr}`}`;
}

// Bounded, so that no long line makes the search slow.
const SECTION = /^=== \[(\d{1,6})\/(\d{1,6})\] (.{1,500}): (\w{1,40}) ===$/gm;

/** The results of a batch, in the order of its calls. Empty when the text has no such headings. */
export function readSections(text: string): readonly ResultSection[] {
  const headings = [...text.matchAll(SECTION)];
  let expected = 1;
  // A section's own text may hold such a line; only the one that counts on is a heading.
  const own = headings.filter((heading) => {
    const counts = Number(heading[1]) === expected && heading[2] === headings[0]?.[2];
    if (counts) expected += 1;
    return counts;
  });
  return own.map((heading, at) => {
    const end = own[at + 1]?.index ?? text.length;
    const body = text.slice(heading.index + heading[0].length + 1, end);
    const exitCode = readEnvelope(body)?.exitCode;
    const section = { name: heading[3] ?? "", outcome: heading[4] ?? "", text: body };
    return exitCode === undefined ? section : { ...section, exitCode };
  });
}

/** The agent that a `dispatch` result says it started. */
export function readHandle(text: string): string | undefined {
  const body = readEnvelope(text)?.stdout ?? text;
  for (const line of body.split("\n", 50)) {
    const match = line.startsWith("{") ? /"handle"\s*:\s*"([^"\\/]{1,4096})"/.exec(line) : null;
    if (match?.[1] !== undefined) return match[1];
  }
  return undefined;
}

/** Where a stream was cut: what stands before and after the bracketed line that says so. */
export interface Cut {
  readonly stream: "stdout" | "stderr";
  readonly head: string;
  readonly tail: string;
  /** The place that the line names. Content, so it is never opened. */
  readonly names: string;
}

const LONGEST_CUT_LINE = 20_000;

export function findCut(stream: "stdout" | "stderr", text: string): Cut | undefined {
  const opening = `[... ${stream} truncated: `;
  const start = text.startsWith(opening) ? 0 : text.indexOf(`\n${opening}`) + 1;
  if (start === 0 && !text.startsWith(opening)) return undefined;
  const lineEnd = text.indexOf("\n", start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  if (end - start > LONGEST_CUT_LINE) return undefined;
  const names = /full record: ([^\s;]+\/output\.json)\b/.exec(text.slice(start, end))?.[1];
  if (names === undefined) return undefined;
  return { stream, head: text.slice(0, start), tail: text.slice(end + 1), names };
}

/** Puts the whole stream where the cut one was; `undefined` when the two do not belong together. */
export function completeCut(cut: Cut, whole: string): string | undefined {
  // A cut is made between bytes, so half a character may stand on either side; and the line needed a line end before it.
  const head = withoutLast("\uFFFD", cut.head.endsWith("\n") ? cut.head.slice(0, -1) : cut.head);
  const { tail, after } = splitContextFiles(cut.tail);
  // What follows a stream in a result begins on a line of its own, so line ends may have been added.
  const end = withoutLast("\n", withoutFirst("\uFFFD", tail));
  const fits = whole.startsWith(head) && withoutLast("\n", whole).endsWith(end);
  return fits ? whole + after : undefined;
}

function withoutLast(character: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

function withoutFirst(character: string, text: string): string {
  let start = 0;
  while (start < text.length && text[start] === character) start += 1;
  return text.slice(start);
}

/** Files that the engine puts after a result, `<file path="…">`, are no part of the stream. */
function splitContextFiles(text: string): { tail: string; after: string } {
  const opening = '<file path="';
  const at = text.startsWith(opening) ? 0 : text.indexOf(`\n${opening}`) + 1;
  const found = text.endsWith("</file>\n") && (at > 0 || text.startsWith(opening));
  return found ? { tail: text.slice(0, at), after: text.slice(at) } : { tail: text, after: "" };
}
