import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, NOTHING } from "../html.ts";
import { BLOCK_ROOM, CARD_ROOM, fits, less, measure } from "../measure.ts";
import { blockText } from "./block-text.ts";
import { renderCode } from "./code.ts";
import { renderFields, renderList } from "./fields.ts";
import { renderNote } from "./note.ts";
import { renderProse } from "./prose.ts";
import { renderTerminal } from "./terminal.ts";

/** One block as markup, within `room` and the limit of a block. What does not fit is shortened, says so and links all of it. */
export function renderBlock(block: Block, context: BlockContext, room: Room = BLOCK_ROOM): Html {
  const own = smaller(room, BLOCK_ROOM);
  switch (block.type) {
    case "code":
      return renderCode(block, context, own);
    case "terminal":
      return renderTerminal(block, context, own);
    case "prose":
      return renderProse(block, context, own);
    case "fields":
      return renderFields(block, context, own);
    case "list":
      return renderList(block, context, own);
    case "note":
      return renderNote(block, context, own);
    default:
      return renderCode({ type: "code", text: blockText(block) }, context, own);
  }
}

// Room for the sentence that stands for all blocks that do not fit.
const LEFT_OUT: Room = { bytes: 600, elements: 8 };

/** The blocks of one card, within `room`. Blocks that do not fit at all stand together in one linked file. */
export function renderBlocks(blocks: readonly Block[], context: BlockContext, room: Room = CARD_ROOM): Html {
  const written: Html[] = [];
  let left = less(room, LEFT_OUT);
  for (const [at, block] of blocks.entries()) {
    const undo = context.highlighter.checkpoint();
    const markup = renderBlock(block, context, left);
    const size = measure(markup);
    if (!fits(size, left)) {
      undo();
      written.push(leftOut(blocks.slice(at), context));
      break;
    }
    left = less(left, size);
    written.push(markup);
  }
  return join(written);
}

function leftOut(blocks: readonly Block[], context: BlockContext): Html {
  const texts = blocks.map(blockText).join("\n\n");
  if (texts.trim() === "") return NOTHING;
  const href = context.attachments.text(texts);
  return context.templates.render("blocks/left-out", {
    blocks: blocks.length,
    href,
    name: href.replace(/^(\.\.\/)+/, ""),
  });
}

function smaller(one: Room, other: Room): Room {
  return { bytes: Math.min(one.bytes, other.bytes), elements: Math.min(one.elements, other.elements) };
}
