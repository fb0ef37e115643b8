import type { Diagnostic, OpenWorkspace, SourceFile, TaskId, WorkspaceIndex } from "../../model/index.ts";
import { type FileTree, listTree } from "../support/files.ts";
import { type Naming, nameParts } from "./names.ts";
import type { Part } from "./parts.ts";
import {
  renameDiagnostic,
  renameEdge,
  renameFile,
  renameGap,
  renameNote,
  renameRow,
  renameStored,
  renameTask,
} from "./rename.ts";

export const MIXED = "mixed";

export interface OpenPart {
  readonly part: Part;
  readonly workspace: OpenWorkspace;
}

interface Member {
  readonly workspace: OpenWorkspace;
  readonly index: WorkspaceIndex;
  readonly part: Part;
  readonly naming: Naming;
}

/** Several workspaces as one: each part is read by its own source and keeps its own roots. */
export function joinParts(root: string, opened: readonly OpenPart[]): OpenWorkspace {
  const parts = opened.map(({ part, workspace }) => ({ part, workspace, index: workspace.index }));
  const namings = nameParts(parts);
  const members = parts.flatMap((one, at) => {
    const naming = namings[at];
    return naming === undefined ? [] : [{ ...one, naming }];
  });
  const owners = new Map<TaskId, Member>();
  for (const member of members) for (const { id } of member.index.tasks) owners.set(member.naming.task(id), member);
  const tree = listTree(
    root,
    members.map(({ part }) => part.folder).filter((folder) => folder !== ""),
  );
  const files = joinFiles(tree, members);
  const ownerOf = (file: string) => files.get(file)?.member;
  return {
    index: joinIndexes(
      members,
      tree,
      [...files.values()].map(({ file }) => file),
    ),
    async *rows(taskId) {
      const member = owners.get(taskId);
      const own = member?.naming.own(taskId);
      if (member === undefined || own === undefined) return;
      for await (const row of member.workspace.rows(own)) yield renameRow(row, member.naming);
    },
    async bytes(place) {
      const member = ownerOf(place.file);
      return member === undefined ? new Uint8Array() : member.workspace.bytes(member.naming.ownPlace(place));
    },
    async request(place) {
      const member = ownerOf(place.file);
      return member?.workspace.request(member.naming.ownPlace(place));
    },
    async close() {
      for (const { workspace } of members) await workspace.close();
    },
  };
}

function joinIndexes(members: readonly Member[], tree: FileTree, files: readonly SourceFile[]): WorkspaceIndex {
  return {
    format: MIXED,
    tasks: members.flatMap(({ index, naming }) => index.tasks.map((task) => renameTask(task, naming))),
    edges: members.flatMap(({ index, naming }) => index.edges.map((edge) => renameEdge(edge, naming))),
    gaps: new Map(
      members.flatMap(({ index, naming }) =>
        [...index.gaps].map(([id, gaps]) => [naming.task(id), gaps.map((gap) => renameGap(gap, naming))] as const),
      ),
    ),
    stored: new Map(
      members.flatMap(({ index, naming }) =>
        [...index.stored].map(
          ([id, stored]) => [naming.task(id), stored.map((message) => renameStored(message, naming))] as const,
        ),
      ),
    ),
    files,
    notes: members.flatMap(({ index, naming }) => index.notes.map((note) => renameNote(note, naming))),
    diagnostics: [...outsideParts(tree, members), ...joinDiagnostics(members)],
    ...(members.some(({ index }) => index.restricts === true) ? { restricts: true as const } : {}),
  };
}

/** Parts that look over the same folder say the same of what lies in it. */
function joinDiagnostics(members: readonly Member[]): readonly Diagnostic[] {
  const diagnostics = new Map<string, Diagnostic>();
  for (const { index, naming } of members) {
    for (const taskId of naming.renamed) {
      const says =
        "Another part of this workspace has a Task of the same id, so the folder or format of its own part stands before this one's.";
      diagnostics.set(`renamed ${taskId}`, { code: "task-id-prefixed", severity: "note", says, taskId });
    }
    for (const one of index.diagnostics) {
      const diagnostic = renameDiagnostic(one, naming);
      diagnostics.set(JSON.stringify(diagnostic), diagnostic);
    }
  }
  return [...diagnostics.values()];
}

/** A part that looks over the whole folder says it itself. */
function outsideParts(tree: FileTree, members: readonly Member[]): readonly Diagnostic[] {
  if (members.some(({ part }) => part.folder === "")) return [];
  const ignored = "A report of this tool stands inside the workspace; it was not read.";
  const unlisted = "A folder could not be listed; what it holds is not in the report.";
  return [
    ...tree.unreadable.map((file) => ({
      code: "unreadable-folder",
      severity: "error" as const,
      says: unlisted,
      place: { file },
    })),
    ...tree.reports.map((file) => ({
      code: "report-ignored",
      severity: "note" as const,
      says: ignored,
      place: { file },
    })),
  ];
}

interface Listed {
  readonly file: SourceFile;
  /** Absent for a file of no part. */
  readonly member?: Member;
}

/** Every file once, by path: as the part lists it that reads records from it, else as the first that lists it. */
function joinFiles(tree: FileTree, members: readonly Member[]): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  for (const member of members) {
    for (const own of member.index.files) {
      const file = renameFile(own, member.naming);
      const known = listed.get(file.path)?.file.records;
      if (known === undefined || (known === 0 && file.records > 0)) listed.set(file.path, { file, member });
    }
  }
  for (const [path, kind] of tree.kinds) {
    if (kind === "folder" || listed.has(path)) continue;
    listed.set(path, { file: { path, kind: UNCLAIMED[kind], records: 0 } });
  }
  return new Map([...listed].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const UNCLAIMED = {
  file: "file of no part",
  link: "symbolic link, not followed",
  other: "pipe, socket or device, not opened",
} as const;
