import type { WorkspaceIndex } from "./model/index.ts";
import { type InspectOptions, resolveInspectOptions } from "./options.ts";
import type { Decisions, Leak, Match, SecretPlace } from "./policy/index.ts";
import {
  type Account,
  accountLines,
  closeAccount,
  createGraph,
  type Masking,
  type TaskFacts,
} from "./projection/index.ts";
import { seeWorkspace } from "./see.ts";

export type { Masking, Match, SecretPlace, TaskFacts };

/** What `inspect` tells: the model without its transcripts, as the policy and redaction let it be seen. */
export interface Inspection {
  readonly index: WorkspaceIndex;
  readonly because: string;
  /** In tree order. */
  readonly tasks: readonly TaskFacts[];
  readonly account: Account;
  readonly masking: Masking;
  /** Where secrets stand; never what they are. */
  readonly secrets: readonly SecretPlace[];
  /** What each rule of the policy means; absent without a policy. */
  readonly matched?: Decisions["matched"];
  readonly leaks: readonly Leak[];
  readonly warnings: readonly string[];
}

/**
 * Reads a workspace and tells what is in it, without making pages. The second law of the account is not tried here: it
 * counts written pages.
 */
export async function inspect(given: InspectOptions): Promise<Inspection> {
  const options = resolveInspectOptions(given);
  const { workspace, surveys, because, masking, secrets, leaks, decisions, warnings } = await seeWorkspace(options);
  try {
    const { index } = workspace;
    const all = [...surveys.values()];
    const lines = accountLines(
      index.files,
      index.notes,
      all.map((survey) => survey.records),
    );
    const named = all.reduce((sum, survey) => sum + survey.entries.length, 0);
    const account = closeAccount(lines, { named, astray: [] });
    const { tasks } = createGraph(index, surveys);
    return {
      index,
      because,
      tasks,
      account,
      masking,
      secrets,
      ...(decisions && { matched: decisions.matched }),
      leaks,
      warnings,
    };
  } finally {
    await workspace.close();
  }
}
