import type { TaskId } from "../../model/index.ts";
import { groupBy } from "../support/group.ts";
import type { Layout } from "./layout.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { agentInPath, homeOf, isUuid, sessionInPath, stemOf, workflowInPath } from "./names.ts";
import type { AgentMeta } from "./records.ts";
import type { FileScan } from "./scan.ts";
import { type Thread, threadsOf } from "./threads.ts";
import { readMeta } from "./workflows.ts";

/** A session: a root Task. */
export interface Session {
  readonly taskId: TaskId;
  /** Absent where only its agents' records name it. */
  readonly scan?: FileScan;
  /** Every id that its records use for it. */
  readonly ids: ReadonlySet<string>;
  readonly ledger: Ledger;
}

/** A sub-agent whose records are here. */
export interface Agent {
  readonly taskId: TaskId;
  /** Absent where its records name none. */
  readonly session?: Session;
  readonly agentId?: string;
  /** The workflow run whose folder holds it. */
  readonly workflow?: string;
  readonly meta?: AgentMeta & { readonly path: string };
  readonly ledger: Ledger;
}

export interface Family {
  /** Those that have a file first, by path. */
  readonly sessions: readonly Session[];
  readonly agents: readonly Agent[];
}

/** Whose records each file holds. Ids count where files give them; paths only say where ids belong. */
export function findFamily(root: string, layout: Layout, scans: readonly FileScan[]): Family {
  const threads = scans.map((scan) => ({ scan, threads: threadsOf(scan) }));
  const names = new Set<TaskId>();
  const sessions = threads.flatMap(({ scan, threads: [main] }) =>
    main?.how === "session" ? [createSession(scan, main, names)] : [],
  );
  const byHome = groupBy(sessions, ({ scan }) => (scan === undefined ? [] : [homeOf(scan.file.path)]));
  const byScan = new Map(sessions.map((session) => [session.scan, session]));
  const absent = new Map<string, Session>();
  const metas = metasOf(root, layout);
  const groups = new Map<string, { session: Session | undefined; threads: Thread[] }>();
  for (const { scan, threads: found } of threads) {
    const session = sessionOf(scan, found);
    for (const thread of found) {
      if (thread.how === "session") continue;
      const key = `${session?.taskId ?? ""}\u0000${keyOf(thread)}`;
      const group = groups.get(key) ?? { session, threads: [] };
      groups.set(key, group);
      group.threads.push(thread);
    }
  }
  const agents = [...groups.values()].map((group) => createAgent(group.session, group.threads, names, metas));
  return { sessions: [...sessions, ...absent.values()], agents };

  function sessionOf(scan: FileScan, found: readonly Thread[]): Session | undefined {
    const [main] = found;
    const own = byScan.get(scan);
    if (own !== undefined) return own;
    const { path } = scan.file;
    const id = sessionInPath(path) ?? sessionNamed(main);
    if (id === undefined) return undefined;
    return findSession(byHome.get(homeOf(path)) ?? [], id) ?? findSession(sessions, id) ?? absentSession(id);
  }

  function absentSession(id: string): Session {
    const known = absent.get(id);
    if (known !== undefined) return known;
    const taskId = unique(id, id, names);
    const session: Session = { taskId, ids: new Set([id]), ledger: createLedger(taskId, []) };
    absent.set(id, session);
    return session;
  }
}

function createSession(scan: FileScan, main: Thread, names: Set<TaskId>): Session {
  const stem = stemOf(scan.file.path);
  const ids = new Set(main.facts.flatMap(({ session }) => session ?? []));
  const [first] = ids;
  const id = ids.has(stem) || isUuid(stem) ? stem : (first ?? stem);
  const taskId = unique(id, `${id}@${scan.file.path}`, names);
  return { taskId, scan, ids: new Set([...ids, id]), ledger: createLedger(taskId, [main]) };
}

/** Agents of workflows add their own id to the session's. */
function sessionNamed(thread: Thread | undefined): string | undefined {
  const named = thread?.facts.find(({ session }) => session !== undefined)?.session;
  return named?.split("#agent-")[0];
}

/** The session of that name: by its file, else by its Task, else by any id that its records use. */
function findSession(sessions: readonly Session[], id: string): Session | undefined {
  return (
    sessions.find(({ scan }) => scan !== undefined && stemOf(scan.file.path) === id) ??
    sessions.find(({ taskId }) => taskId === id) ??
    sessions.find(({ ids }) => ids.has(id))
  );
}

/** Agents that name themselves are one wherever their records stand; others are told apart by call or first record. */
function keyOf(thread: Thread): string {
  if (thread.agentId !== undefined) return `agent ${thread.agentId}`;
  if (thread.callId !== undefined) return `call ${thread.callId}`;
  return `thread ${thread.file.path} ${thread.facts[0]?.n ?? 0}`;
}

const ORDER = ["session", "agent file", "inline", "inside the parent"];

function createAgent(
  session: Session | undefined,
  threads: readonly Thread[],
  names: Set<TaskId>,
  metas: ReadonlyMap<string, Agent["meta"]>,
): Agent {
  const sorted = threads.toSorted((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how));
  const [first] = sorted;
  const file = sorted.find(({ how }) => how === "agent file")?.file.path;
  const named = first?.agentId ?? (first?.callId === undefined ? undefined : `call-${first.callId}`);
  const own = named ?? first?.facts[0]?.uuid ?? `${first?.file.path ?? ""}:${first?.facts[0]?.n ?? 0}`;
  const taskId = unique(session === undefined ? `agent-${own}` : `${session.taskId}/${own}`, undefined, names);
  const workflow = file === undefined ? undefined : workflowInPath(file);
  const meta = file === undefined ? undefined : metas.get(metaKey(file));
  return {
    taskId,
    ...(session === undefined ? {} : { session }),
    ...(first?.agentId === undefined ? {} : { agentId: first.agentId }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(meta === undefined ? {} : { meta }),
    ledger: createLedger(taskId, sorted),
  };
}

function metasOf(root: string, layout: Layout): ReadonlyMap<string, Agent["meta"]> {
  const metas = new Map<string, Agent["meta"]>();
  for (const [path, { type }] of layout) {
    const meta = type === "agent description" ? readMeta(root, path) : undefined;
    if (meta !== undefined) metas.set(metaKey(path), { ...meta, path });
  }
  return metas;
}

/** A description stands beside its transcript. */
function metaKey(path: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}${agentInPath(path) ?? ""}`;
}

function unique(id: string, other: string | undefined, names: Set<TaskId>): TaskId {
  let name = id;
  for (let count = 2; names.has(name); count += 1) name = count === 2 && other !== undefined ? other : `${id}~${count}`;
  names.add(name);
  return name;
}
