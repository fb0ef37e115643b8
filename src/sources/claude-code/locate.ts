import { basename, dirname, join } from "node:path";
import { type EntryKind, kindOf, listTree, peekFolder } from "../support/files.ts";
import { textMember } from "../support/values.ts";
import { agentInPath, isUuid, stemOf } from "./names.ts";
import { firstObjects, sniff } from "./sniff.ts";

/** What is read: a folder with everything below it, or one session file with what belongs to it. */
export interface Location {
  readonly root: string;
  /** The file that the user pointed at, where it is one. */
  readonly asked?: string;
  /** By path, as `FileTree` lists them. */
  readonly kinds: ReadonlyMap<string, EntryKind>;
  readonly unreadable: readonly string[];
  /** Folders that are reports of this tool. */
  readonly reports: readonly string[];
}

/** Files looked into before a folder is taken for something else. */
const LOOKS = 200;
const DEEPEST = 4;

/** Why a path is taken for Claude Code's. Never throws for what it does not know. */
export function recognise(path: string, apart: readonly string[] = []): string | undefined {
  switch (kindOf(path)) {
    case "file": {
      const shape = sniff(dirname(path), basename(path));
      if (shape === "document") return "it is a web export: one JSON document with `loglines`";
      return shape === undefined ? undefined : "its lines are those of a Claude Code session";
    }
    case "folder":
      return someTranscript(path, apart) ? "files in it hold the lines of Claude Code sessions" : undefined;
    default:
      return undefined;
  }
}

/** Breadth first, so that what tells the most is looked at before what lies deep. */
function someTranscript(folder: string, apart: readonly string[]): boolean {
  const others = new Set(apart.map((other) => join(folder, other)));
  let level = [folder];
  let looks = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const below: string[] = [];
    for (const current of level) {
      for (const { name, kind } of peekFolder(current)) {
        const path = join(current, name);
        if (kind === "folder" && !others.has(path)) below.push(path);
        if (kind !== "file" || !isCandidate(name)) continue;
        looks += 1;
        if (looks > LOOKS) return false;
        if (sniff(current, name) !== undefined) return true;
      }
    }
    level = below;
  }
  return false;
}

/** Names that transcripts have; only their content says whether they are some. */
export function isCandidate(name: string): boolean {
  return name.endsWith(".jsonl") || (name.endsWith(".json") && !name.endsWith(".meta.json"));
}

export function locate(path: string, apart: readonly string[] = []): Location {
  return kindOf(path) === "folder" ? wholeFolder(path, apart) : sessionFile(path);
}

function wholeFolder(root: string, apart: readonly string[]): Location {
  const { kinds, unreadable, reports } = listTree(root, apart);
  return { root, kinds, unreadable, reports };
}

/** A session file, the folder of its name beside it, and flat agent files beside it whose lines name the session. */
function sessionFile(path: string): Location {
  const root = dirname(path);
  const name = basename(path);
  const kinds = new Map<string, EntryKind>([[name, kindOf(path) ?? "other"]]);
  const stem = stemOf(name);
  const own = stem === name ? undefined : join(root, stem);
  const listed = own !== undefined && ownsFolder(own) ? listTree(own, []) : undefined;
  for (const [below, kind] of listed?.kinds ?? []) kinds.set(`${stem}/${below}`, kind);
  if (agentInPath(name) === undefined) {
    const sessions = sessionsIn(root, name);
    for (const entry of peekFolder(root)) {
      if (entry.kind !== "file" || !entry.name.endsWith(".jsonl") || agentInPath(entry.name) === undefined) continue;
      if ([...sessionsIn(root, entry.name)].some((id) => sessions.has(id))) kinds.set(entry.name, "file");
    }
  }
  const under = (paths: readonly string[]) => paths.map((one) => `${stem}/${one}`);
  return {
    root,
    asked: name,
    kinds: new Map([...kinds].sort(([a], [b]) => (a < b ? -1 : 1))),
    unreadable: under(listed?.unreadable ?? []),
    reports: under(listed?.reports ?? []),
  };
}

/** A folder that merely has the name of the file, such as that of a project, is not the session's. */
function ownsFolder(path: string): boolean {
  if (kindOf(path) !== "folder") return false;
  return peekFolder(path).some(({ name, kind }) => kind === "folder" && (name === "subagents" || name === "workflows"));
}

function sessionsIn(root: string, name: string): ReadonlySet<string> {
  const sessions = new Set<string>();
  if (isUuid(stemOf(name))) sessions.add(stemOf(name));
  for (const value of firstObjects(root, name)) {
    const id = textMember(value, "sessionId");
    if (id !== undefined) sessions.add(id);
  }
  return sessions;
}
