import type { Block } from "./block.ts";
import type { Html } from "./html.ts";
import type { Attachments, PageLinks } from "./links.ts";

/** What is at hand while one page is written. */
export interface Desk {
  readonly links: PageLinks;
  readonly attachments: Attachments;
  /** Fills `templates/<name>.eta`. */
  fill(template: string, data: Readonly<Record<string, unknown>>): Html;
  blocks(blocks: readonly Block[]): Html;
}
