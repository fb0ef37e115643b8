import type { NoticeRow } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import type { AgentFacts } from "./facts.ts";
import { modelCallOf } from "./model-call.ts";
import { type Notice, virtualRow } from "./notice.ts";
import { parseEntry } from "./parse.ts";
import { wordsOf } from "./scan.ts";
import type { Tail } from "./status.ts";
import { tailOfLog } from "./step-logs.ts";
import { readStepStream, type StepFacts } from "./steps.ts";
import type { Stream } from "./stream.ts";

type Quote = NoticeRow["quotes"][number];
type Words = Pick<NoticeRow, "code" | "severity" | "says" | "quotes">;

/** What the newest step says that no entry does: a failure, a refusal, a cut or unfinished reply. One notice at most. */
export function stepNotice(tree: FileTree, agent: AgentFacts, tail: Tail): readonly Notice[] {
  const step = tail.lastStep;
  if (step === undefined) return [];
  if (step.framing === "none") return tail.stepIsOpenEnded ? noResponse(tree, step) : [];
  const stream = readStepStream(tree, step);
  const response = step.files.get("response.json");
  if (stream === undefined || response === undefined) return [];
  const words = wordsOfStep(step, stream, tail.stepIsOpenEnded);
  if (words === undefined || (words.code === "live-tail" && alreadyAnEntry(tree, agent, stream))) return [];
  const row = virtualRow(words.code, response, words.code === "live-tail" ? "live" : "wound");
  const used = tail.stepIsOpenEnded ? [...step.files.values()] : [];
  return [{ ...row, ...words, call: modelCallOf(step), quoted: [], used }];
}

function wordsOfStep(step: StepFacts, stream: Stream, openEnded: boolean): Words | undefined {
  // What an entry holds is not quoted again.
  const partial = openEnded ? said(stream) : [];
  if (step.finish === "refusal") {
    const quotes = [...refusalQuotes(stream), ...partial];
    return { code: "refusal", severity: "failure", says: "The model refused the newest request.", quotes };
  }
  if (step.finish === "length") {
    const says = "The newest reply was cut at the output limit, so it is not whole.";
    return { code: "output-limit", severity: "failure", says, quotes: partial };
  }
  if (!openEnded) return undefined;
  if (step.framing === "failed") {
    const says = step.credentials
      ? "The newest step failed: the provider refused the credentials, as the error's words suggest."
      : "The newest step failed, and nothing came after it.";
    return { code: "step-failed", severity: "failure", says, quotes: [...errorQuotes(stream), ...partial] };
  }
  if (step.framing === "complete" || partial.length === 0) return undefined;
  const says = "A reply in progress or interrupted when the copy was made; it never became an entry.";
  return { code: "live-tail", severity: "note", says, quotes: partial };
}

function noResponse(tree: FileTree, step: StepFacts): readonly Notice[] {
  const finished = step.timing !== undefined;
  const log = step.files.get("stderr.log");
  const quote = log === undefined ? undefined : tailOfLog(tree, log);
  const [anyFile] = step.files.values();
  const record = step.files.get("response.json") ?? log ?? step.files.get("request.json") ?? anyFile;
  // A step folder that holds nothing says nothing.
  if (record === undefined) return [];
  const says =
    quote !== undefined
      ? "The driver of the newest step produced no response; its error log ends as quoted."
      : finished
        ? "The driver of the newest step produced no response; no output of it is recorded."
        : "The newest step has no response yet, or its driver produced none; no output of it is recorded.";
  return [
    {
      ...virtualRow("no-response", record, "wound"),
      severity: quote !== undefined || finished ? "failure" : "warning",
      says,
      quotes: quote === undefined ? [] : [{ title: "End of stderr.log", text: quote.text }],
      call: modelCallOf(step),
      quoted: quote?.whole === true && log !== undefined ? [log] : [],
      used: [...step.files.values()],
    },
  ];
}

function errorQuotes(stream: Stream): readonly Quote[] {
  const { kind = "", message = "" } = stream.error ?? {};
  return [...quoteOf("Kind of error", kind), ...quoteOf("Error message", message)];
}

function refusalQuotes(stream: Stream): readonly Quote[] {
  const { category = "", explanation = "" } = stream.refusal ?? {};
  return [...quoteOf("Category", category), ...quoteOf("Explanation", explanation)];
}

/** Reasoning first, then text, then calls that were being written. */
function said(stream: Stream): readonly Quote[] {
  const calls = stream.calls.map((call) => `${call.name} ${call.json}`).join("\n");
  return [
    ...quoteOf("Reasoning so far", stream.thinking),
    ...quoteOf("Reply so far", stream.text),
    ...quoteOf("Tool calls so far", calls),
  ];
}

function quoteOf(title: string, text: string): readonly Quote[] {
  return text === "" ? [] : [{ title, text }];
}

/** A reply that was committed while its stream stayed open is no tail: the newest model entry begins with its words. */
function alreadyAnEntry(tree: FileTree, agent: AgentFacts, stream: Stream): boolean {
  const last = agent.entries.findLast((entry) => entry.type === "model");
  if (last === undefined || agent.stepOf.has(last.name)) return false;
  const outcome = tree.read(last.path);
  const entry = outcome.type === "read" ? parseEntry(last, outcome.bytes) : undefined;
  if (entry?.type !== "model") return false;
  const [text, thinking] = wordsOf(entry.blocks);
  if (stream.text !== "") return text.startsWith(stream.text);
  return stream.thinking !== "" && thinking.startsWith(stream.thinking);
}
