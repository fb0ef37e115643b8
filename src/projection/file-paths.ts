/** Paths as calls name them, each on the name that all its forms share. */
export type PathNames = ReadonlyMap<string, string>;

/** Folders below which work trees of the same files stand side by side. */
const WORKTREE = /(?:^|\/)\.?worktrees?\/[^/]+$/;

/**
 * Which forms name one file. The rule, which the page of files states:
 *
 * 1. `.`, `..`, doubled slashes and backslashes are resolved within the path itself. A work tree in `.claude/worktrees/<name>`
 *    is a copy of the folder that holds `.claude`.
 * 2. An absolute path and a relative one are one file where the absolute one is the relative one below a *root*: a folder
 *    that calls name as their working folder, or one below which at least two relative paths of this workspace are found.
 *    A root within another counts only where it is a work tree, `…/worktrees/<name>`.
 * 3. A file is told from its root; so the same file in several work trees is one.
 */
export function joinPaths(paths: Iterable<string>, folders: Iterable<string>): PathNames {
  const plain = new Map<string, string>();
  for (const path of paths) plain.set(path, resolveDots(path));
  const roots = rootsOf([...new Set(plain.values())], new Set([...folders].map(resolveDots)));
  return new Map(Array.from(plain, ([path, resolved]) => [path, fromRoot(resolved, roots)]));
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(path);
}

function resolveDots(path: string): string {
  const slashes = path.includes("/") ? path : path.replaceAll("\\", "/");
  const kept: string[] = [];
  for (const part of slashes.replaceAll("\\", "/").split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(part);
  }
  const resolved = (slashes.startsWith("/") ? "/" : "") + kept.join("/");
  return resolved.replace(/(^|\/)\.claude\/worktrees\/[^/]+\//, "$1") || ".";
}

function rootsOf(paths: readonly string[], folders: ReadonlySet<string>): ReadonlySet<string> {
  const relative = new Set(paths.filter((path) => !isAbsolute(path)));
  const votes = new Map<string, number>();
  for (const path of paths) {
    if (!isAbsolute(path)) continue;
    for (const folder of foldersAbove(path)) {
      if (relative.has(path.slice(folder.length + 1))) votes.set(folder, (votes.get(folder) ?? 0) + 1);
    }
  }
  const candidates = [...new Set([...votes.keys(), ...folders])].filter(
    (folder) => isAbsolute(folder) && folder !== "/" && (folders.has(folder) || (votes.get(folder) ?? 0) > 1),
  );
  // Shorter ones first, so that a root is known before those within it.
  const roots = new Set<string>();
  for (const folder of candidates.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const isWithin = foldersAbove(folder).some((above) => roots.has(above));
    if (!isWithin || WORKTREE.test(folder)) roots.add(folder);
  }
  return roots;
}

/** The deepest root above a path is cut off; a work tree below a root is one without being named. */
function fromRoot(path: string, roots: ReadonlySet<string>): string {
  if (!isAbsolute(path)) return path;
  for (const folder of foldersAbove(path)) {
    const isTree = WORKTREE.test(folder) && foldersAbove(folder).some((above) => roots.has(above));
    if (roots.has(folder) || isTree) return path.slice(folder.length + 1);
  }
  return path;
}

/** Every folder above a path, the deepest first. A path of more parts is its own matter. */
function foldersAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0 && found.length < 60; at = path.lastIndexOf("/", at - 1)) {
    found.push(path.slice(0, at));
  }
  return found;
}
