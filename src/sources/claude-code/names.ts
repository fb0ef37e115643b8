/** What paths tell. They only say where to look and how things belong together; content decides what a file is. */

/** The agent that a file's name speaks of: `agent-<id>.jsonl`, `agent-<id>.meta.json`. */
export function agentInPath(path: string): string | undefined {
  return /(?:^|\/)agent-([^/]+?)(?:\.meta)?\.jsonl?$/.exec(path)?.[1];
}

/** The session whose folder a path lies in: `<session>/subagents/…`, `<session>/workflows/…`. */
export function sessionInPath(path: string): string | undefined {
  return /(?:^|\/)([^/]+)\/(?:subagents|workflows|tool-results)\//.exec(path)?.[1];
}

/** The workflow run whose folder a path lies in: `subagents/workflows/<run>/…`. */
export function workflowInPath(path: string): string | undefined {
  return /(?:^|\/)subagents\/workflows\/([^/]+)\//.exec(path)?.[1];
}

/** The folder that a session's files share: that of the session file, or of the folder named after the session. */
export function homeOf(path: string): string {
  const own = /^(?:(.*)\/)?[^/]+\/(?:subagents|workflows|tool-results)\//.exec(path);
  return own === null ? folderOf(path) : (own[1] ?? "");
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** A file's name without its ending. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

/** The agent that a compaction runs by itself. */
export function isCompactor(agentId: string): boolean {
  return agentId.startsWith("acompact-");
}

/** An id that nobody else will have by chance. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
}

/** A scrubber wrote over it, so equal ids may mean different things. */
export function isScrubbed(id: string): boolean {
  return id.includes("REDACTED");
}
