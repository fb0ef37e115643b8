import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { anyField, textField } from "./fields.ts";
import { asTerminal, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** Text for a command that still runs, or a look at what it wrote since. Fields: `session`, `text?`. */
export const stdin: ToolCard = {
  kind: "stdin",
  show(tool) {
    const session = anyField(tool, "session");
    if (typeof session !== "string" && typeof session !== "number") return undefined;
    const text = textField(tool, "text") ?? "";
    const about = text === "" ? `session ${session}: more output` : `session ${session}: ${text}`;
    return {
      kind: text === "" ? "Wait for output" : "Terminal input",
      about: oneLine(about, ABOUT),
      blocks: [
        ...(text === "" ? [] : [{ type: "terminal", text, title: "Input" } as const]),
        ...resultBlocks(tool, asTerminal),
      ],
    };
  },
};
