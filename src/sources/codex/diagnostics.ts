import type { Diagnostic, TaskId } from "../../model/index.ts";
import { rootOf } from "../support/tree-order.ts";
import { present } from "../support/values.ts";
import type { Family, Member } from "./family.ts";
import type { Location } from "./locate.ts";
import { placeOf } from "./rows.ts";

/** What is wrong with the workspace and what the report does about it. */
export function diagnose(
  location: Location,
  family: Family,
  unreadable: readonly string[],
  repeatedIds: ReadonlySet<TaskId>,
): readonly Diagnostic[] {
  return [
    ...folderProblems(location),
    ...unreadable.map((file) =>
      at("unreadable-file", "error", "A rollout could not be read; nothing of it is in the report.", file),
    ),
    ...[...family.members.values()].flatMap((member) => memberProblems(family, member, repeatedIds)),
  ];
}

function folderProblems({ tree }: Location): readonly Diagnostic[] {
  if (tree === undefined) return [];
  const links = [...tree.kinds].filter(([, stands]) => stands === "link" || stands === "other");
  return [
    ...tree.unreadable.map((file) =>
      at("unreadable-folder", "error", "A folder could not be listed; what it holds is not in the report.", file),
    ),
    ...tree.reports.map((file) =>
      at("report-ignored", "note", "A report of this tool stands inside the workspace; it was not read.", file),
    ),
    ...links.map(([file, stands]) =>
      stands === "link"
        ? at("link-not-followed", "warning", "A symbolic link was not followed.", file)
        : at("not-a-regular-file", "warning", "A pipe, socket or device was not opened.", file),
    ),
  ];
}

function memberProblems(
  family: Family,
  { taskId, facts, copied }: Member,
  repeatedIds: ReadonlySet<TaskId>,
): readonly Diagnostic[] {
  const here = (code: string, severity: Diagnostic["severity"], says: string): Diagnostic => ({
    ...at(code, severity, says, facts.path),
    taskId,
  });
  const parentId = family.parentOf(taskId);
  const forkedFrom = facts.head?.forkedFrom;
  const circle = parentId !== undefined && rootOf(taskId, family.parentOf) === taskId;
  return [
    ...(repeatedIds.has(taskId)
      ? [
          here(
            "repeated-session-id",
            "warning",
            "Another file has the same session id; this one's Task has a number behind it.",
          ),
        ]
      : []),
    ...(circle
      ? [
          here(
            "parent-cycle",
            "error",
            "The sessions that name each other as parents form a circle; the first of them stands at the top.",
          ),
        ]
      : []),
    ...(parentId !== undefined && !family.members.has(parentId)
      ? [here("parent-not-here", "note", "The session that started this one is not in this workspace.")]
      : []),
    ...(forkedFrom !== undefined && copied === undefined && !family.members.has(forkedFrom)
      ? [
          here(
            "copied-history-unmarked",
            "note",
            "The session that this one was forked from is not in this workspace, so a copied history cannot be told from its own.",
          ),
        ]
      : []),
    ...facts.problems.map(({ at: place, ...problem }) =>
      present({ ...problem, place: place === undefined ? { file: facts.path } : placeOf(facts, place), taskId }),
    ),
  ];
}

function at(code: string, severity: Diagnostic["severity"], says: string, file: string): Diagnostic {
  return { code, severity, says, place: { file } };
}
