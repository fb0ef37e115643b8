import type { Timing, Usage } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { decodeText, detached } from "../support/text.ts";
import { isJsonObject, parseJson } from "../support/values.ts";
import { digestOf } from "./digest.ts";
import { stepMeta, toolOutput } from "./records.ts";
import { type Framing, readStream, type Stream } from "./stream.ts";
import { timingOf } from "./times.ts";

/** What stays in memory of one model call's folder: no text of it. */
export interface StepFacts {
  /** The folder's name, e.g. `004`. */
  readonly name: string;
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly timing?: Timing;
  /** `none`: there is no response, or an empty one. */
  readonly framing: Framing | "none";
  readonly finish?: string;
  readonly attempts: number;
  readonly model?: string;
  readonly usage?: Usage;
  /** The beginning of the error's message, where the step failed with one. */
  readonly error?: string;
  /** The error's words speak of credentials. */
  readonly credentials?: true;
  /** Ids of the tool calls that it made or whose tools ran in it. */
  readonly callIds: readonly string[];
  /** Digest of what it said; absent when it said nothing. */
  readonly said?: string;
  readonly stderrSize: number;
  readonly tools: ReadonlyMap<string, ToolRun>;
  /** Files that do not parse. */
  readonly damaged: readonly { readonly path: string; readonly what: string }[];
  readonly badLines: number;
}

/** One tool's folder in a step. A batch's inner calls have folders of their own, `<id>-<k>`. */
export interface ToolRun {
  readonly input?: string;
  readonly output?: string;
  readonly timing?: Timing;
  readonly exitCode?: number;
}

// The whole message stands in a notice; a status has one line.
const LONGEST_ERROR = 300;
const CREDENTIALS = /\b(?:401|403)\b|unauthori[sz]ed|authenticat|api key/i;

/** The step folders of an agent, by number. Files, logs and other names beside them are no steps. */
export function readSteps(tree: FileTree, folder: string): readonly StepFacts[] {
  return tree
    .entries(folder)
    .filter((entry) => entry.kind === "folder" && /^[0-9]+$/.test(entry.name))
    .sort((a, b) => Number(a.name) - Number(b.name) || (a.name < b.name ? -1 : 1))
    .map((entry) => readStep(tree, entry.name, `${folder}/${entry.name}`));
}

/** What the newest attempt of a step said, read anew. */
export function readStepStream(tree: FileTree, step: StepFacts): Stream | undefined {
  const path = step.files.get("response.json");
  const bytes = path === undefined ? undefined : readBytes(tree, path);
  return bytes === undefined ? undefined : readStream(decodeText(bytes).text);
}

/** The whole output of a tool run, read anew. */
export function readToolStreams(tree: FileTree, run: ToolRun): { stdout?: string; stderr?: string } | undefined {
  const bytes = run.output === undefined ? undefined : readBytes(tree, run.output);
  const record = bytes === undefined ? undefined : readRecord(bytes);
  const output = toolOutput.safeParse(record);
  if (!output.success) return undefined;
  const { stdout, stderr } = output.data;
  return { ...(stdout === undefined ? {} : { stdout }), ...(stderr === undefined ? {} : { stderr }) };
}

function readStep(tree: FileTree, name: string, folder: string): StepFacts {
  const files = new Map<string, string>();
  for (const entry of tree.entries(folder)) if (entry.kind === "file") files.set(entry.name, `${folder}/${entry.name}`);
  const damaged: { path: string; what: string }[] = [];
  const tools = readTools(tree, `${folder}/tools`, damaged);
  const meta = stepMeta.safeParse(recordAt("meta.json"));
  const timing = meta.success ? timingOf(meta.data.started_at, meta.data.ended_at) : undefined;
  checkRequest();
  return {
    name,
    folder,
    files,
    ...(timing === undefined ? {} : { timing }),
    ...readResponse(),
    stderrSize: sizeOfLog(tree, files.get("stderr.log")),
    tools,
    damaged,
  };

  function recordAt(file: string): unknown {
    const path = files.get(file);
    if (path === undefined) return undefined;
    const bytes = readBytes(tree, path);
    const record = bytes === undefined ? undefined : readRecord(bytes);
    if (record === undefined) damaged.push({ path, what: file });
    return record;
  }

  /** Requests repeat the whole context, so only their ends are looked at here; `request()` reads them. */
  function checkRequest(): void {
    const path = files.get("request.json");
    if (path !== undefined && !looksLikeObject(tree, path)) damaged.push({ path, what: "request.json" });
  }

  function readResponse() {
    const path = files.get("response.json");
    const bytes = path === undefined ? undefined : readBytes(tree, path);
    // The inner calls of a batch have folders `<id>-<k>`; the id is the batch's own.
    const ran = [...tools.keys()].flatMap((name) => [name, name.replace(/-[0-9]+$/, "")]);
    if (bytes === undefined || bytes.length === 0)
      return { framing: "none" as const, attempts: 0, callIds: [...new Set(ran)], badLines: 0 };
    return summarize(readStream(decodeText(bytes).text), ran);
  }
}

function summarize(stream: Stream, ran: readonly string[]) {
  return {
    framing: stream.framing,
    attempts: stream.attempts,
    callIds: [...new Set([...stream.calls.map((call) => call.id), ...ran])],
    badLines: stream.badLines,
    ...(stream.finish === undefined ? {} : { finish: stream.finish }),
    ...(stream.model === undefined ? {} : { model: stream.model }),
    ...(stream.usage === undefined ? {} : { usage: stream.usage }),
    ...(stream.framing === "failed" ? errorFacts(stream) : {}),
    ...saidOf(stream.text, stream.thinking),
  };
}

function errorFacts(stream: Stream) {
  const { kind = "", message = "" } = stream.error ?? {};
  const line = (message === "" ? kind : message).split("\n", 1)[0] ?? "";
  const error = detached(line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line);
  const credentials = CREDENTIALS.test(`${kind} ${message.slice(0, 4_000)}`) ? { credentials: true as const } : {};
  return { ...(error === "" ? {} : { error }), ...credentials };
}

/** What a reply said, as something to compare: its text, or its reasoning where it has no text. */
export function saidOf(text: string, thinking: string): { readonly said?: string } {
  if (text.trim() !== "") return { said: digestOf(text.trim()) };
  return thinking.trim() === "" ? {} : { said: digestOf(thinking.trim()) };
}

function readTools(
  tree: FileTree,
  folder: string,
  damaged: { path: string; what: string }[],
): ReadonlyMap<string, ToolRun> {
  const runs = new Map<string, ToolRun>();
  for (const entry of tree.entries(folder)) {
    if (entry.kind !== "folder") continue;
    const input = `${folder}/${entry.name}/input.json`;
    const output = `${folder}/${entry.name}/output.json`;
    if (tree.kinds.get(input) === "file" && !looksLikeObject(tree, input)) {
      damaged.push({ path: input, what: "tool input" });
    }
    runs.set(entry.name, {
      ...(tree.kinds.get(input) === "file" ? { input } : {}),
      ...(tree.kinds.get(output) === "file" ? { output, ...outputFacts(output) } : {}),
    });
  }
  return runs;

  function outputFacts(path: string) {
    const bytes = readBytes(tree, path);
    const output = toolOutput.safeParse(bytes === undefined ? undefined : readRecord(bytes));
    if (!output.success) {
      damaged.push({ path, what: "tool output" });
      return {};
    }
    const timing = timingOf(output.data.started_at, output.data.ended_at);
    const exitCode = output.data.exit_code;
    return { ...(timing === undefined ? {} : { timing }), ...(exitCode === undefined ? {} : { exitCode }) };
  }
}

function readRecord(bytes: Uint8Array): unknown {
  const parsed = parseJson(decodeText(bytes).text);
  return parsed.type === "json" && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function looksLikeObject(tree: FileTree, path: string): boolean {
  const ends = tree.ends(path, 256);
  if (ends === undefined) return false;
  return decodeText(ends.first).text.trimStart().startsWith("{") && decodeText(ends.last).text.trimEnd().endsWith("}");
}

function readBytes(tree: FileTree, path: string): Uint8Array | undefined {
  const outcome = tree.read(path);
  return outcome.type === "read" ? outcome.bytes : undefined;
}

function sizeOfLog(tree: FileTree, path: string | undefined): number {
  return path === undefined ? 0 : (tree.sizeOf(path) ?? 0);
}
