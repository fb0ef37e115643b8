import type { Diagnostic, Usage } from "../../model/index.ts";
import type { Head } from "./head.ts";
import type { AgentStatus } from "./inputs.ts";

/** Bytes of one line. */
export interface LinePlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Why a line has no row of its own. Lines are of the same file. */
export type Quiet =
  | { readonly type: "repeated"; readonly of: number }
  /** Its facts stand on the first row of a line, or in the Task's head. */
  | { readonly type: "joined"; readonly to: number | "task" }
  | { readonly type: "no row"; readonly kind: string };

/** What other lines say of the call that a result answers. */
export interface ResultFacts {
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly failed?: true;
  /** Holds more than the result does: the whole output where it was cut, streams told apart, changes to files. */
  readonly more?: LinePlace;
}

/** What the rows of a file depend on beside each line itself. */
export interface Plan {
  readonly quiet: ReadonlyMap<number, Quiet>;
  /** Lines whose row begins a new turn. */
  readonly turnStarts: ReadonlySet<number>;
  /** By the first line of a reply. */
  readonly usage: ReadonlyMap<number, Usage>;
  /** By the line of a result. */
  readonly results: ReadonlyMap<number, ResultFacts>;
  /** By the line of a call that the provider ran: its id and what the interface showed of it. */
  readonly searches: ReadonlyMap<number, { readonly id: string; readonly event: LinePlace }>;
  /** By the line of a compaction: which items of its replacement history stand nowhere before. */
  readonly compactions: ReadonlyMap<number, ReadonlySet<number>>;
  /** Ranges of lines `[from, to)` that were taken back from the model. */
  readonly cleared: readonly { readonly from: number; readonly to: number }[];
  /** Typed inputs in order, the first one first: what it opens and what came while a turn ran. */
  readonly firstTyped?: number;
  readonly steering: ReadonlySet<number>;
}

/** A sub-agent by thread id, or by the path that newer versions name it with. */
export type AgentRef = string;

export interface Spawn {
  readonly call: number;
  readonly child?: AgentRef;
  /** Who says which child it is. */
  readonly saidBy?: "event" | "result";
  readonly failed: boolean;
  readonly goal?: string;
  readonly nickname?: string;
  readonly role?: string;
}

/** A place where a sub-agent's state was told. */
export interface Report {
  /** The row that tells it. */
  readonly line: number;
  readonly ref: AgentRef;
  readonly status: AgentStatus["word"];
  /** It answers a call that closed the agent, and tells again what was told before. */
  readonly closing?: true;
}

export interface Wait {
  readonly call: number;
  readonly result?: number;
  readonly targets: readonly AgentRef[];
  readonly reports: readonly Report[];
}

export interface Team {
  readonly spawns: readonly Spawn[];
  readonly waits: readonly Wait[];
  /** Notifications and what closing an agent answered, in order of lines. */
  readonly reports: readonly Report[];
  /** Digests of what was sent to whom after its start. */
  readonly sends: readonly { readonly ref: AgentRef; readonly text: string }[];
  /** The newest words of each sub-agent that a report quotes. */
  readonly words: ReadonlyMap<AgentRef, { readonly text: string; readonly line: number }>;
  /** Thread ids by agent path, where an event names both. */
  readonly paths: ReadonlyMap<string, string>;
}

/** How the newest turn stands. */
export interface TurnState {
  readonly state: "none" | "open" | "complete" | "aborted";
  readonly reason?: string;
  /** Its newest error, in the record's words. */
  readonly error?: string;
  readonly endedAt?: string;
}

/** What stays in memory of one rollout: no text of the transcript but its goal and its last answer. */
export interface RolloutFacts {
  readonly path: string;
  /** File name without its folder. */
  readonly name: string;
  readonly size: number;
  readonly records: number;
  readonly head?: Head;
  readonly headPlace?: LinePlace;
  readonly plan: Plan;
  readonly team: Team;
  readonly turn: TurnState;
  readonly lastRow?: "reply" | "answer" | "result" | "input" | "other";
  readonly goal?: string;
  readonly threadName?: string;
  readonly answer?: { readonly line: number; readonly text: string };
  readonly startedAt?: string;
  readonly usage?: Usage;
  /** Own typed inputs: digest of their text, by line. */
  readonly typed: readonly { readonly line: number; readonly digest: string }[];
  readonly problems: readonly (Pick<Diagnostic, "code" | "severity" | "says"> & { readonly at?: LinePlace })[];
}
