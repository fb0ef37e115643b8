import type { DelegationView, Outcome, StatusWord, ToolItem } from "../../projection/index.ts";
import type { Block, Inline } from "../block.ts";
import { count, oneLine } from "../words.ts";

const RESULT = 400;
const MODEL = 60;

/** One line for each child: where it is, how it stands, where it returned. */
export function childBlocks(delegations: readonly DelegationView[]): Block[] {
  if (delegations.length === 0) return [];
  return [
    { type: "list", items: delegations.map(childLine), title: delegations.length === 1 ? "Child Task" : "Child Tasks" },
  ];
}

function childLine({ child, edge, returns }: DelegationView): Inline[] {
  const line: Inline[] = [
    ...(edge.kind === "waited" ? [{ text: "waited for " }] : []),
    { text: child.title, to: { task: child.id } },
    {
      text:
        child.record === "absent" ? " · its record is not in this workspace" : ` · ${statusWords(child.status.word)}`,
    },
  ];
  if (child.model !== undefined) line.push({ text: ` · ${oneLine(child.model, MODEL)}` });
  const tokens = child.usage?.total_tokens ?? child.usage?.totalTokens;
  if (tokens !== undefined) line.push({ text: ` · ${count(tokens)} tokens` });
  for (const { taskId, itemId, label, epitaph, waiting } of returns) {
    const row = { taskId, itemId };
    line.push({ text: waiting ? " · returned, waits in the mailbox" : " · returned at " });
    line.push({ text: label ?? (waiting ? "" : "a row"), ...(!waiting && { to: { row } }) });
    if (epitaph !== undefined) line.push({ text: `, reported as ${epitaph}` });
  }
  if (returns.length === 0) line.push({ text: " · no return recorded" });
  if (edge.established === "matched") line.push({ text: ` · linked because ${edge.basis}` });
  const result = child.result?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  if (result.trim() !== "") line.push({ text: ` · its result: ${oneLine(result, RESULT)}` });
  return line.filter((part) => part.text !== "");
}

/** How the child stands, which is not how the call came out. */
export function outcomeOfChildren({ call, delegations, failed }: ToolItem): Outcome | undefined {
  const [only, another] = delegations;
  if (only === undefined || call === undefined || failed) return undefined;
  if (another !== undefined) {
    const back = delegations.filter(({ returns }) => returns.length > 0).length;
    return {
      words: `${delegations.length} children, ${back} returned`,
      tone: back < delegations.length ? "busy" : "quiet",
    };
  }
  const { child, returns } = only;
  const newest = returns.at(-1);
  const back =
    newest === undefined
      ? ""
      : newest.waiting
        ? " · waits in the mailbox"
        : ` · returned at ${newest.label ?? "a row"}`;
  if (child.record === "absent") return { words: `not in this workspace${back}`, tone: "quiet" };
  return { words: statusWords(child.status.word) + back, tone: TONES[child.status.word] };
}

const TONES: Readonly<Record<StatusWord, Outcome["tone"]>> = {
  scheduled: "busy",
  queued: "busy",
  running: "busy",
  succeeded: "good",
  failed: "bad",
  timed_out: "bad",
  canceled: "quiet",
  unknown: "quiet",
};

function statusWords(word: StatusWord): string {
  if (word === "unknown") return "status unknown";
  return word === "timed_out" ? "timed out" : word;
}
