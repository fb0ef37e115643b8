import type { Task, TaskId } from "../../model/index.ts";
import { present } from "../support/values.ts";
import type { TaskFacts } from "./tasks.ts";
import { titleOf } from "./titles.ts";

/** A Task that the Task graph lacks, and that an edge names. */
export function absentTask(id: TaskId, parentId: TaskId | undefined): TaskFacts {
  const status = { word: "unknown", basis: "only a delegation names it", certainty: "derived" } as const;
  return mentioned({
    id,
    ...present({ parentId }),
    title: titleOf(id),
    status,
    record: "absent",
    attached: true,
    places: [],
  });
}

/** A Task that the Task graph lacks, and of which there is a transcript, or only a mailbox. */
export function strayTask(id: TaskId, file: string, record: Task["record"]): TaskFacts {
  const basis = `only its ${record === "present" ? "transcript" : "mailbox"} tells of it`;
  const status = { word: "unknown", basis, certainty: "derived" } as const;
  return mentioned({ id, title: titleOf(id), status, record, attached: false, places: [{ file }] });
}

function mentioned(task: TaskFacts["task"]): TaskFacts {
  return { task, line: 0 };
}
