import { isCandidate, type Location } from "./locate.ts";
import { agentInPath, isUuid, sessionInPath, stemOf, workflowInPath } from "./names.ts";
import type { Transcript } from "./reader.ts";
import { sniff } from "./sniff.ts";

/** What a file is, told by its content where a name alone could lie. */
export type FileKind =
  | { readonly type: "transcript"; readonly transcript: Transcript }
  /** `agent-<id>.meta.json`. */
  | { readonly type: "agent description" }
  | { readonly type: "workflow journal" }
  /** A workflow's own record: `<session>/workflows/<run>.json`. */
  | { readonly type: "workflow record" }
  | { readonly type: "workflow script" }
  /** A tool's output that was too large for the session file. */
  | { readonly type: "tool output beside the session" }
  | { readonly type: "other file" };

/** Every regular file by its path, in order. */
export type Layout = ReadonlyMap<string, FileKind>;

export function layOut(location: Location): Layout {
  const files = [...location.kinds].filter(([, kind]) => kind === "file");
  return new Map(files.map(([path]) => [path, kindOfFile(location, path)]));
}

function kindOfFile(location: Location, path: string): FileKind {
  const inSession = sessionInPath(path) !== undefined;
  if (inSession && /\/tool-results\/[^/]+$/.test(path)) return { type: "tool output beside the session" };
  if (inSession && /\/workflows\/scripts\/[^/]+$/.test(path)) return { type: "workflow script" };
  if (workflowInPath(path) === undefined) {
    if (inSession && /\/workflows\/[^/]+\.json$/.test(path)) return { type: "workflow record" };
  } else if (path.endsWith("/journal.jsonl")) return { type: "workflow journal" };
  if (path.endsWith(".meta.json") && agentInPath(path) !== undefined) return { type: "agent description" };
  const shape = isCandidate(path) ? sniff(location.root, path) : undefined;
  if (shape !== undefined) return { type: "transcript", transcript: { path, shape } };
  // Empty and broken transcripts show nothing in their content; their names, or the user, say what they are.
  const isNamedSo = path.endsWith(".jsonl") && (agentInPath(path) !== undefined || isUuid(stemOf(path)));
  if (isNamedSo || path === location.asked) return { type: "transcript", transcript: { path, shape: "lines" } };
  return { type: "other file" };
}
