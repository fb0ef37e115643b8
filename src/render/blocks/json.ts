import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import type { Html } from "../html.ts";
import { renderJsonTree } from "../json-tree.ts";
import { jsonWeight } from "../json-weight.ts";
import { less } from "../measure.ts";
import { printJson } from "../print-json.ts";
import { shortened } from "../shorten.ts";
import { blockTitle, frame } from "./parts.ts";

// The box around the tree, its title and the sentence about what is left out.
const AROUND: Room = { bytes: 1_000, elements: 8 };

/** A JSON value as nested folds. */
export function renderJson({ value, title }: Block & { type: "json" }, context: BlockContext, room: Room): Html {
  const tree = renderJsonTree(value, less(room, AROUND));
  return frame(context, [
    blockTitle(title, context),
    context.templates.render("blocks/json", { body: tree.markup }),
    shortened(tree.shown, jsonWeight(value), () => context.attachments.text(printJson(value)), context),
  ]);
}
