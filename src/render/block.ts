import type { Outcome, RowRef, TaskId } from "../projection/index.ts";
import type { PatchFile } from "./patch-file.ts";

/**
 * Where a word in a card leads. Cards name things; only site knows URLs. An address that content names is a link only
 * where it is an absolute http, https or mailto address.
 */
export type Target = { readonly task: TaskId } | { readonly row: RowRef } | { readonly url: string };

/** A run of untrusted text, optionally a link to something in the report. */
export interface Inline {
  readonly text: string;
  readonly to?: Target;
  /** Set in the code face: paths, ids, commands. */
  readonly code?: boolean;
}

/** One line of a checklist. */
export interface ChecklistItem {
  readonly text: string;
  readonly state: "done" | "active" | "open" | "gone";
  /** The state in words; nothing is said where it is empty. */
  readonly word: string;
  /** What differs from the list before, in words. */
  readonly change?: string;
}

/** Rows of a table under one heading, or under none. */
export interface TableGroup {
  readonly heading?: Inline;
  /** Each has a cell for each column. */
  readonly rows: readonly (readonly Inline[])[];
}

/**
 * What a card is made of: data, never markup. Every string in it is untrusted and is escaped where blocks are written.
 * A block never loses text: what exceeds the inline limits is shortened, says so and links all of it.
 */
export type Block =
  /**
   * Program text or any text whose white space matters. `language` as a fence or file extension names it. Lines are
   * numbered from `firstLine`, or by `numbers`, one for each line, where they do not follow each other.
   */
  | {
      readonly type: "code";
      readonly text: string;
      readonly language?: string;
      readonly firstLine?: number;
      readonly numbers?: readonly number[];
      readonly title?: string;
    }
  /** What a terminal printed; SGR colours become classes. */
  | { readonly type: "terminal"; readonly text: string; readonly title?: string }
  /** A patch as text: unified, or in the `*** Begin Patch` envelope. Shown as line-coloured text where it does not parse. */
  | { readonly type: "patch"; readonly text: string; readonly title?: string }
  /** A change that is known as lines and not as the text of a patch. */
  | { readonly type: "diff"; readonly files: readonly PatchFile[]; readonly title?: string }
  /** Markdown that a person or model wrote. */
  | { readonly type: "prose"; readonly markdown: string; readonly title?: string }
  | { readonly type: "json"; readonly value: unknown; readonly title?: string }
  | { readonly type: "fields"; readonly fields: readonly { readonly name: string; readonly value: Inline }[] }
  | { readonly type: "list"; readonly items: readonly (readonly Inline[])[]; readonly title?: string }
  | { readonly type: "checklist"; readonly items: readonly ChecklistItem[]; readonly title?: string }
  | {
      readonly type: "table";
      readonly columns: readonly string[];
      readonly groups: readonly TableGroup[];
      readonly title?: string;
    }
  /** Base64 as recorded; becomes a file only if its magic bytes are those of a PNG, JPEG, GIF or WebP. */
  | { readonly type: "image"; readonly mediaType: string; readonly data: string }
  | { readonly type: "note"; readonly tone: "quiet" | "warning" | "bad"; readonly text: readonly Inline[] }
  /** Part of a card that is a card of its own, such as one call of several made in one. Folded unless it went wrong. */
  | {
      readonly type: "section";
      readonly kind: string;
      readonly about: string;
      readonly outcome?: Outcome;
      readonly blocks: readonly Block[];
    };
