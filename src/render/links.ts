import type { RowRef, TaskId } from "../projection/index.ts";

/** What render may ask of site. Every URL was decided before the first page; all are relative to the page being made. */
export interface Links {
  /** `undefined`: no page of this report shows that Task. */
  task(id: TaskId): string | undefined;
  /** The row's place in the semantic view, page and fragment; `undefined` where the row is not in this report. */
  row(ref: RowRef): string | undefined;
  /** The row's place in the exact view; `undefined` where the report has none. */
  exact(ref: RowRef): string | undefined;
  /** The row's `id` attribute, the same in every shape. */
  anchor(ref: RowRef): string;
  /** The "as sent to the model" page of a step's request, by its file. */
  request(taskId: TaskId, file: string): string | undefined;
}

/** Payloads too large for a page, and verified images. The same bytes get the same file. */
export interface Attachments {
  /** Writes `text` as UTF-8 under `raw/` and answers its relative URL; `undefined` in a lean report, which has no raw files. */
  text(text: string): string | undefined;
  /** Writes verified image bytes under `raw/`; `extension` is one of png, jpg, gif, webp. */
  image(bytes: Uint8Array, extension: string): string;
}

/** Pages that every report has. */
export type FixedPage = "overview" | "tasks" | "files" | "gaps" | "about" | "by-status" | "by-tool" | "a-z" | "search";

/** Links of one page, with what its frame needs. */
export interface PageLinks extends Links {
  /** `page` is 1-based and defaults to the first. */
  fixed(name: FixedPage, page?: number): string;
  /** One page of a Task's semantic view, 1-based. */
  taskPage(id: TaskId, page: number): string;
  /** One page of a file by its joined path, 1-based; `undefined` where it has none of its own. */
  file(path: string, page: number): string | undefined;
  /** One page of a Task's exact view, 1-based; `undefined` where the report has none. */
  exactPage(id: TaskId, page: number): string | undefined;
  readonly stylesheet: string;
  readonly script: string;
}
