import type { FileTree } from "../support/files.ts";
import type { AgentFacts } from "./facts.ts";
import { type Notice, virtualRow } from "./notice.ts";
import { newestEpitaph, type Tail, tailOf } from "./status.ts";
import { tailOfLog } from "./step-logs.ts";
import { stepNotice } from "./step-notices.ts";
import type { LitanyWorkspace } from "./workspace.ts";

/** What stands behind the last row of a ledger: what the source says of how the run ended. Empty for a healthy one. */
export function noticesOf(
  workspace: Pick<LitanyWorkspace, "tree" | "returns" | "inherited" | "git">,
  agent: AgentFacts,
): readonly Notice[] {
  const { tree } = workspace;
  const tail = tailOf(agent, workspace.inherited.get(agent.id));
  const ended = newestEpitaph(agent, workspace.returns.get(agent.id) ?? []) !== undefined;
  const isHeld = (workspace.git.marks.get(agent.id) ?? []).some((mark) => mark.kind === "held");
  return [
    ...(ended ? [] : unansweredCall(tree, agent, tail, isHeld)),
    ...(ended ? [] : unansweredMessage(tree, agent, tail)),
    ...stepNotice(tree, agent, tail),
  ];
}

function unansweredCall(tree: FileTree, agent: AgentFacts, tail: Tail, isHeld: boolean): readonly Notice[] {
  const { length } = tail.unanswered;
  const [first] = tail.unanswered;
  if (first === undefined || tail.stepIsLater) return [];
  const what =
    length > 1 ? `${length} calls of the last reply have no result` : "A call of the last reply has no result";
  const state = isHeld
    ? "parked when the copy was made, as a mark in the repository says"
    : "running, held for approval or orphaned when the copy was made";
  const row = virtualRow("unanswered-call", first.entry.path, "unanswered call");
  return [{ ...row, severity: "warning", ...explained(tree, agent, `${what}: ${state}.`) }];
}

function unansweredMessage(tree: FileTree, agent: AgentFacts, tail: Tail): readonly Notice[] {
  const { last } = tail;
  if (last?.type !== "mail" || tail.stepIsLater) return [];
  const row = virtualRow("unanswered-message", last.path, "unanswered message");
  const says = "The newest message was unanswered when the copy was made.";
  return [{ ...row, severity: "warning", ...explained(tree, agent, says) }];
}

/** The driver's log explains and never decides: it is appended to over many launches and holds harmless lines too. */
function explained(
  tree: FileTree,
  agent: AgentFacts,
  says: string,
): Pick<Notice, "says" | "quotes" | "quoted" | "used"> {
  const log = agent.driverLog;
  const tail = log === undefined ? undefined : tailOfLog(tree, log);
  if (log === undefined || tail === undefined) {
    return { says: `${says} Nothing on disk says why.`, quotes: [], quoted: [], used: [] };
  }
  const quotes = [{ title: "End of driver.log", text: tail.text }];
  const files = tail.whole ? { quoted: [log], used: [] } : { quoted: [], used: [log] };
  return { says: `${says} The driver's log ends as quoted.`, quotes, ...files };
}
