import type { TaskId } from "../../model/index.ts";
import type { AgentFacts } from "./facts.ts";
import type { Inherited } from "./inherited.ts";
import { parentOf } from "./names.ts";
import type { LitanyWorkspace } from "./workspace.ts";

const OPENING = 600;

/** What tells that an agent is a compactor, which the engine starts by itself; `undefined` for any other agent. */
function helperHint(agent: AgentFacts, inherited: Inherited): string | undefined {
  const parent = parentOf(agent.id, new Set());
  if (parent === undefined) return undefined;
  const opening = agent.goal?.slice(0, OPENING) ?? "";
  if (/\bcompactor\b/i.test(opening) && opening.includes(`\`${parent}\``))
    return "its goal calls it the compactor of its parent";
  const copied = inherited.get(agent.id);
  const kinds = agent.entries
    .filter((entry) => !copied?.has(entry.name))
    .flatMap((entry) => entry.calls.map((call) => call.kind));
  const upkeep = kinds.filter((kind) => kind === "summary" || kind === "mark-deletion");
  return upkeep.length > 0 && upkeep.length === kinds.length ? "its only tools are those of a compactor" : undefined;
}

/** Verifiers and reviewers are started by the engine as well, but also by those who want something verified or reviewed. */
function roleHint(role: string | undefined, isCalled: boolean): string | undefined {
  if (role === "compactor") return "the commit that founded it gives it the role of a compactor";
  if (isCalled || (role !== "verifier" && role !== "reviewer")) return undefined;
  return `the commit that founded it gives it the role of a ${role}, and no call names it`;
}

export function findHelpers({
  agents,
  inherited,
  git,
}: Pick<LitanyWorkspace, "agents" | "inherited" | "git">): ReadonlyMap<TaskId, string> {
  const helpers = new Map<TaskId, string>();
  const called = new Set(
    [...agents.values()].flatMap(({ entries }) =>
      entries.flatMap(({ results }) => results.flatMap(({ handles }) => handles.map(({ handle }) => handle))),
    ),
  );
  for (const agent of agents.values()) {
    const hint = roleHint(git.histories.get(agent.id)?.role, called.has(agent.id)) ?? helperHint(agent, inherited);
    if (hint !== undefined) helpers.set(agent.id, hint);
  }
  return helpers;
}
