import type { Block } from "../block.ts";
import { blockText } from "../blocks/block-text.ts";
import type { Desk } from "../desk.ts";
import { type Html, NOTHING } from "../html.ts";
import { fits, less, measure } from "../measure.ts";

/** What one page takes; what comes after stands in one file. */
const ROOM = { bytes: 600_000, elements: 6_000 };

/** Takes pieces of a page as long as there is room. */
export interface Shelf {
  /** `write()` while it fits, nothing from then on; `heading` and `blocks` are what the file says of it. */
  put(heading: string, blocks: readonly Block[], write: () => Html): Html;
  /** The link to all that did not fit; nothing where everything did. */
  beyond(): Html;
}

export function createShelf(desk: Desk): Shelf {
  let left = ROOM;
  let full = false;
  const rest: string[] = [];
  return {
    put(heading, blocks, write) {
      const html = full ? NOTHING : write();
      const size = measure(html);
      if (!full && fits(size, left)) {
        left = less(left, size);
        return html;
      }
      full = true;
      rest.push([heading, ...blocks.map(blockText)].join("\n\n"));
      return NOTHING;
    },
    beyond() {
      if (rest.length === 0) return NOTHING;
      return desk.fill("pages/beyond", { pieces: rest.length, href: desk.attachments.text(rest.join("\n\n")) });
    },
  };
}
