import type { Gap, OpenWorkspace, Restriction, Row, StoredMessage, Task, WorkspaceIndex } from "../model/index.ts";
import { blankPlace, blankRow, blankStored, blankTask } from "./blank.ts";
import type { Decisions } from "./decide.ts";
import { withholdFiles } from "./files.ts";
import { type PrintJson, rewriteBytes } from "./rewrite.ts";

/**
 * The workspace as a policy lets it be seen. What is withheld leaves a placeholder with its rule and reason; nothing of its
 * content, size or bytes can be had from here.
 */
export function withhold(workspace: OpenWorkspace, decisions: Decisions, print: PrintJson): OpenWorkspace {
  const rewritten = rewriteBytes(workspace, print);
  return {
    index: withholdIndex(workspace.index, decisions),
    async *rows(taskId) {
      if (decisions.tasks.has(taskId)) return;
      for await (const row of workspace.rows(taskId)) {
        const seen = withholdRow(row, taskId, decisions);
        if (seen.place.rewritten) rewritten.remember(seen);
        yield seen;
      }
    },
    bytes: rewritten.bytes,
    request: (place) => workspace.request(place),
    close: () => workspace.close(),
  };
}

function withholdRow(row: Row, taskId: string, decisions: Decisions): Row {
  const own = decisions.of({ taskId, itemId: row.itemId });
  if (own) return blankRow(row, own);
  const touched = decisions.touched.get(taskId);
  if (!touched) return row;
  const summaries = row.type === "compaction" ? decisions.summaries.get(taskId) : undefined;
  if (summaries) return blankRow(row, summaries);
  // What a notice quotes may be what a withheld row says.
  if (row.type === "notice" && row.quotes.length > 0) return blankRow(row, touched);
  const { call, ...rest } = row;
  const kept = call?.request ? { ...withoutRequest(call), restricted: touched } : call;
  return { ...rest, place: blankPlace(row.place), ...(kept && { call: kept }) } as Row;
}

function withoutRequest({ request: _, ...call }: NonNullable<Row["call"]>): NonNullable<Row["call"]> {
  return call;
}

function withholdIndex(index: WorkspaceIndex, decisions: Decisions): WorkspaceIndex {
  const gone = (taskId: string | undefined) => taskId !== undefined && decisions.tasks.has(taskId);
  const { files, notes } = withholdFiles(index, decisions);
  const told = new Set(files.map((file) => file.path));
  const present = <T>(map: ReadonlyMap<string, T>) => [...map].filter(([taskId]) => !gone(taskId));
  return {
    ...index,
    tasks: index.tasks.map((task) => withholdTask(task, decisions)),
    gaps: new Map(
      present(index.gaps).map(([taskId, gaps]) => [taskId, withholdSummaries(gaps, decisions.summaries.get(taskId))]),
    ),
    stored: new Map(
      present(index.stored).map(([taskId, messages]) => [
        taskId,
        messages.map((message) => withholdStored(message, taskId, decisions)),
      ]),
    ),
    files,
    notes,
    diagnostics: index.diagnostics.filter(
      ({ taskId, place }) => !gone(taskId) && (place === undefined || told.has(place.file)),
    ),
  };
}

function withholdSummaries(gaps: readonly Gap[], restricted: Restriction | undefined): readonly Gap[] {
  return restricted
    ? gaps.map((gap) => (gap.summaries.length > 0 ? { ...gap, summaries: [], restricted } : gap))
    : gaps;
}

function withholdTask(task: Task, decisions: Decisions): Task {
  const of = (facet: "title" | "goal" | "result") => decisions.of({ taskId: task.id, facet });
  const title = of("title");
  const shown = title ? task.id : task.title;
  const whole = decisions.tasks.get(task.id);
  if (whole) return blankTask(task, whole, shown);
  const goal = of("goal");
  const result = of("result");
  if (!title && !goal && !result) return task;
  const { goal: ownGoal, result: ownResult, ...rest } = task;
  return {
    ...rest,
    title: shown,
    ...(ownGoal !== undefined && !goal && { goal: ownGoal }),
    ...(ownResult && !result && { result: ownResult }),
    withheldTexts: {
      ...(title && { title }),
      ...(goal && ownGoal !== undefined && { goal }),
      ...(result && ownResult && { result }),
    },
  };
}

function withholdStored(message: StoredMessage, taskId: string, decisions: Decisions): StoredMessage {
  const restricted = decisions.of({ taskId, itemId: message.itemId });
  return restricted ? blankStored(message, restricted) : message;
}
