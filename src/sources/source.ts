import type { OpenWorkspace } from "../model/index.ts";

/** What the user pointed at. */
export interface SourceInput {
  /** Absolute path of a folder or file. Never shown, never in any output. */
  readonly path: string;
}

/** A source recognised its format. */
export interface Detection {
  /** What in the input says so, in our own words, e.g. "it has agents/*\/messages". */
  readonly because: string;
}

/** One way of writing a workspace down. */
export interface Source {
  /** Kebab-case; what `--format` takes. */
  readonly id: string;
  /** Looks, cheaply, and never throws for content it does not know. */
  detect(input: SourceInput): Promise<Detection | undefined>;
  open(input: SourceInput): Promise<OpenWorkspace>;
}
