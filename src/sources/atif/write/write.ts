import type { DelegationEdge, OpenWorkspace, Task, TaskId, WorkspaceIndex } from "../../../model/index.ts";
import type { Exporter } from "../../source.ts";
import { groupBy } from "../../support/group.ts";
import { jsonText } from "../../support/json-text.ts";
import { countLosses, type Losses } from "./losses.ts";
import { writeFinalMetrics } from "./metrics.ts";
import { inOrder, type OutReference, type OutStep } from "./step.ts";
import { createStepWriter } from "./steps.ts";

const VERSION = "ATIF-v1.6";

type Sink = Parameters<Exporter["write"]>[1];

/** Any workspace as ATIF trajectories, one file for each Task that has a transcript. The same workspace gives the same bytes. */
export const atifExporter: Exporter = {
  id: "atif",
  async write(workspace, sink) {
    const losses = countLosses();
    const { index } = workspace;
    const written = index.tasks.filter((task) => task.record === "present" && task.restricted === undefined);
    const width = String(written.length).length;
    const paths = new Map(
      written.map((task, at) => [
        task.id,
        `${String(at + 1).padStart(width, "0")}-${fileName(task.id)}.trajectory.json`,
      ]),
    );
    const edges = groupBy(index.edges, (edge) => [edge.parentTaskId]);
    countIndex(index, written, losses);
    for (const task of written) {
      const path = paths.get(task.id) ?? "";
      const references = referencesOf(edges.get(task.id) ?? [], index, paths);
      await writeTask({ workspace, task, path, references, losses, sink });
    }
    return losses.sentences();
  },
};

interface Writing {
  readonly workspace: OpenWorkspace;
  readonly task: Task;
  readonly path: string;
  readonly references: readonly (readonly [DelegationEdge, OutReference])[];
  readonly losses: Losses;
  readonly sink: Sink;
}

async function writeTask({ workspace, task, path, references, losses, sink }: Writing): Promise<void> {
  const images: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  const prefix = path.slice(0, path.indexOf("-"));
  const writer = createStepWriter(losses, (extension, bytes) => {
    const image = `images/${prefix}-${images.length + 1}.${extension}`;
    images.push({ path: image, bytes });
    return image;
  });
  let run: string | undefined;
  for await (const row of workspace.rows(task.id)) {
    if (row.runId !== undefined && run !== undefined && row.runId !== run) losses.add("runs");
    run = row.runId ?? run;
    writer.add(row);
  }
  for (const [edge, made] of references) {
    if (edge.call !== undefined && !writer.refer(edge.call, made)) losses.add("unlinked");
  }
  await sink({ path, bytes: trajectory(task, workspace.index.format, writer.steps()) });
  for (const image of images) await sink(image);
}

function trajectory(task: Task, format: string, steps: readonly OutStep[]): Uint8Array {
  const parent = task.parentId === undefined ? undefined : { parent_session_id: task.parentId };
  const agent = { name: task.agent ?? format, version: "unknown", extra: parent };
  const head = `{"schema_version":${jsonText(VERSION)},\n"session_id":${jsonText(task.id)},\n"agent":${jsonText(agent)},\n"steps":[`;
  const pieces = [Buffer.from(head)];
  for (const [at, step] of steps.entries())
    pieces.push(Buffer.from(`${at === 0 ? "" : ","}\n${jsonText(inOrder(step))}`));
  pieces.push(Buffer.from(`\n],\n"final_metrics":${jsonText(writeFinalMetrics(task.usage, steps.length))}}\n`));
  return Buffer.concat(pieces);
}

/** What stands beside the ledgers and has no place in a trajectory. */
function countIndex(index: WorkspaceIndex, written: readonly Task[], losses: Losses): void {
  losses.add("absent", index.tasks.length - written.length);
  for (const { status } of index.tasks) {
    // What is concluded from a last answer is concluded again by who reads it.
    if (status.word !== "unknown" && !(status.word === "succeeded" && status.certainty === "derived"))
      losses.add("statuses");
  }
  for (const gaps of index.gaps.values()) losses.add("gaps", gaps.length);
  for (const stored of index.stored.values()) losses.add("stored", stored.length);
  const waited = index.edges.filter((edge) => edge.kind === "waited");
  losses.add("waited", waited.length);
  for (const edge of index.edges)
    if (edge.kind === "created") losses.add("returns", Math.max(0, edge.returns.length - 1));
}

function referencesOf(edges: readonly DelegationEdge[], index: WorkspaceIndex, paths: ReadonlyMap<TaskId, string>) {
  const tasks = new Map(index.tasks.map((task) => [task.id, task]));
  return edges
    .filter((edge) => edge.kind === "created")
    .map((edge): readonly [DelegationEdge, OutReference] => {
      const child = tasks.get(edge.childTaskId);
      const path = paths.get(edge.childTaskId);
      // A child without a file is known by the words of its reference alone.
      const titled = child !== undefined && (path === undefined || child.helper !== undefined);
      return [
        edge,
        {
          session_id: edge.childTaskId,
          ...(path === undefined ? {} : { trajectory_path: path }),
          ...(titled ? { extra: { summary: child.title } } : {}),
        },
      ];
    });
}

/** Every file is numbered, so that what is left of an id need not be unique. */
function fileName(id: TaskId): string {
  return id.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60);
}
