import type { Usage } from "../../model/index.ts";
import type { Entry } from "./entry.ts";
import type { Notification } from "./user-text.ts";

/** Where one record stands in its file. */
export interface Spot {
  /** 1-based line; in a web export the 0-based index of the element. */
  readonly n: number;
  readonly start: number;
  readonly end: number;
  /** `false`: the file ends here without a line end. */
  readonly ended: boolean;
}

/** What the index pass keeps of one record: no text of the transcript. */
export interface Facts extends Spot {
  readonly type: Entry["type"];
  /** Rows it gives if it gives any: at least 1. */
  readonly rows: number;
  readonly uuid?: string;
  readonly parent?: string;
  /** The parent across a compaction. */
  readonly logical?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly side: boolean;
  readonly at?: string;
  readonly detail?: Detail;
}

export type Detail =
  | UserFacts
  | ReplyFacts
  | { readonly type: "agent-progress"; readonly callId?: string; readonly inner: Facts }
  | {
      readonly type: "progress";
      readonly kind: string;
      readonly callId?: string;
      readonly hasOutput: boolean;
      readonly resumes: boolean;
    }
  | ({ readonly type: "boundary" } & BoundaryFacts)
  | {
      readonly type: "queue";
      readonly operation: string;
      /** Kept whole, since a prompt that still waits stands in the index. */
      readonly content?: string;
      readonly digest?: string;
      readonly notification?: Notification;
    }
  | { readonly type: "session-fact"; readonly kind: string; readonly text?: string; readonly leaf?: string }
  | { readonly type: "micro-boundary"; readonly calls: readonly string[]; readonly attachments: readonly string[] }
  | {
      readonly type: "system";
      readonly isRetry: boolean;
      readonly isRefusal: boolean;
      /** Nothing in it is for reading. */
      readonly isQuiet: boolean;
      readonly retracted: readonly string[];
    }
  | {
      readonly type: "attachment";
      readonly kind: string;
      /** Something in it is for reading. */
      readonly speaks: boolean;
      readonly resumes: boolean;
      readonly digest?: string;
      readonly notification?: Notification;
    }
  | { readonly type: "raw"; readonly code: string };

export interface UserFacts {
  readonly type: "user";
  readonly isSummary: boolean;
  readonly isMeta: boolean;
  /** `results`: nothing but results of tools. */
  readonly voice: "prompt" | "interrupt" | "machine" | "report" | "results";
  /** Digest of what a prompt says. */
  readonly digest?: string;
  /** With the block that holds it, from 1. */
  readonly notification?: Notification & { readonly block: number };
  readonly results: readonly ResultFacts[];
}

export interface ReplyFacts {
  readonly type: "reply";
  /** What lines of one reply share; absent where nothing trustworthy tells. */
  readonly key?: string;
  readonly usage?: Usage;
  readonly stop?: string;
  readonly isApiError: boolean;
  /** Written by a model, not by Claude Code in its place. */
  readonly real: boolean;
  /** Last block that says something, from 1. */
  readonly answer?: number;
  readonly calls: readonly CallFacts[];
  /** Results that the provider's own tools gave within the reply. */
  readonly results: readonly ResultFacts[];
}

export interface CallFacts {
  /** From 1. */
  readonly block: number;
  readonly id: string;
  readonly name: string;
  readonly providerSide: boolean;
  /** Set on calls that start a sub-agent. */
  readonly delegate?: {
    readonly goal?: string;
    readonly digest?: string;
    readonly description?: string;
    readonly name?: string;
    readonly role?: string;
  };
  /** Ids of what the call waits for. */
  readonly waits: readonly string[];
}

export interface ResultFacts {
  /** From 1. */
  readonly block: number;
  readonly id: string;
  readonly isError: boolean;
  /** The user declined the call or broke it off. */
  readonly isDeclined: boolean;
  /** It only says that something began. */
  readonly isAck: boolean;
  readonly agentId?: string;
  /** The agent that its text names. */
  readonly agentInText?: string;
  readonly agentType?: string;
  readonly status?: string;
  /** The run of a workflow that it started. */
  readonly runId?: string;
  /** The background task that it started. */
  readonly taskId?: string;
  /** A background task that it reports on has ended: the record's own word. */
  readonly taskStatus?: string;
  readonly totals?: Usage;
  /** It is what a sub-agent returned, as its structured copy shows. */
  readonly ofAgent: boolean;
}

/** What a compaction says of itself. */
export interface BoundaryFacts {
  readonly trigger?: string;
  readonly preTokens?: number;
  readonly postTokens?: number;
  readonly durationMs?: number;
}
