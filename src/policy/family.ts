import { createHash } from "node:crypto";
import type { DelegationEdge, ItemId, Row, StoredMessage, Task, TaskId, WorkspaceIndex } from "../model/index.ts";
import type { Name, Node } from "./copies.ts";
import { partText, valueStrings } from "./strings.ts";

/**
 * What is known to be a copy of what: a child's goal, the call that gave it and the message that opens the child's ledger;
 * a Task's result, its last answer and the rows where it returned; mail and the call that sent it; inherited rows.
 */
export function createFamily(index: WorkspaceIndex) {
  const byCall = groupEdges(index.edges, (edge) =>
    edge.call === undefined ? [] : [{ taskId: edge.parentTaskId, itemId: edge.call }],
  );
  const byReturn = groupEdges(index.edges, (edge) => edge.returns);
  const byChild = groupEdges(index.edges, (edge) => [{ taskId: edge.childTaskId, itemId: "" }]);
  const agents = new Set(index.tasks.map((task) => task.id));

  return {
    /** A Task's own texts. */
    ofTask(task: Task): readonly Node[] {
      const { id } = task;
      const edges = byChild(id, "");
      const goal = task.goal;
      const result = task.result && partText(task.result.parts);
      const derived = goal !== undefined && isDerived(task.title, goal);
      return [
        {
          name: { taskId: id, facet: "goal" },
          keys: goal === undefined ? [] : [key("goal", id, goal)],
          copyOf: edges.flatMap((edge) =>
            edge.call === undefined ? [] : [{ taskId: edge.parentTaskId, itemId: edge.call }],
          ),
        },
        { name: { taskId: id, facet: "title" }, keys: [], copyOf: derived ? [{ taskId: id, facet: "goal" }] : [] },
        {
          name: { taskId: id, facet: "result" },
          keys: result === undefined ? [] : [key("result", id, result)],
          copyOf: [...(task.result?.row ? [task.result.row] : []), ...edges.flatMap((edge) => edge.returns.map(refOf))],
        },
      ];
    },

    ofRow(task: Task, row: Row): Node {
      const name = { taskId: task.id, itemId: row.itemId };
      // A copy of another ledger's row follows that row; it takes nothing with it.
      if (row.inheritedFrom) return { name, keys: [], copyOf: [row.inheritedFrom] };
      const children = byCall(task.id, row.itemId).map((edge) => edge.childTaskId);
      const returned = byReturn(task.id, row.itemId).map((edge) => edge.childTaskId);
      const isResult = task.result?.row?.taskId === task.id && task.result.row.itemId === row.itemId;
      const copyOf: Name[] = [
        ...children.map((child) => ({ taskId: child, facet: "goal" as const })),
        ...returned.map((child) => ({ taskId: child, facet: "result" as const })),
        ...(isResult ? [{ taskId: task.id, facet: "result" as const }] : []),
      ];
      const keys: string[] = [];
      if (row.type === "message") {
        const text = partText(row.parts);
        if (row.role === "assistant") keys.push(key("result", task.id, text));
        else keys.push(key("goal", task.id, text));
        if (row.input?.sender && agents.has(row.input.sender.taskId ?? row.input.sender.id))
          keys.push(key("mail", "", text));
      }
      if (row.type === "tool-call" && row.kind === "send")
        for (const text of valueStrings(row.fields)) keys.push(key("mail", "", text));
      return { name, keys: keys.filter((one) => one !== EMPTY_MAIL), copyOf };
    },

    ofStored(task: Task, message: StoredMessage): Node {
      return {
        name: { taskId: task.id, itemId: message.itemId },
        keys: [key("mail", "", partText(message.parts))].filter((one) => one !== EMPTY_MAIL),
        copyOf: byReturn(task.id, message.itemId).map((edge) => ({
          taskId: edge.childTaskId,
          facet: "result" as const,
        })),
      };
    },
  };
}

const EMPTY_MAIL = key("mail", "", "");

function key(kind: "goal" | "result" | "mail", taskId: TaskId, text: string): string {
  return `${kind} ${createHash("sha256").update(taskId).update("\u0000").update(text.trim()).digest("base64").slice(0, 22)}`;
}

/** Whether a title was made of a goal's words: all of it stands in the goal, but for an ellipsis at its end. */
function isDerived(title: string, goal: string): boolean {
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  return words(goal).includes(
    words(title)
      .replace(/(?:…|\.\.\.)$/, "")
      .trim(),
  );
}

function refOf({ taskId, itemId }: { readonly taskId: TaskId; readonly itemId: ItemId }): Name {
  return { taskId, itemId };
}

function groupEdges(
  edges: readonly DelegationEdge[],
  refs: (edge: DelegationEdge) => readonly { readonly taskId: TaskId; readonly itemId: ItemId }[],
): (taskId: TaskId, itemId: ItemId) => readonly DelegationEdge[] {
  const groups = new Map<TaskId, Map<ItemId, DelegationEdge[]>>();
  for (const edge of edges) {
    for (const { taskId, itemId } of refs(edge)) {
      const own = groups.get(taskId) ?? new Map<ItemId, DelegationEdge[]>();
      groups.set(taskId, own);
      own.set(itemId, [...(own.get(itemId) ?? []), edge]);
    }
  }
  return (taskId, itemId) => groups.get(taskId)?.get(itemId) ?? [];
}
