import type { FileTouch, Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";

/** What a person reads of one tool call. */
export interface Card {
  /** The kind in words, e.g. `Shell`, `Read`, `Delegate`. */
  readonly kind: string;
  /** What it was about, on one line: the command, the path, the child's title. */
  readonly about: string;
  /** Replaces the outcome that every card gets (see outcome.ts) where the kind can say more. */
  readonly outcome?: Outcome;
  readonly blocks: readonly Block[];
  /** Files that the call read or changed, for the pages of files. Nothing for a kind that touches none. */
  readonly touches?: readonly FileTouch[];
}

/** One kind of tool. */
export interface ToolCard {
  /** The `kind` of `ToolCallRow` that it draws. */
  readonly kind: string;
  /** `undefined` where the input is not what the kind promises: the unknown card takes over. */
  show(tool: ToolItem): Card | undefined;
}
