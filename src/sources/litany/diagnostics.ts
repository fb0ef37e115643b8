import type { Diagnostic, RecordNote, TaskId } from "../../model/index.ts";
import { UNREADABLE } from "./account.ts";
import type { AgentFacts } from "./facts.ts";
import { gitProblems, taskNotesOfGit } from "./git-diagnostics.ts";
import { parentOf } from "./names.ts";
import type { LitanyWorkspace } from "./workspace.ts";

/** What is wrong with the workspace and what the report does about it, in the order of Tasks and entries. */
export function diagnose(workspace: LitanyWorkspace, notes: readonly RecordNote[]): readonly Diagnostic[] {
  const { tree } = workspace;
  const known = new Set(workspace.taskIds);
  const unread = notes.filter(({ disposition }) => disposition.type === "no row" && disposition.kind === UNREADABLE);
  return [
    ...tree.unreadable.map((file) =>
      problem("unreadable-folder", "error", "A folder could not be listed; what it holds is not in the report.", file),
    ),
    ...tree.reports.map((file) =>
      problem("report-ignored", "note", "A report of this tool stands inside the workspace; it was not read.", file),
    ),
    ...unread.map(({ file }) =>
      problem("unreadable-file", "error", "A file could not be read; the report lacks what it holds.", file),
    ),
    ...strayThings(workspace),
    ...gitProblems(workspace.git),
    ...workspace.taskIds.flatMap((id) => taskProblems(workspace, id, known)),
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

function taskProblems(workspace: LitanyWorkspace, id: TaskId, known: ReadonlySet<TaskId>): readonly Diagnostic[] {
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
  const fromGit = taskNotesOfGit(workspace.git, id);
  return agent === undefined ? [...orphan, ...fromGit] : [...orphan, ...fromGit, ...agentProblems(agent)];
}

function agentProblems(agent: AgentFacts): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (agent.folder === undefined) {
    const says = "The transcript of this Task is not in the workspace; only its steps or its mailbox are.";
    found.push({ code: "transcript-not-here", severity: "note", says, taskId: agent.id });
  }
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
  for (const [at, step] of agent.steps.entries()) {
    const response = step.files.get("response.json");
    if (step.framing === "failed" && at < agent.steps.length - 1 && response !== undefined) {
      found.push(
        problem(
          "earlier-step-failed",
          "note",
          "A model call failed and others followed it; its place among the rows is not recorded.",
          response,
          agent.id,
        ),
      );
    }
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
    if (step.badLines > 0 && response !== undefined) {
      found.push(problem("bad-stream-lines", "warning", badLines(step.badLines), response, agent.id));
    }
  }
  return found;
}

function badLines(count: number): string {
  const what =
    count === 1 ? "1 line of a step's response is no event" : `${count} lines of a step's response are no events`;
  return `${what}; the rest was read.`;
}
