/** Identity of a row within its Task. Survives appending; a repeated id gets `~2`, `~3` … in order. */
export type ItemId = string;

/** Names one record within the workspace: its file, or `file:line` where a file holds many. */
export type RecordId = string;

/** A place in the source. Everything that is shown or complained about can say where it stands. */
export interface Place {
  /** Path relative to the workspace, with `/` between folders. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  /** Byte range `[start, end)` within the file, when the thing is smaller than its file. */
  readonly start?: number;
  readonly end?: number;
  /** Something of the record is withheld or masked: the bytes given out for it are written anew from what is shown. */
  readonly rewritten?: true;
}
