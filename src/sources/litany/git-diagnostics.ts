import type { Diagnostic, TaskId } from "../../model/index.ts";
import type { GitFacts, GitProblem } from "./branches.ts";

type Wording = Pick<Diagnostic, "severity" | "says">;

const WORDS: Readonly<Record<GitProblem["code"], Wording>> = {
  "branch-unreadable": {
    severity: "error",
    says: "The branch of an agent without a worktree could not be read whole; the report lacks what it holds.",
  },
  "branch-of-no-agent": {
    severity: "warning",
    says: "A branch stands among those of agents under a name that no agent can have; it was not read.",
  },
  "branch-names-refused": {
    severity: "warning",
    says: "A branch holds names that lead elsewhere or stand there twice; what they name was not read.",
  },
  "ref-unreadable": { severity: "warning", says: "A ref of the repository names no object; it was passed over." },
  "bundle-unreadable": {
    severity: "error",
    says: "A git bundle could not be read; unpack it beside the other folders with `git clone --mirror agents.bundle repo.git` and build again.",
  },
  "history-incomplete": {
    severity: "note",
    says: "The history of an agent's branch could not be followed to its beginning; its role and times of its entries may be missing.",
  },
  "refs-in-tables": {
    severity: "warning",
    says: "The repository keeps refs in tables, which are not read; agents that stand in branches alone may be missing.",
  },
  "too-much-in-git": {
    severity: "error",
    says: "The repository unpacks to more than is read of one; what is beyond that is missing or shows as unreadable.",
  },
};

const BRANCH_BESIDE_WORKTREE: Wording = {
  severity: "note",
  says: "The branch of an agent could not be read; its worktree is here and was read.",
};

const MARKS: ReadonlyMap<string, Wording> = new Map([
  ["returned", { severity: "note", says: "A mark in the repository says that this agent returned." }],
  [
    "notify",
    { severity: "note", says: "A mark in the repository says that somebody is to be notified of this agent." },
  ],
  [
    "conflicted",
    { severity: "warning", says: "A mark in the repository says that this agent's compaction met a conflict." },
  ],
  [
    "cwd",
    { severity: "note", says: "A mark in the repository names the folder that this agent works in; it is not shown." },
  ],
]);

/** The status says what these do. */
const TOLD_BY_STATUS: ReadonlySet<string> = new Set(["abandoned", "budget-exhausted", "held"]);

export function gitProblems(git: GitFacts): readonly Diagnostic[] {
  return git.problems.map(({ code, file, taskId }) => {
    const isBeside = code === "branch-unreadable" && taskId !== undefined && !git.fromBranches.has(taskId);
    const { severity, says } = isBeside ? BRANCH_BESIDE_WORKTREE : WORDS[code];
    return { code, severity, says, place: { file }, ...(taskId === undefined ? {} : { taskId }) };
  });
}

export function taskNotesOfGit(git: GitFacts, taskId: TaskId): readonly Diagnostic[] {
  const notes: Diagnostic[] = [];
  if (git.fromBranches.has(taskId)) {
    const says = "Its worktree is not in the workspace; its transcript was read from its branch.";
    notes.push({ code: "read-from-branch", severity: "note", says, taskId });
  }
  for (const { kind } of git.marks.get(taskId) ?? []) {
    if (TOLD_BY_STATUS.has(kind)) continue;
    const unknown = {
      severity: "note",
      says: "The repository holds a mark for this agent of a kind that is not known.",
    } as const;
    notes.push({ code: "engine-mark", ...(MARKS.get(kind) ?? unknown), taskId });
  }
  return notes;
}
