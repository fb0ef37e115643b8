import type { Sender, StoredMessage, TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { present } from "../support/values.ts";
import { inputSource, itemIdOf, mailRemarks, textParts } from "./convert.ts";
import type { AgentFacts, DepositFacts } from "./facts.ts";
import type { Inherited } from "./inherited.ts";

/** A deposit that reports how an agent ended: delivered to another, or waiting in its mailbox. */
export interface Return {
  readonly taskId: TaskId;
  readonly itemId: string;
  readonly path: string;
  readonly epitaph: string;
  readonly depositedAt?: string;
  readonly waiting: boolean;
}

/** Messages that wait: those that were delivered too are not among them. */
export function storedMessages(agent: AgentFacts, sender: (id: string) => Sender): readonly StoredMessage[] {
  return waitingDeposits(agent).map((deposit) => {
    const origin = deposit.sender ?? deposit.mail.from;
    const remarks = [
      ...(mailRemarks(deposit.mail, deposit.sender) ?? []),
      ...(deposit.readable ? [] : ["its file could not be read"]),
      ...(deposit.sender === undefined ? ["its file name does not say who sent it"] : []),
    ];
    return present({
      itemId: storedItemId(deposit),
      record: deposit.path,
      place: { file: deposit.path },
      input: inputSource(deposit.mail, origin, "mailbox", sender),
      parts: textParts(deposit.mail.body),
      remarks: remarks.length === 0 ? undefined : remarks,
    });
  });
}

export function waitingDeposits(agent: AgentFacts): readonly DepositFacts[] {
  return agent.deposits.filter((deposit) => deposit.repeats === undefined);
}

export function storedItemId(deposit: DepositFacts): string {
  return `inbox/${deposit.name}`;
}

/** By the agent that ended: the deposits about it, oldest first. Copies in inherited transcripts do not count. */
export function findReturns(
  agents: ReadonlyMap<TaskId, AgentFacts>,
  inherited: Inherited,
): ReadonlyMap<TaskId, readonly Return[]> {
  const returns = new Map<TaskId, Return[]>();
  for (const agent of agents.values()) {
    for (const entry of agent.entries) {
      const epitaph = entry.mail?.epitaph;
      if (epitaph === undefined || inherited.get(agent.id)?.has(entry.name)) continue;
      add(entry.origin, {
        itemId: itemIdOf(entry.name, 0),
        path: entry.path,
        epitaph,
        ...dated(entry.mail?.depositedAt),
        waiting: false,
      });
    }
    for (const deposit of waitingDeposits(agent)) {
      const { epitaph, depositedAt } = deposit.mail;
      if (epitaph === undefined || deposit.sender === undefined) continue;
      add(deposit.sender, {
        itemId: storedItemId(deposit),
        path: deposit.path,
        epitaph,
        ...dated(depositedAt),
        waiting: true,
      });
    }

    function add(about: TaskId, found: Omit<Return, "taskId">): void {
      append(returns, about, { taskId: agent.id, ...found });
    }
  }
  return new Map([...returns].map(([id, list]) => [id, inOrder(list)]));
}

function dated(depositedAt: string | undefined) {
  return depositedAt === undefined ? {} : { depositedAt };
}

/** In one ledger its order counts; between ledgers only the stamps can tell. */
function inOrder(list: readonly Return[]): readonly Return[] {
  if (new Set(list.map((found) => found.taskId)).size < 2) return list;
  const stamped = list.map((found) => ({ found, stamp: found.depositedAt ?? "" }));
  return stamped.sort((a, b) => (a.stamp === b.stamp ? 0 : a.stamp < b.stamp ? -1 : 1)).map(({ found }) => found);
}
