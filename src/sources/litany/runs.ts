import type { FileTree } from "../support/files.ts";
import { groupBy } from "../support/group.ts";
import type { EntryContext } from "./convert.ts";
import type { AgentFacts } from "./facts.ts";
import { readToolStreams, type StepFacts } from "./steps.ts";

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
  const stepWith = (id: string) => {
    const holders = steps.get(id) ?? [];
    const made = callStep.get(id);
    return made !== undefined && holders.includes(made) ? made : holders.length === 1 ? holders[0] : undefined;
  };
  return {
    runOf: (id) => {
      const step = stepWith(id);
      const run = step?.tools.get(id);
      // A batch has no run of its own: only its inner calls have.
      const holder = step ?? callStep.get(id);
      const hasInner = holder?.tools.has(`${id}-1`) === true;
      if (run === undefined && !hasInner) return undefined;
      return {
        run: run ?? {},
        inner: (k) => holder?.tools.get(`${id}-${k}`),
        streams: () => (run === undefined ? undefined : readToolStreams(tree, run)),
      };
    },
    hasStrayOutput: (id) => !answered.has(id) && stepWith(id)?.tools.get(id)?.output !== undefined,
    kindOf: (id) => kinds.get(id),
  };
}
