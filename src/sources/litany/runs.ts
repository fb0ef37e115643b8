import type { FileTree } from "../support/files.ts";
import { groupBy } from "../support/group.ts";
import type { EntryContext } from "./convert.ts";
import type { AgentFacts } from "./facts.ts";
import { readToolStreams, type StepFacts, type ToolRun } from "./steps.ts";

export type Runs = Pick<EntryContext, "runOf" | "kindOf" | "hasStrayOutput">;

/**
 * Which recorded tool run belongs to which result: of the same agent, under the call's own id. An id that several steps
 * hold is taken from the step that made the call.
 */
export function runsOf(tree: FileTree, agent: AgentFacts): Runs {
  const steps = groupBy(agent.steps, (step) => [...step.tools.keys()]);
  const callStep = new Map<string, StepFacts>();
  const kinds = new Map<string, string>();
  for (const entry of agent.entries) {
    const step = agent.stepOf.get(entry.name);
    for (const call of entry.calls) {
      kinds.set(call.id, call.kind);
      if (step !== undefined) callStep.set(call.id, step);
    }
  }
  const answered = new Set(agent.entries.flatMap((entry) => entry.results.map((result) => result.id)));
  const runOf = (tool: string, callId: string): ToolRun | undefined => {
    const holders = steps.get(tool) ?? [];
    const made = callStep.get(callId);
    const step = made !== undefined && holders.includes(made) ? made : holders.length === 1 ? holders[0] : undefined;
    return step?.tools.get(tool);
  };
  const recorded = (tool: string, callId: string) => {
    const run = runOf(tool, callId) ?? {};
    return { run, streams: () => readToolStreams(tree, run) };
  };
  return {
    runOf: (id) => ({ ...recorded(id, id), inner: (k) => recorded(`${id}-${k}`, id) }),
    hasStrayOutput: (id) => !answered.has(id) && runOf(id, id)?.output !== undefined,
    kindOf: (id) => kinds.get(id),
  };
}
