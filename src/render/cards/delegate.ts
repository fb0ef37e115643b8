import type { DelegationView, Outcome, StatusWord, ToolItem } from "../../projection/index.ts";
import type { Block, Inline } from "../block.ts";
import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;
const RESULT = 400;

/** Work given to a child Task. Fields: `goal`, `role?`, `name?`. */
export const delegate: ToolCard = {
  kind: "delegate",
  show(tool) {
    const goal = textField(tool, "goal");
    const [first] = tool.delegations;
    if (goal === undefined && first === undefined) return undefined;
    const outcome = outcomeOfChildren(tool);
    const fields = ["role", "name"].flatMap((name) => {
      const value = textField(tool, name);
      return value === undefined ? [] : [{ name, value: { text: value } }];
    });
    return {
      kind: "Delegate",
      about: oneLine(first?.child.title ?? goal ?? "", ABOUT),
      ...(outcome !== undefined && { outcome }),
      blocks: [
        ...childBlocks(tool.delegations),
        ...(fields.length === 0 ? [] : [{ type: "fields", fields } as const]),
        ...(goal === undefined ? [] : [{ type: "prose", markdown: goal, title: "Goal" } as const]),
        // What the call answers at once says that the child was started and never how it ended.
        ...resultBlocks(tool, (text) => asTextOrJson(text, "What the call itself returned")),
      ],
    };
  },
};

/** One line for each child: where it is, how it stands, where it returned. */
function childBlocks(delegations: readonly DelegationView[]): Block[] {
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
function outcomeOfChildren({ call, delegations, failed }: ToolItem): Outcome | undefined {
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
