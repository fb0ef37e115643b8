import type { WorkspaceIndex } from "./model/index.ts";
import { type InspectOptions, resolveInspectOptions } from "./options.ts";
import { type Account, accountLines, closeAccount, createGraph, type TaskFacts } from "./projection/index.ts";
import { openWorkspace, surveyAll } from "./read.ts";

export type { TaskFacts };

/** What `inspect` tells: the model without its transcripts, and what the record lacks. */
export interface Inspection {
  readonly index: WorkspaceIndex;
  readonly because: string;
  /** In tree order. */
  readonly tasks: readonly TaskFacts[];
  readonly account: Account;
}

/**
 * Reads a workspace and tells what is in it, without making pages. The second law of the account is not tried here: it
 * counts written pages.
 */
export async function inspect(given: InspectOptions): Promise<Inspection> {
  const options = resolveInspectOptions(given);
  const { workspace, because } = await openWorkspace(options);
  try {
    const surveys = await surveyAll(workspace, () => ({ bytes: 0, elements: 0, headline: undefined }));
    const { index } = workspace;
    const all = [...surveys.values()];
    const lines = accountLines(
      index.files,
      index.notes,
      all.map((survey) => survey.records),
    );
    const named = all.reduce((sum, survey) => sum + survey.entries.length, 0);
    const account = closeAccount(lines, { named, astray: [] });
    return { index, because, tasks: createGraph(index, surveys).tasks, account };
  } finally {
    await workspace.close();
  }
}
