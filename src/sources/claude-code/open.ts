import type { OpenWorkspace, Place, WorkspaceIndex } from "../../model/index.ts";
import { readSpan } from "../support/safe-read.ts";
import { accountFor } from "./account.ts";
import { diagnose } from "./diagnostics.ts";
import { childrenOf, edgesTo } from "./edges.ts";
import { listFiles } from "./inventory.ts";
import type { Location } from "./locate.ts";
import { storedMessages } from "./mailbox.ts";
import { makePlans } from "./plan.ts";
import { type Plan, walkRows } from "./rows.ts";
import { describeTasks } from "./tasks.ts";
import { scanWorkspace } from "./workspace.ts";

/** The index pass, then rows on demand. What the pass found is let go; places and facts stay. */
export function openLocation(location: Location): OpenWorkspace {
  const { root } = location;
  const { index, plans } = makeIndex(location);
  return {
    index,
    async *rows(taskId) {
      const plan = plans.get(taskId);
      if (plan !== undefined) yield* walkRows(root, plan);
    },
    async bytes({ file, start = 0, end = Number.MAX_SAFE_INTEGER }: Place) {
      const outcome = location.kinds.get(file) === "file" ? readSpan(root, file, start, end) : undefined;
      return outcome?.type === "read" ? outcome.bytes : new Uint8Array();
    },
    // Claude Code does not record what it sends.
    async request() {
      return undefined;
    },
    async close() {},
  };
}

function makeIndex(location: Location): { readonly index: WorkspaceIndex; readonly plans: ReadonlyMap<string, Plan> } {
  const workspace = scanWorkspace(location);
  const tasks = describeTasks(workspace);
  const plans = makePlans(workspace, tasks);
  const index: WorkspaceIndex = {
    format: "claude-code",
    tasks,
    edges: workspace.households.flatMap((household) =>
      childrenOf(household).flatMap((child) => edgesTo(child, household)),
    ),
    gaps: new Map(),
    stored: storedMessages(workspace, (taskId) => plans.get(taskId)?.speaker),
    files: listFiles(workspace),
    notes: accountFor(workspace),
    diagnostics: diagnose(workspace, tasks),
  };
  return { index, plans };
}
