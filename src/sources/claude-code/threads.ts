import { disjointSets } from "../support/disjoint-sets.ts";
import { append } from "../support/group.ts";
import type { Facts } from "./facts.ts";
import { agentInPath, sessionInPath } from "./names.ts";
import type { Transcript } from "./reader.ts";
import type { FileScan } from "./scan.ts";

/** The records of one ledger within one file. */
export interface Thread {
  readonly file: Transcript;
  /** How the file holds them: as its own, between those of the session, or repeated inside records of the parent. */
  readonly how: "session" | "agent file" | "inline" | "inside the parent";
  readonly agentId?: string;
  /** The call that its records name. */
  readonly callId?: string;
  readonly facts: readonly Facts[];
}

/** Takes a file's records apart by whose they are. A session's own thread comes first, agents' by their first record. */
export function threadsOf({ file, facts }: FileScan): readonly Thread[] {
  const inside = facts.filter(({ detail }) => detail?.type === "agent-progress");
  const outer = inside.length === 0 ? facts : facts.filter(({ detail }) => detail?.type !== "agent-progress");
  return [...outerThreads(file, outer), ...insideThreads(file, inside)];
}

function outerThreads(file: Transcript, facts: readonly Facts[]): readonly Thread[] {
  const agentId = agentOfFile(file, facts);
  if (agentId !== undefined) return [{ file, how: "agent file", agentId, facts }];
  const side = facts.filter((found) => found.side);
  const main = { file, how: "session" as const, facts: side.length === 0 ? facts : facts.filter((one) => !one.side) };
  return [main, ...groupSides(side).map((group) => inlineThread(file, group))];
}

/** A file in a session's folder, or one that holds nothing but an agent's messages, is that agent's. */
function agentOfFile(file: Transcript, facts: readonly Facts[]): string | undefined {
  const named = agentInPath(file.path);
  const spoken = facts.filter(({ type }) => type === "user" || type === "reply");
  if (spoken.length === 0 || sessionInPath(file.path) !== undefined) return named ?? firstAgent(spoken);
  if (!spoken.every(({ side }) => side)) return undefined;
  return named ?? firstAgent(spoken);
}

function firstAgent(facts: readonly Facts[]): string | undefined {
  return facts.find(({ agent }) => agent !== undefined)?.agent;
}

function inlineThread(file: Transcript, facts: readonly Facts[]): Thread {
  const agentId = firstAgent(facts);
  return { file, how: "inline", facts, ...(agentId === undefined ? {} : { agentId }) };
}

/** Side records belong together by their agent's id, else by the chain of their parents. Cycles do no harm. */
function groupSides(side: readonly Facts[]): readonly (readonly Facts[])[] {
  const first = new Map<string, number>();
  const sets = disjointSets(side.length);
  for (const [at, { uuid, agent }] of side.entries()) {
    for (const key of [uuid === undefined ? undefined : `u ${uuid}`, agent === undefined ? undefined : `a ${agent}`]) {
      if (key === undefined) continue;
      const known = first.get(key);
      if (known === undefined) first.set(key, at);
      else sets.join(known, at);
    }
  }
  for (const [at, { parent, agent }] of side.entries()) {
    const known = parent === undefined ? undefined : first.get(`u ${parent}`);
    // Agents that name themselves are told apart by that alone.
    if (known !== undefined && (agent === undefined || side[known]?.agent === undefined)) sets.join(known, at);
  }
  // The earliest record stands for its group, so that groups are in order of their first.
  const groups = new Map<number, Facts[]>();
  for (const [at, facts] of side.entries()) append(groups, sets.least(at), facts);
  return [...groups.values()];
}

/** A sub-agent's messages that its parent repeats, with the place of the record that holds each. */
function insideThreads(file: Transcript, facts: readonly Facts[]): readonly Thread[] {
  const groups = new Map<string, Facts[]>();
  for (const found of facts) {
    const callId = found.detail?.type === "agent-progress" ? found.detail.callId : undefined;
    append(groups, found.detail?.type === "agent-progress" ? (found.agent ?? `call ${callId ?? ""}`) : "", found);
  }
  return [...groups.values()].map((group) => {
    const [one] = group;
    const callId = one?.detail?.type === "agent-progress" ? one.detail.callId : undefined;
    return {
      file,
      how: "inside the parent" as const,
      ...(one?.agent === undefined ? {} : { agentId: one.agent }),
      ...(callId === undefined ? {} : { callId }),
      facts: group.flatMap(({ detail }) => (detail?.type === "agent-progress" ? [detail.inner] : [])),
    };
  });
}
