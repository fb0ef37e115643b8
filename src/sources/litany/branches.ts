import type { TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { type Commit, type ObjectId, parseCommit, parseTree, type TreeEntry } from "./git/objects.ts";
import { openBundle, openRepository, type Repository } from "./git/repository.ts";
import { type History, readHistory } from "./history.ts";
import { type Mark, readMarks } from "./marks.ts";
import { type Laid, layOver } from "./overlay.ts";

/** What the repository, or the bundle of an archive, knows of the agents. */
export interface GitFacts {
  /** The files of the workspace, with those of the branches whose worktree is gone where they would stand in it. */
  readonly tree: FileTree;
  /** Whether a path of the tree is read from a branch. */
  isFromGit(path: string): boolean;
  readonly histories: ReadonlyMap<TaskId, History>;
  readonly marks: ReadonlyMap<TaskId, readonly Mark[]>;
  /** Agents whose transcripts stand in their branches alone. */
  readonly fromBranches: ReadonlySet<TaskId>;
  readonly problems: readonly GitProblem[];
  /** The index has been made: what could be read so far can be read from now on, whatever it costs. */
  settle(): void;
  /** Nothing is being read: files that are held open are let go. A folder may hold very many workspaces. */
  rest(): void;
  close(): void;
}

export interface GitProblem {
  readonly code:
    | "branch-unreadable"
    | "branch-of-no-agent"
    | "branch-names-refused"
    | "ref-unreadable"
    | "bundle-unreadable"
    | "history-incomplete"
    | "refs-in-tables"
    | "too-much-in-git";
  /** The repository or bundle. */
  readonly file: string;
  readonly taskId?: TaskId;
}

const REPOSITORY = "repo.git";
const AGENTS = "refs/heads/agents/";
/** Of a branch only what the reader knows; everything else stays inside the repository. */
const FILES: ReadonlySet<string> = new Set(["goal.md", "soul.md", "name"]);
const FOLDERS: ReadonlySet<string> = new Set(["messages", "summary"]);
/** Small packs can be made to unpack to anything. */
const MOST_BYTES = 8 * 1024 ** 3;
/** One tree can be that of any number of branches. */
const MOST_PATHS = 1_000_000;

/** Reads what git holds of a workspace. What cannot be read is a problem that is told; nothing is run or written. */
export function readGit(
  disk: FileTree,
  { mostBytes = MOST_BYTES, mostPaths = MOST_PATHS }: { readonly mostBytes?: number; readonly mostPaths?: number } = {},
): GitFacts {
  const problems: GitProblem[] = [];
  const stores = openStores(disk, problems);
  const laid = new Map<string, Laid>();
  const histories = new Map<TaskId, History>();
  const fromBranches = new Set<TaskId>();
  const spent = () => stores.reduce((sum, { repository }) => sum + repository.spent(), 0);
  const isDear = () => spent() > mostBytes;
  let isCut = false;
  for (const [id, branch] of branchesOf(stores, problems)) {
    const { store, tip } = branch;
    const commit = isDear() ? undefined : readCommit(store.repository, tip);
    if (hasTranscript(disk, id)) {
      if (commit === undefined) problems.push({ code: "branch-unreadable", file: store.file, taskId: id });
    } else {
      fromBranches.add(id);
      laid.set(`agents/${id}`, { stands: "folder" });
      if (isDear() || laid.size > mostPaths) isCut = true;
      else if (commit === undefined || !layBranch(id, store, commit.tree))
        problems.push({ code: "branch-unreadable", file: store.file, taskId: id });
    }
    const history = readHistory(id, tip, (oid) => (isDear() ? undefined : readCommit(store.repository, oid)));
    if (commit !== undefined && !history.whole)
      problems.push({ code: "history-incomplete", file: store.file, taskId: id });
    histories.set(id, history);
  }
  let settled = false;
  const refused = new Set<string>();
  return {
    tree: laid.size === 0 ? disk : layOver(disk, laid, read),
    isFromGit: (path) => laid.has(path),
    histories,
    marks: readMarks(stores.map(({ repository }) => repository)),
    fromBranches,
    problems,
    settle() {
      settled = true;
      if (isCut || refused.size > 0) problems.push({ code: "too-much-in-git", file: REPOSITORY });
    },
    rest() {
      for (const { repository } of stores) repository.rest();
    },
    close() {
      for (const { repository } of stores) repository.close();
    },
  };

  function read(path: string, { repository, oid }: Laid): Uint8Array | undefined {
    if (repository === undefined || oid === undefined || refused.has(path)) return undefined;
    if (!settled && isDear()) {
      refused.add(path);
      return undefined;
    }
    const object = repository.read(oid);
    return object?.type === "blob" ? object.bytes : undefined;
  }

  /** Puts the branch's files where they would stand in the worktree. Answers whether all of its trees could be read. */
  function layBranch(id: TaskId, { repository, file }: Store, root: ObjectId): boolean {
    const top = readTree(repository, root);
    let whole = top?.whole ?? false;
    let refusedNames = top?.refused ?? false;
    const lay = (path: string, { stands, oid }: TreeEntry) => {
      const full = `agents/${id}/${path}`;
      if (!disk.kinds.has(full)) laid.set(full, { stands, ...(stands === "file" ? { repository, oid } : {}) });
    };
    for (const entry of top?.entries ?? []) {
      const isFolder = entry.stands === "folder";
      if (!(isFolder ? FOLDERS : FILES).has(entry.name)) continue;
      lay(entry.name, entry);
      const inner = isFolder ? readTree(repository, entry.oid) : undefined;
      for (const below of inner?.entries ?? []) lay(`${entry.name}/${below.name}`, below);
      whole &&= !isFolder || inner?.whole === true;
      refusedNames ||= inner?.refused === true;
    }
    if (refusedNames) problems.push({ code: "branch-names-refused", file, taskId: id });
    return whole;
  }
}

/** The same for files that no repository belongs to. */
export function withoutGit(disk: FileTree): GitFacts {
  return {
    tree: disk,
    isFromGit: () => false,
    histories: new Map(),
    marks: new Map(),
    fromBranches: new Set(),
    problems: [],
    settle() {},
    rest() {},
    close() {},
  };
}

interface Store {
  readonly file: string;
  readonly repository: Repository;
}

/** The repository first: a bundle is a copy that was made of one. */
function openStores(disk: FileTree, problems: GitProblem[]): readonly Store[] {
  const stores: Store[] = [];
  if (disk.kinds.get(REPOSITORY) === "folder") {
    const repository = openRepository(disk.root, REPOSITORY);
    stores.push({ file: REPOSITORY, repository });
    if (repository.tables) problems.push({ code: "refs-in-tables", file: REPOSITORY });
  }
  for (const { name, kind } of disk.entries("")) {
    if (kind !== "file" || !name.endsWith(".bundle")) continue;
    const repository = openBundle(disk.root, name);
    if (repository === undefined) problems.push({ code: "bundle-unreadable", file: name });
    else stores.push({ file: name, repository });
  }
  return stores;
}

interface Branch {
  readonly store: Store;
  readonly tip: ObjectId;
}

function branchesOf(stores: readonly Store[], problems: GitProblem[]): ReadonlyMap<TaskId, Branch> {
  const branches = new Map<TaskId, Branch>();
  for (const store of stores) {
    for (const name of store.repository.broken) {
      const id = name.startsWith(AGENTS) ? name.slice(AGENTS.length) : "";
      problems.push({ code: "ref-unreadable", file: store.file, ...(isPlainName(id) ? { taskId: id } : {}) });
    }
    for (const [name, tip] of store.repository.refs) {
      if (!name.startsWith(AGENTS)) continue;
      const id = name.slice(AGENTS.length);
      if (!isPlainName(id)) problems.push({ code: "branch-of-no-agent", file: store.file });
      else if (!branches.has(id)) branches.set(id, { store, tip });
    }
  }
  return branches;
}

/** Whether a name can stand for a file or a folder, and only for one below. */
function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** A worktree that has lost both its goal and its messages is gone, even where its folder is not. */
function hasTranscript(disk: FileTree, id: TaskId): boolean {
  return disk.kinds.has(`agents/${id}/messages`) || disk.kinds.has(`agents/${id}/goal.md`);
}

function readCommit(repository: Repository, oid: ObjectId): Commit | undefined {
  const object = repository.read(oid);
  return object?.type === "commit" ? parseCommit(object.bytes) : undefined;
}

function readTree(repository: Repository, oid: ObjectId) {
  const object = repository.read(oid);
  if (object?.type !== "tree") return undefined;
  const { entries, whole } = parseTree(object.bytes);
  const byName = new Map<string, TreeEntry>();
  for (const entry of entries) if (isPlainName(entry.name) && !byName.has(entry.name)) byName.set(entry.name, entry);
  return { entries: [...byName.values()], whole, refused: byName.size < entries.length };
}
