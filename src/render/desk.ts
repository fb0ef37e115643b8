import type { Room } from "../projection/index.ts";
import type { Block } from "./block.ts";
import type { BlockContext } from "./block-context.ts";
import type { Html } from "./html.ts";
import type { PageLinks } from "./links.ts";

/** What is at hand while one page is written. */
export interface Desk extends BlockContext {
  readonly links: PageLinks;
  /** Fills `templates/<name>.eta`. */
  fill(template: string, data: Readonly<Record<string, unknown>>): Html;
  /** `room` defaults to that of a card. */
  blocks(blocks: readonly Block[], room?: Room): Html;
}
