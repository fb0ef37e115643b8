import type { OpenWorkspace } from "../model/index.ts";

/** What the user pointed at. */
export interface SourceInput {
  /** Absolute path of a folder or file. Never shown, never in any output. */
  readonly path: string;
  /** Folders below `path`, relative to it, that belong to other workspaces: not looked into and not listed. */
  readonly apart?: readonly string[];
}

/** A source recognised its format. */
export interface Detection {
  /** What in the input says so, in our own words, e.g. "it has agents/*\/messages". */
  readonly because: string;
}

/** What was pointed at cannot be opened as this format. Its message is a sentence fragment of ours: "it is no folder of rollouts". */
export class NotReadable extends Error {}

/** One way of writing a workspace down. */
export interface Source {
  /** Kebab-case; what `--format` takes. */
  readonly id: string;
  /** Looks, cheaply, and never throws for content it does not know. */
  detect(input: SourceInput): Promise<Detection | undefined>;
  /** @throws NotReadable when the input cannot hold this format. Bad content is no reason: it is told in the index. */
  open(input: SourceInput): Promise<OpenWorkspace>;
}

/** One way of writing a workspace down, after policy and redaction. */
export interface Exporter {
  /** Kebab-case; what `export --to` takes. */
  readonly id: string;
  /**
   * Writes the files of the other format one by one, in an order that depends on the workspace alone.
   * Answers what the format cannot hold, one sentence each; empty when it holds everything.
   */
  write(
    workspace: OpenWorkspace,
    sink: (file: { readonly path: string; readonly bytes: Uint8Array }) => Promise<void>,
  ): Promise<readonly string[]>;
}
