import type { Usage } from "../../model/index.ts";
import type { Document, PlacedSpan } from "./document.ts";
import type { Reference } from "./records.ts";

/** What stays in memory of one step: no text of it. */
export interface StepFacts {
  readonly span: PlacedSpan;
  /** Its own number, else its place. */
  readonly name: string;
  readonly source: "system" | "user" | "agent" | "other" | "unreadable";
  readonly copied: boolean;
  /** Digest of who says what, comparable between trajectories. */
  readonly said: string;
  readonly timestamp?: string;
  /** References to sub-agents, with the call whose result holds them; a compaction refers to its helpers without a call. */
  readonly references: readonly { readonly reference: Reference; readonly call?: number; readonly result: number }[];
  readonly compaction: boolean;
  /** Calls of the step; one that nothing answers leaves the step unfinished. */
  readonly calls: number;
  readonly answered: number;
  /** It says something to read. */
  readonly speaks: boolean;
  /** Kinds of its rows in order, which name rows without reading the step again. */
  readonly rows: readonly RowKind[];
  /** By result: the place of its row among them; absent for one that has none. */
  readonly resultRows: ReadonlyMap<number, number>;
}

export type RowKind = "reasoning" | "message" | "call" | "result" | "feedback" | "compaction" | "raw";

/** One trajectory, as the index pass saw it. */
export interface TrajectoryFacts {
  readonly document: Document;
  readonly sessionId?: string;
  readonly trajectoryId?: string;
  readonly parentSessionId?: string;
  readonly continuedBy?: string;
  readonly steps: readonly StepFacts[];
  readonly usage?: Usage;
  readonly goal?: string;
  readonly answer?: { readonly step: number; readonly text: string };
}

/** Names a trajectory within the workspace. */
export function documentId({ path, key }: Pick<Document, "path" | "key">): string {
  return `${path}${key}`;
}
