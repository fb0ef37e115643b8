import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, NOTHING, text } from "../html.ts";
import { BLOCK_ROOM, CARD_ROOM, fits, less, measure } from "../measure.ts";
import { allOfIt } from "../shorten.ts";
import { plural } from "../words.ts";
import { blockText } from "./block-text.ts";
import { renderChecklist } from "./checklist.ts";
import { renderCode } from "./code.ts";
import { renderFields, renderList } from "./fields.ts";
import { renderImage } from "./image.ts";
import { renderJson } from "./json.ts";
import { renderNote } from "./note.ts";
import { renderDiff, renderPatch } from "./patch.ts";
import { renderProse } from "./prose.ts";
import { renderTable } from "./table.ts";
import { renderTerminal } from "./terminal.ts";

/** One block as markup, within `room` and the limit of a block. What does not fit is shortened, says so and links all of it. */
export function renderBlock(block: Block, context: BlockContext, room: Room = BLOCK_ROOM): Html {
  const own = smaller(room, BLOCK_ROOM);
  switch (block.type) {
    case "code":
      return renderCode(block, context, own);
    case "terminal":
      return renderTerminal(block, context, own);
    case "patch":
      return renderPatch(block, context, own);
    case "diff":
      return renderDiff(block, context, own);
    case "checklist":
      return renderChecklist(block, context, own);
    case "table":
      return renderTable(block, context, own);
    case "json":
      return renderJson(block, context, own);
    case "prose":
      return renderProse(block, context, own);
    case "fields":
      return renderFields(block, context, own);
    case "list":
      return renderList(block, context, own);
    case "note":
      return renderNote(block, context, own);
    case "image":
      return renderImage(block, context, own);
    case "section":
      // A card within a card has room like one.
      return renderSection(block, context, room);
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

function renderSection(section: Block & { type: "section" }, context: BlockContext, room: Room): Html {
  const { kind, about, outcome, blocks } = section;
  const bad = outcome?.tone === "bad";
  const write = (body: Html) =>
    context.templates.render("blocks/section", {
      kind: text(kind),
      about: text(about),
      tone: outcome?.tone ?? "quiet",
      outcome: text(outcome?.words ?? ""),
      open: bad,
      body,
    });
  const inside = less(smaller(room, CARD_ROOM), measure(write(NOTHING)));
  return write(renderBlocks(blocks, context, inside));
}

function leftOut(blocks: readonly Block[], context: BlockContext): Html {
  const texts = blocks.map(blockText).join("\n\n");
  if (texts.trim() === "") return NOTHING;
  const href = context.attachments.text(texts);
  return context.templates.render("blocks/left-out", {
    blocks: plural(blocks.length, "more part"),
    all: allOfIt(href, context),
  });
}

function smaller(one: Room, other: Room): Room {
  return { bytes: Math.min(one.bytes, other.bytes), elements: Math.min(one.elements, other.elements) };
}
