import type { Diagnostic, Place, TaskId } from "../../model/index.ts";
import { rootOf } from "../support/tree-order.ts";
import type { Family } from "./family.ts";
import type { Location } from "./locate.ts";
import { headPlace, stepPlace } from "./names.ts";
import type { Thread } from "./threads.ts";

/** What is wrong with the workspace and what the report does about it. */
export function diagnose({ tree }: Location, family: Family, unreadable: readonly string[]): readonly Diagnostic[] {
  const links = [...(tree?.kinds ?? [])].filter(([, stands]) => stands === "link" || stands === "other");
  return [
    ...(tree?.unreadable ?? []).map((file) =>
      problem("unreadable-folder", "error", "A folder could not be listed; what it holds is not in the report.", {
        file,
      }),
    ),
    ...(tree?.reports ?? []).map((file) =>
      problem("report-ignored", "note", "A report of this tool stands inside the workspace; it was not read.", {
        file,
      }),
    ),
    ...links.map(([file, stands]) =>
      stands === "link"
        ? problem("link-not-followed", "warning", "A symbolic link was not followed.", { file })
        : problem("not-a-regular-file", "warning", "A pipe, socket or device was not opened.", { file }),
    ),
    ...unreadable.map((file) =>
      problem("unreadable-file", "error", "A trajectory could not be read; nothing of it is in the report.", { file }),
    ),
    ...[...family.threads.values()].flatMap((thread) => threadProblems(family, thread)),
  ];
}

function threadProblems(family: Family, thread: Thread): readonly Diagnostic[] {
  const { taskId, parts } = thread;
  const parentId = family.parentOf(taskId);
  const found: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic["severity"], says: string, place?: Place) =>
    found.push(problem(code, severity, says, place, taskId));
  if (parentId !== undefined && rootOf(taskId, family.parentOf) === taskId) {
    add(
      "parent-cycle",
      "error",
      "The trajectories that refer to each other form a circle; the first of them stands at the top.",
    );
  }
  if (parentId !== undefined && !family.threads.has(parentId))
    add("parent-not-here", "note", "The session that started this one is not in this workspace.");
  if (thread.cutOff)
    add(
      "continuation-not-here",
      "warning",
      "A trajectory names another one that continues it, which is not in this workspace.",
    );
  for (const { document, steps } of parts) {
    const place = headPlace(document);
    if (document.unreadable)
      add("not-a-trajectory", "error", "A file is no JSON object, so nothing could be read of it.", place);
    else if (document.damaged)
      add(
        "damaged-trajectory",
        "error",
        "A trajectory's JSON breaks off or is not as it should be; what could be read of it is shown.",
        place,
      );
    else if (steps.length === 0) add("no-steps", "note", "A trajectory holds no steps.", place);
    for (const step of steps) {
      if (step.source === "unreadable")
        add(
          "unreadable-step",
          "error",
          "A step is no JSON object; it is shown as raw bytes.",
          stepPlace(document, step),
        );
      if (step.source === "other")
        add(
          "unknown-source",
          "warning",
          "A step names no source that the format has; its text is shown all the same.",
          stepPlace(document, step),
        );
    }
  }
  return found;
}

function problem(
  code: string,
  severity: Diagnostic["severity"],
  says: string,
  place?: Place,
  taskId?: TaskId,
): Diagnostic {
  return {
    code,
    severity,
    says,
    ...(place === undefined ? {} : { place }),
    ...(taskId === undefined ? {} : { taskId }),
  };
}
