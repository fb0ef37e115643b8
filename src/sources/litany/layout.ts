import type { EntryKind, FileTree } from "../support/files.ts";
import { compareEntryNames, compareNumbered, type EntryName, parseDepositName, parseEntryName } from "./names.ts";

/** Where one agent's files stand. Nothing has been read yet. */
export interface AgentLayout {
  readonly id: string;
  /** Its worktree; absent when there is none. */
  readonly folder?: string;
  readonly entries: readonly EntryFile[];
  /** Paths, in order. */
  readonly summaries: readonly string[];
  /** Names within `inbox/<id>/`, in order. */
  readonly deposits: readonly string[];
  /** Its mailbox and its step records; absent for an agent outside of a workspace. */
  readonly inbox?: string;
  readonly steps?: string;
}

export interface EntryFile extends EntryName {
  readonly name: string;
  readonly path: string;
  readonly stands: EntryKind;
}

/** The agents that have a folder anywhere, by id. */
export function layOut(tree: FileTree, loneAgent: string | undefined): readonly AgentLayout[] {
  if (loneAgent !== undefined) return [{ id: loneAgent, deposits: [], ...worktreeLayout(tree, "") }];
  const ids = new Set(["agents", "inbox", "steps"].flatMap((folder) => folderNames(tree, folder)));
  return [...ids].sort().map((id) => {
    const folder = `agents/${id}`;
    return agentLayout(tree, id, tree.kinds.get(folder) === "folder" ? folder : undefined);
  });
}

/** A path below a folder, where the tree itself is the empty path. */
export function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether a thing in `messages/` is an entry. Temporary files are none; a folder is one only where its name is an entry's. */
export function isEntry(name: string, stands: EntryKind): boolean {
  if (name.startsWith(".")) return false;
  return stands !== "folder" || parseEntryName(name).digits !== undefined;
}

function agentLayout(tree: FileTree, id: string, folder: string | undefined): AgentLayout {
  const inbox = `inbox/${id}`;
  const deposits = tree
    .entries(inbox)
    .filter((entry) => entry.kind === "file" && entry.name.endsWith(".md") && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort(compareDeposits);
  const worktree = folder === undefined ? { entries: [], summaries: [] } : worktreeLayout(tree, folder);
  return { id, inbox, steps: `steps/${id}`, deposits, ...worktree };
}

function worktreeLayout(tree: FileTree, folder: string) {
  const messages = below(folder, "messages");
  const summary = below(folder, "summary");
  return {
    folder,
    entries: tree
      .entries(messages)
      .filter((entry) => isEntry(entry.name, entry.kind))
      .map((entry) => ({
        ...parseEntryName(entry.name),
        name: entry.name,
        path: `${messages}/${entry.name}`,
        stands: entry.kind,
      }))
      .sort(compareEntryNames),
    summaries: tree
      .entries(summary)
      .filter((entry) => entry.kind === "file" && entry.name.endsWith(".md") && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort(compareNumbered)
      .map((name) => `${summary}/${name}`),
  };
}

function folderNames(tree: FileTree, folder: string): readonly string[] {
  return tree
    .entries(folder)
    .filter((entry) => entry.kind === "folder")
    .map((entry) => entry.name);
}

/** By sender, then by the sender's own number; the order between senders is not recorded. */
function compareDeposits(a: string, b: string): number {
  const first = parseDepositName(a) ?? { sender: a, number: 0 };
  const second = parseDepositName(b) ?? { sender: b, number: 0 };
  if (first.sender !== second.sender) return first.sender < second.sender ? -1 : 1;
  return first.number - second.number || (a < b ? -1 : 1);
}
