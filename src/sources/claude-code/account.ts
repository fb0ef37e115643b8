import type { RecordNote, TaskId } from "../../model/index.ts";
import { childrenOf } from "./edges.ts";
import { hasHead } from "./inventory.ts";
import { type Line, recordOf } from "./ledger.ts";
import { agentInPath, sessionInPath } from "./names.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

/** What became of each record that no row names. */
export function accountFor(workspace: ClaudeWorkspace): readonly RecordNote[] {
  const notes: RecordNote[] = [];
  const note = (record: string, file: string, disposition: RecordNote["disposition"]) =>
    notes.push({ record, file, disposition });
  for (const { session, agents } of workspace.households) {
    for (const { ledger } of [session, ...agents]) noteLines(ledger.lines);
    if (session.scan !== undefined && hasHead(session.scan)) {
      note(session.scan.file.path, session.scan.file.path, { type: "joined", to: session.taskId });
    }
  }
  for (const { ledger } of workspace.strays) noteLines(ledger.lines);
  const owners = ownersOf(workspace);
  for (const [path, { type }] of workspace.layout) {
    if (type === "agent description") {
      const owner = owners(path, agentInPath(path));
      note(
        path,
        path,
        owner === undefined
          ? { type: "no row", kind: "description of an agent that is not here" }
          : { type: "joined", to: owner },
      );
    }
    if (type === "workflow journal") {
      for (const { n, agentId } of workspace.journals.get(path) ?? []) {
        const owner = owners(path, agentId);
        note(
          `${path}:${n}`,
          path,
          owner === undefined
            ? { type: "no row", kind: "journal of an agent that is not here" }
            : { type: "joined", to: owner },
        );
      }
    }
  }
  noteWorkflows(workspace, note);
  return notes;

  function noteLines(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.fate !== undefined) note(recordOf(line), line.thread.file.path, line.fate);
    }
  }
}

function noteWorkflows(
  workspace: ClaudeWorkspace,
  note: (record: string, file: string, disposition: RecordNote["disposition"]) => unknown,
): void {
  const told = new Map(
    workspace.households.flatMap(({ session, workflows }) =>
      workflows.map((one) => [one.record.path, { ...one, session }] as const),
    ),
  );
  for (const [path, { type }] of workspace.layout) {
    if (type !== "workflow record") continue;
    const found = told.get(path);
    if (found === undefined) note(path, path, { type: "no row", kind: "workflow record that could not be read" });
    else if (found.call?.result === undefined) note(path, path, { type: "joined", to: found.session.taskId });
  }
}

/** The Task of an agent, from a path that says its session. */
function ownersOf({ households }: ClaudeWorkspace): (path: string, agentId: string | undefined) => TaskId | undefined {
  const owners = new Map<string, TaskId>();
  for (const household of households) {
    for (const child of childrenOf(household)) {
      if (child.agentId !== undefined)
        for (const id of household.session.ids) owners.set(`${id}\u0000${child.agentId}`, child.taskId);
    }
  }
  const byFile = new Map(
    households.flatMap(({ agents }) =>
      agents.flatMap((agent) => (agent.meta === undefined ? [] : [[agent.meta.path, agent.taskId] as const])),
    ),
  );
  return (path, agentId) => byFile.get(path) ?? owners.get(`${sessionInPath(path) ?? ""}\u0000${agentId ?? ""}`);
}
