import type { SourceFile } from "../../model/index.ts";
import type { EntryKind, FileTree } from "../support/files.ts";
import { append } from "../support/group.ts";
import type { GitFacts } from "./branches.ts";
import { isEntry } from "./layout.ts";
import type { LitanyWorkspace } from "./workspace.ts";

const MANY_FILES = 2_000;
const BUNDLE = "git bundle";
/** Stand as one line each: what is inside them is not for this reader. */
export const OPAQUE = ["repo.git", ".config-author"] as const;

/** Every file of the workspace with what it is. Work products in large numbers stand as their folder. */
export function listFiles({
  tree,
  loneAgent,
  git,
}: Pick<LitanyWorkspace, "tree" | "loneAgent" | "git">): readonly SourceFile[] {
  const files: SourceFile[] = [];
  const products = new Map<string, string[]>();
  for (const [path, stands] of tree.kinds) {
    const { kind, records, folder } = describe(path.split("/"), stands, loneAgent !== undefined);
    if (kind === undefined) continue;
    if (folder === undefined) files.push({ path, kind: kindWithGit(kind, path, git), records });
    else append(products, folder, path);
  }
  for (const [folder, paths] of products) files.push(...listProducts(tree, folder, paths));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function kindWithGit(kind: string, path: string, git: GitFacts): string {
  if (kind === BUNDLE)
    return git.problems.some((problem) => problem.code === "bundle-unreadable" && problem.file === path)
      ? `${kind}, not read`
      : kind;
  return git.isFromGit(path) ? `${kind}, from git` : kind;
}

interface Described {
  /** Absent for a folder that only holds others. */
  readonly kind?: string;
  readonly records: number;
  /** For a work product: where it would be summed up. */
  readonly folder?: string;
}

function describe(segments: readonly string[], stands: EntryKind, lone: boolean): Described {
  if (lone) return inWorktree("", segments, stands);
  const [top = "", id, ...rest] = segments;
  if (segments.length === 1) return topLevel(top, stands);
  if (id !== undefined && rest.length > 0) {
    if (top === "agents") return inWorktree(`agents/${id}`, rest, stands);
    if (top === "inbox") return inInbox(rest, stands);
    if (top === "steps") return inSteps(rest, stands);
  }
  return plain(stands, "other file");
}

function topLevel(name: string, stands: EntryKind): Described {
  if (stands === "folder" && name === "repo.git") return { kind: "git repository", records: 0 };
  if (stands === "folder" && name === ".config-author") return { kind: "temporary checkout, ignored", records: 0 };
  return plain(stands, name.endsWith(".bundle") ? BUNDLE : "other file");
}

function inWorktree(folder: string, segments: readonly string[], stands: EntryKind): Described {
  const [first = "", name] = segments;
  if (segments.length === 1) {
    const kinds: Readonly<Record<string, string>> = {
      "goal.md": "goal",
      "soul.md": "role instructions",
      name: "agent name",
    };
    if (stands === "file" && Object.hasOwn(kinds, first)) return { ...plain(stands, kinds[first] ?? ""), records: 1 };
    if (first === ".git") return stands === "folder" ? { records: 0 } : plain(stands, "worktree link");
    if (stands === "file" && first === "facts.md") return plain(stands, "facts given to the model");
  }
  if (first === "messages" && name !== undefined) return inMessages(segments.slice(1), stands);
  if (first === "summary" && name !== undefined) {
    const own = segments.length === 2 && stands === "file" && name.endsWith(".md") && !name.startsWith(".");
    return own ? { kind: "summary", records: 1 } : plain(stands, "other file in summary");
  }
  if (first === "descriptions") return plain(stands, "tool description");
  if (first === "skills") return plain(stands, "skill description");
  if (stands === "folder") return { records: 0 };
  const top = segments.length === 1 ? folder : folder === "" ? first : `${folder}/${first}`;
  return { kind: "work product", records: 0, folder: top };
}

function inMessages(segments: readonly string[], stands: EntryKind): Described {
  const [name = ""] = segments;
  if (segments.length > 1) return plain(stands, "inside an unexpected folder");
  if (isEntry(name, stands))
    return { kind: stands === "folder" ? "folder in place of an entry" : "message", records: 1 };
  return plain(stands, "temporary file, ignored");
}

function inInbox(segments: readonly string[], stands: EntryKind): Described {
  const [name = ""] = segments;
  const deposit = segments.length === 1 && stands === "file" && name.endsWith(".md") && !name.startsWith(".");
  return deposit ? { kind: "deposit", records: 1 } : plain(stands, "other file in a mailbox");
}

const STEP_FILES: ReadonlyMap<string, string> = new Map([
  ["request.json", "step request"],
  ["response.json", "step response"],
  ["meta.json", "step record"],
  ["stderr.log", "step log"],
  ["staging.json", "step staging"],
]);

function inSteps(segments: readonly string[], stands: EntryKind): Described {
  const [step = "", name = "", tool, file] = segments;
  if (segments.length === 1 && step === "driver.log" && stands === "file") return { kind: "driver log", records: 1 };
  if (stands === "file" && /^[0-9]+$/.test(step)) {
    const kind = STEP_FILES.get(name);
    if (segments.length === 2 && kind !== undefined) return { kind, records: 1 };
    if (segments.length === 4 && name === "tools" && tool !== undefined) {
      if (file === "input.json") return { kind: "tool input", records: 1 };
      if (file === "output.json") return { kind: "tool output", records: 1 };
    }
  }
  return plain(stands, "other file in steps");
}

function plain(stands: EntryKind, kind: string): Described {
  switch (stands) {
    case "folder":
      return { records: 0 };
    case "file":
      return { kind, records: 0 };
    case "link":
      return { kind: "symbolic link, not followed", records: 0 };
    case "other":
      return { kind: "pipe, socket or device, not opened", records: 0 };
  }
}

function listProducts(tree: FileTree, folder: string, paths: readonly string[]): readonly SourceFile[] {
  if (paths.length > MANY_FILES) return [{ path: folder, kind: `work products, ${paths.length} files`, records: 0 }];
  return paths.map((path) => {
    const stands = tree.kinds.get(path) ?? "file";
    return { path, kind: plain(stands, "work product").kind ?? "work product", records: 0 };
  });
}
