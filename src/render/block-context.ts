import type { PageHighlighter } from "./highlight.ts";
import type { Attachments, Links } from "./links.ts";
import type { Templates } from "./templates.ts";

/** What writing a block needs beside the block. One per page. */
export interface BlockContext {
  readonly links: Links;
  readonly attachments: Attachments;
  readonly highlighter: PageHighlighter;
  readonly templates: Templates;
}
