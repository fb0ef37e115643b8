import type { ToolItem } from "../../projection/index.ts";
import { oneLine } from "../words.ts";
import type { Card } from "./card.ts";
import { aboutInput, inputBlocks } from "./inputs.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const NAME = 60;
const ABOUT = 160;

/** Any tool at all: its name, what it was given, what it gave back. Also for an input that is not what its kind promises. */
export function unknown(tool: ToolItem): Card {
  const { call } = tool;
  return {
    kind: call === undefined ? "Result" : oneLine(call.name, NAME) || "Tool without a name",
    about: call === undefined ? "" : oneLine(aboutInput(call.input), ABOUT),
    blocks: [
      // Of an input that is withheld nothing may be said, not even that there is none.
      ...(call === undefined || call.restricted ? [] : inputBlocks(call.input)),
      ...resultBlocks(tool, asTextOrJson),
    ],
  };
}
