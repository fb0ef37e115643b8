import type { NoticeRow } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import type { AgentFacts } from "./facts.ts";
import type { Return } from "./mailbox.ts";
import { parseEntry } from "./parse.ts";
import { textAt, wordsOf } from "./scan.ts";
import { newestEpitaph, type Tail, tailOf } from "./status.ts";
import { readStepStream, type StepFacts } from "./steps.ts";
import type { Stream } from "./stream.ts";

/** A notice without its place in the order, and the further files whose text it quotes or whose facts it uses. */
export type Notice = Omit<NoticeRow, "sequence" | "turnIndex"> & {
  readonly quoted: readonly string[];
  readonly used: readonly string[];
};

type Quote = NoticeRow["quotes"][number];

const LOG_TAIL = 4_000;

/** What stands behind the last row of a ledger: what the source says of how the run ended. Empty for a healthy one. */
export function noticesOf(tree: FileTree, agent: AgentFacts, returns: readonly Return[]): readonly Notice[] {
  const tail = tailOf(agent);
  const ended = newestEpitaph(agent, returns) !== undefined;
  const step = tail.lastStep;
  return [
    ...(ended ? [] : unansweredCall(tree, agent, tail)),
    ...(ended ? [] : unansweredMessage(tree, agent, tail)),
    ...(step === undefined ? [] : stepNotice(tree, agent, tail, step)),
  ];
}

function unansweredCall(tree: FileTree, agent: AgentFacts, tail: Tail): readonly Notice[] {
  const [first] = tail.unanswered;
  if (first === undefined || tail.stepIsLater) return [];
  const log = logQuote(tree, agent);
  const many = tail.unanswered.length > 1;
  const what = many
    ? `${tail.unanswered.length} calls of the last reply have no result`
    : "A call of the last reply has no result";
  const why = log.quotes.length > 0 ? "The driver's log ends as quoted." : "Nothing on disk says why.";
  return [
    {
      ...virtual("unanswered-call", first.entry.path),
      says: `${what}: running, held for approval or orphaned when the copy was made. ${why}`,
      severity: "warning",
      ...log,
    },
  ];
}

function unansweredMessage(tree: FileTree, agent: AgentFacts, tail: Tail): readonly Notice[] {
  const { last } = tail;
  if (last?.type !== "mail" || tail.stepIsLater) return [];
  const log = logQuote(tree, agent);
  const why = log.quotes.length > 0 ? "The driver's log ends as quoted." : "Nothing on disk says why.";
  return [
    {
      ...virtual("unanswered-message", last.path),
      says: `The newest message was unanswered when the copy was made. ${why}`,
      severity: "warning",
      ...log,
    },
  ];
}

function stepNotice(tree: FileTree, agent: AgentFacts, tail: Tail, step: StepFacts): readonly Notice[] {
  if (step.framing === "none") return tail.stepIsOpenEnded ? noResponse(tree, step) : [];
  const special = step.finish === "refusal" || step.finish === "length";
  if (!special && (!tail.stepIsOpenEnded || step.framing === "complete")) return [];
  const stream = readStepStream(tree, step);
  if (stream === undefined) return [];
  const notice = (
    id: "live" | "wound",
    code: string,
    severity: NoticeRow["severity"],
    says: string,
    quotes: readonly Quote[],
  ) => [
    {
      ...virtual(code, step.files.get("response.json") ?? step.folder, id),
      severity,
      says,
      quotes,
      quoted: [],
      used: [],
    },
  ];
  const partial = tail.stepIsOpenEnded ? said(stream) : [];
  if (step.finish === "refusal")
    return notice("wound", "refusal", "failure", "The model refused the newest request.", [
      ...refusalQuotes(stream),
      ...partial,
    ]);
  if (step.finish === "length") {
    return notice(
      "wound",
      "output-limit",
      "failure",
      "The newest reply was cut at the output limit, so it is not whole.",
      partial,
    );
  }
  if (step.framing === "failed") {
    return notice("wound", "step-failed", "failure", failureWords(stream), [...errorQuotes(stream), ...partial]);
  }
  if (partial.length === 0 || alreadyAnEntry(tree, agent, stream)) return [];
  return notice(
    "live",
    "live-tail",
    "note",
    "A reply in progress or interrupted when the copy was made; it never became an entry.",
    partial,
  );
}

function noResponse(tree: FileTree, step: StepFacts): readonly Notice[] {
  const finished = step.timing !== undefined;
  const log = step.files.get("stderr.log");
  const quote = log === undefined ? undefined : tailOfLog(tree, log);
  const record =
    step.files.get("response.json") ?? log ?? step.files.get("request.json") ?? [...step.files.values()][0];
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
      ...virtual("no-response", record, "wound"),
      severity: quote !== undefined || finished ? "failure" : "warning",
      says,
      quotes: quote === undefined ? [] : [{ title: "End of stderr.log", text: quote.text }],
      quoted: quote?.whole === true && log !== undefined ? [log] : [],
      used: [...step.files.values()],
    },
  ];
}

function failureWords(stream: Stream): string {
  const { kind = "", message = "" } = stream.error ?? {};
  const words = `${kind} ${message}`;
  if (/\b(?:401|403)\b|unauthori[sz]ed|authenticat|api key/i.test(words.slice(0, 4_000))) {
    return "The newest step failed: the provider refused the credentials, as its words suggest.";
  }
  return "The newest step failed, and nothing came after it.";
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
  const outcome = last === undefined ? undefined : tree.read(last.path);
  if (last === undefined || outcome?.type !== "read" || agent.stepOf.has(last.name)) return false;
  const entry = parseEntry(last, outcome.bytes);
  if (entry.type !== "model") return false;
  const [text, thinking] = wordsOf(entry.blocks);
  return stream.text !== ""
    ? text.startsWith(stream.text)
    : stream.thinking !== "" && thinking.startsWith(stream.thinking);
}

function logQuote(tree: FileTree, agent: AgentFacts): Pick<Notice, "quotes" | "quoted" | "used"> {
  const log = agent.driverLog;
  const tail = log === undefined ? undefined : tailOfLog(tree, log);
  if (log === undefined || tail === undefined) return { quotes: [], quoted: [], used: [] };
  const quotes = [{ title: "End of driver.log", text: tail.text }];
  return tail.whole ? { quotes, quoted: [log], used: [] } : { quotes, quoted: [], used: [log] };
}

function tailOfLog(tree: FileTree, path: string): { readonly text: string; readonly whole: boolean } | undefined {
  const text = textAt(tree, path);
  if (text === undefined || text.trim() === "") return undefined;
  if (text.length <= LOG_TAIL) return { text, whole: true };
  const lineEnd = text.indexOf("\n", text.length - LOG_TAIL);
  const start = lineEnd < 0 || lineEnd === text.length - 1 ? text.length - LOG_TAIL : lineEnd + 1;
  return { text: text.slice(start), whole: false };
}

function virtual(code: string, file: string, id: string = code.replace("-", " ")) {
  return {
    type: "notice" as const,
    code,
    itemId: `«${id}»`,
    label: id === "live" ? "live" : "notice",
    record: file,
    place: { file },
  };
}
