import type { Task } from "../model/index.ts";
import type { Graph } from "./graph.ts";
import { partsText } from "./row-text.ts";
import type { ResultView } from "./view.ts";

/** A Task's result for reading; absent when none is recorded, or it holds no text and no row. */
export function resultView(task: Task, graph: Graph): ResultView | undefined {
  if (!task.result) return undefined;
  const { row: ref } = task.result;
  const label = ref && graph.label(ref.taskId, ref.itemId);
  return { text: partsText(task.result.parts), ...(ref && label !== undefined && { row: { ref, label } }) };
}
