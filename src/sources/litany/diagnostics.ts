import type { Diagnostic, TaskId } from "../../model/index.ts";
import type { AgentFacts } from "./facts.ts";
import { parentOf } from "./names.ts";
import type { LitanyWorkspace } from "./workspace.ts";

/** What is wrong with the workspace and what the report does about it, in the order of Tasks and entries. */
export function diagnose(workspace: LitanyWorkspace): readonly Diagnostic[] {
  const { tree } = workspace;
  return [
    ...tree.unreadable.map((file) =>
      problem("unreadable-folder", "error", "A folder could not be listed; what it holds is not in the report.", file),
    ),
    ...tree.reports.map((file) =>
      problem("report-ignored", "note", "A report of this tool stands inside the workspace; it was not read.", file),
    ),
    ...strayThings(workspace),
    ...workspace.taskIds.flatMap((id) => taskProblems(workspace, id)),
  ];
}

function problem(
  code: string,
  severity: Diagnostic["severity"],
  says: string,
  file: string,
  taskId?: TaskId,
): Diagnostic {
  return { code, severity, says, place: { file }, ...(taskId === undefined ? {} : { taskId }) };
}

function strayThings(workspace: LitanyWorkspace): readonly Diagnostic[] {
  const entries = new Set([...workspace.agents.values()].flatMap((agent) => agent.entries.map((entry) => entry.path)));
  const found: Diagnostic[] = [];
  for (const [file, stands] of workspace.tree.kinds) {
    if (entries.has(file)) continue;
    if (stands === "link")
      found.push(problem("link-not-followed", "warning", "A symbolic link was not followed.", file));
    if (stands === "other")
      found.push(problem("not-a-regular-file", "warning", "A pipe, socket or device was not opened.", file));
    if (/(?:^|\/)messages\/[^/]+$/.test(file) && /^(?:agents\/[^/]+\/)?messages\//.test(file)) {
      if (stands === "folder")
        found.push(
          problem(
            "unexpected-folder",
            "warning",
            "A folder stands among the entries; nothing in it is taken for an entry.",
            file,
          ),
        );
      if (stands === "file")
        found.push(
          problem("temporary-file", "note", "A temporary file stands among the entries; it is no entry.", file),
        );
    }
  }
  return found;
}

function taskProblems(workspace: LitanyWorkspace, id: TaskId): readonly Diagnostic[] {
  const known = new Set(workspace.taskIds);
  const parent = parentOf(id, known);
  const agent = workspace.agents.get(id);
  const orphan: readonly Diagnostic[] =
    parent === undefined || known.has(parent)
      ? []
      : [
          {
            code: "parent-not-here",
            severity: "note",
            says: "The parent that this Task's id names is not in this workspace.",
            taskId: id,
          },
        ];
  return agent === undefined ? orphan : [...orphan, ...agentProblems(agent)];
}

function agentProblems(agent: AgentFacts): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let previous: number | undefined;
  for (const entry of agent.entries) {
    for (const { code, severity, says } of entry.diagnostics)
      found.push(problem(code, severity, says, entry.path, agent.id));
    if (entry.counter !== undefined && entry.counter === previous) {
      found.push(
        problem(
          "repeated-counter",
          "warning",
          "Two entries have the same counter; both are shown, by name.",
          entry.path,
          agent.id,
        ),
      );
    }
    previous = entry.counter;
  }
  for (const deposit of agent.deposits) {
    if (!deposit.readable)
      found.push(problem("unreadable-file", "error", "A deposit could not be read.", deposit.path, agent.id));
  }
  for (const step of agent.steps) {
    for (const { path } of step.damaged) {
      found.push(
        problem(
          "unparseable-step-file",
          "error",
          "A step's file is not the JSON that it should be; it is shown as raw bytes.",
          path,
          agent.id,
        ),
      );
    }
    const response = step.files.get("response.json");
    if (step.badLines > 0 && response !== undefined) {
      found.push(
        problem(
          "bad-stream-lines",
          "warning",
          `${step.badLines} lines of a step's response are no events; they were passed over.`,
          response,
          agent.id,
        ),
      );
    }
  }
  return found;
}
