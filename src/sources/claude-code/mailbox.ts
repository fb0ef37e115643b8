import type { StoredMessage, TaskId } from "../../model/index.ts";
import { placeOf } from "./ids.ts";
import { itemOf, type Line, recordOf } from "./ledger.ts";
import type { Speaker } from "./voices.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

/** Prompts that wait in the queue at the end: the model was never shown them. */
export function storedMessages(
  { waiting }: ClaudeWorkspace,
  speaker: (taskId: TaskId) => Speaker | undefined,
): ReadonlyMap<TaskId, readonly StoredMessage[]> {
  const stored = new Map<TaskId, readonly StoredMessage[]>();
  for (const [taskId, lines] of waiting) {
    if (lines.length > 0)
      stored.set(
        taskId,
        lines.map((line) => storedMessage(line, speaker(taskId))),
      );
  }
  return stored;
}

function storedMessage(line: Line, speaker: Speaker | undefined): StoredMessage {
  const { detail, at } = line.facts;
  const text = detail?.type === "queue" ? (detail.content ?? "") : "";
  const how = { isMeta: false, queued: true, ...(at === undefined ? {} : { storedAt: at }) };
  return {
    itemId: itemOf(line, 1),
    record: recordOf(line),
    place: placeOf(line.thread.file, line.facts),
    input: speaker?.of(text, how).input ?? { kind: "mailbox" },
    parts: text === "" ? [] : [{ type: "text", text }],
  };
}
