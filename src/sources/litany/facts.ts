import type { EntryKind } from "../support/files.ts";
import type { Mail } from "./mail.ts";
import type { EntryName } from "./names.ts";
import type { StepFacts } from "./steps.ts";

/** What stays in memory of one file of `messages/`: no text of it. */
export interface EntryFacts extends EntryName {
  readonly name: string;
  readonly path: string;
  readonly stands: EntryKind;
  readonly size: number;
  /** How it was read: what its name promises, or `raw`. */
  readonly type: "mail" | "model" | "tool" | "raw";
  /** Rows it gives. */
  readonly rows: number;
  readonly calls: readonly CallFacts[];
  readonly results: readonly ResultFacts[];
  /** Of a delivered message's head. */
  readonly mail?: Pick<Mail, "depositedAt" | "epitaph">;
  /** Digest of what a model entry says, for joining it with its step. */
  readonly said?: string;
  readonly diagnostics: readonly EntryProblem[];
}

export interface EntryProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly says: string;
}

export interface CallFacts {
  readonly block: number;
  readonly id: string;
  readonly kind: string;
  readonly providerSide: boolean;
  /** What it asks children to do, where it delegates: itself or within a batch. */
  readonly delegates: readonly DelegateFacts[];
}

export interface DelegateFacts {
  /** Digest of the goal, comparable with that of a `goal.md`. */
  readonly goal?: string;
  /** The goal itself, for a child of which nothing else is known. */
  readonly text?: string;
  /** Position within a batch, from 0. */
  readonly section?: number;
}

export interface ResultFacts {
  readonly block: number;
  readonly id: string;
  readonly isError: boolean;
  /** Agents that it says were started, by section of a batch where it answers one. */
  readonly handles: readonly { readonly handle: string; readonly section?: number }[];
}

/** A deposit that stands in a mailbox. */
export interface DepositFacts {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sender?: string;
  readonly mail: Mail;
  /** It was delivered too: the entry with the same bytes. */
  readonly repeats?: string;
  readonly readable: boolean;
}

/** One agent, as the index pass saw it. */
export interface AgentFacts {
  readonly id: string;
  /** Its worktree; absent when there is none. */
  readonly folder?: string;
  readonly goal?: string;
  readonly goalDigest?: string;
  readonly name?: string;
  /** Path of its role instructions, where they can be read. */
  readonly soul?: string;
  readonly entries: readonly EntryFacts[];
  readonly summaries: readonly string[];
  readonly deposits: readonly DepositFacts[];
  readonly steps: readonly StepFacts[];
  readonly driverLog?: string;
  /** Step by the name of the entry that it produced. */
  readonly stepOf: ReadonlyMap<string, StepFacts>;
}
