import type { OpenWorkspace, Place, WorkspaceIndex } from "../../model/index.ts";
import { type FileTree, listTree } from "../support/files.ts";
import { accountFor } from "./account.ts";
import { readGit, withoutGit } from "./branches.ts";
import { findEdges } from "./delegation.ts";
import { diagnose } from "./diagnostics.ts";
import { findHelpers } from "./helpers.ts";
import { listFiles, OPAQUE } from "./inventory.ts";
import type { Location } from "./locate.ts";
import { storedMessages } from "./mailbox.ts";
import { readRequest } from "./request.ts";
import { walkRows } from "./rows.ts";
import { describeTasks } from "./tasks.ts";
import { type LitanyWorkspace, scanWorkspace } from "./workspace.ts";

export function openLocation(location: Location): OpenWorkspace {
  return openTree(listTree(location.root, location.loneAgent === undefined ? OPAQUE : []), location.loneAgent);
}

/** The index pass, then rows on demand. */
export function openTree(tree: FileTree, loneAgent: string | undefined): OpenWorkspace {
  const git = loneAgent === undefined ? readGit(tree) : withoutGit(tree);
  const workspace = scanWorkspace(git, loneAgent);
  const files = recentFiles(git.tree);
  const index = indexOf(workspace);
  git.rest();
  // Ledgers that are being read.
  let reading = 0;
  const read = (path: string): Uint8Array | undefined => {
    const bytes = files.read(path);
    if (reading === 0) git.rest();
    return bytes;
  };
  return {
    index,
    async *rows(taskId) {
      reading += 1;
      try {
        yield* walkRows(workspace, { read: files.read }, taskId);
      } finally {
        reading -= 1;
        if (reading === 0) git.rest();
      }
    },
    async bytes(place) {
      return cut(read(place.file) ?? new Uint8Array(), place);
    },
    async request(place) {
      const bytes = read(place.file);
      return bytes === undefined ? undefined : readRequest(cut(bytes, place));
    },
    async close() {
      files.forget();
      git.close();
    },
  };
}

function indexOf(workspace: LitanyWorkspace): WorkspaceIndex {
  const helpers = findHelpers(workspace);
  const files = listFiles(workspace);
  const stored = [...workspace.agents].map(([id, agent]) => [id, storedMessages(agent, workspace.sender)] as const);
  const notes = accountFor(workspace, files);
  return {
    format: "litany",
    tasks: describeTasks(workspace, helpers),
    edges: findEdges({ ...workspace, helpers }),
    gaps: workspace.gaps,
    stored: new Map(stored.filter(([, messages]) => messages.length > 0)),
    files,
    notes,
    diagnostics: diagnose(workspace, notes),
  };
}

function cut(bytes: Uint8Array, place: Place): Uint8Array {
  return bytes.subarray(place.start ?? 0, place.end ?? bytes.length);
}

const KEPT_FILES = 8;
const KEPT_BYTES = 4 * 1024 * 1024;

/** Keeps the files read last, so that the bytes of a row just given cost nothing. A large file is kept alone. */
function recentFiles(tree: FileTree) {
  const recent = new Map<string, Uint8Array>();
  let size = 0;
  return {
    read(path: string): Uint8Array | undefined {
      const known = recent.get(path);
      if (known !== undefined) return known;
      const outcome = tree.read(path);
      if (outcome.type !== "read") return undefined;
      recent.set(path, outcome.bytes);
      size += outcome.bytes.length;
      for (const [oldest, bytes] of recent) {
        if (oldest === path || (recent.size <= KEPT_FILES && size <= KEPT_BYTES)) break;
        recent.delete(oldest);
        size -= bytes.length;
      }
      return outcome.bytes;
    },
    forget(): void {
      recent.clear();
      size = 0;
    },
  };
}
