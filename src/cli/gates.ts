import { type BuildResult, UsageError } from "../index.ts";
import { plural } from "./words.ts";

/** Each answers what closes it, or nothing. */
const GATES = {
  "failed-tasks": ({ failedTasks }: BuildResult) =>
    failedTasks > 0 ? `${plural(failedTasks, "Task")} failed or timed out` : undefined,
  gaps: ({ gaps }: BuildResult) => (gaps > 0 ? `${plural(gaps, "gap")} in the record` : undefined),
  secrets: ({ masking }: BuildResult) => {
    const secrets = masking.counts.reduce((sum, rule) => sum + rule.secrets, 0);
    return secrets > 0 ? `${plural(secrets, "secret")} in the record (masked in the report)` : undefined;
  },
} as const;

type Gate = keyof typeof GATES;

/**
 * The gates that `--fail-on` names.
 * @throws UsageError for a name that is no gate.
 */
export function readGates(list: string | undefined): readonly Gate[] {
  if (list === undefined) return [];
  return list.split(",").map((name) => {
    const gate = name.trim();
    if (isGate(gate)) return gate;
    throw new UsageError(`--fail-on takes ${Object.keys(GATES).join(", ")}, with commas between.`);
  });
}

/** What stands against this build, one sentence a gate. */
export function closedGates(gates: readonly Gate[], result: BuildResult): readonly string[] {
  return gates.flatMap((gate) => {
    const why = GATES[gate](result);
    return why === undefined ? [] : [`--fail-on ${gate}: ${why}.`];
  });
}

function isGate(name: string): name is Gate {
  return Object.hasOwn(GATES, name);
}
