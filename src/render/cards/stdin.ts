import type { Block } from "../block.ts";
import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { anyField, textField } from "./fields.ts";
import { asTerminal, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** Text for a command that still runs, or a look at what it wrote since. Fields: `session`, `text?`, `command?`. */
export const stdin: ToolCard = {
  kind: "stdin",
  show(tool) {
    const session = anyField(tool, "session");
    if (typeof session !== "string" && typeof session !== "number") return undefined;
    const text = textField(tool, "text") ?? "";
    const command = textField(tool, "command");
    const where = command === undefined ? `session ${session}` : command;
    const about = text === "" ? where : `${text.trim()} · ${where}`;
    return {
      kind: text === "" ? "Wait for output" : "Terminal input",
      about: oneLine(about, ABOUT),
      blocks: [
        ...(command === undefined ? [] : [runs(session, command)]),
        ...(text === "" ? [] : [{ type: "terminal", text, title: "Input" } as const]),
        ...resultBlocks(tool, asTerminal),
      ],
    };
  },
};

function runs(session: string | number, command: string): Block {
  return {
    type: "fields",
    fields: [
      { name: "session", value: { text: String(session), code: true } },
      { name: "runs", value: { text: command, code: true } },
    ],
  };
}
