import type { OpenWorkspace, TaskId } from "./model/index.ts";
import { type InspectOptions, resolveInspectOptions } from "./options.ts";
import type { Masking, Survey } from "./projection/index.ts";
import { seeWorkspace } from "./see.ts";

/** A workspace as every command sees it: after policy and redaction. */
export interface SeenModel {
  /** What is in it, and its rows, Task by Task. To be closed by who opened it. */
  readonly workspace: OpenWorkspace;
  /** What told the format. */
  readonly because: string;
  readonly masking: Masking;
  /** Sums over each Task's rows. */
  readonly counts: ReadonlyMap<TaskId, Survey["counts"]>;
}

/**
 * Opens a workspace for who wants the model and no pages.
 * @throws UsageError when the request cannot be carried out as made.
 */
export async function readWorkspace(given: InspectOptions): Promise<SeenModel> {
  const { workspace, because, masking, surveys } = await seeWorkspace(resolveInspectOptions(given));
  return { workspace, because, masking, counts: new Map([...surveys].map(([id, { counts }]) => [id, counts])) };
}
