import type { Block } from "../block.ts";
import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asTerminal, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A command of a shell. Fields: `command`, `cwd?`, `description?`. */
export const shell: ToolCard = {
  kind: "shell",
  show(tool) {
    const command = textField(tool, "command");
    if (command === undefined) return undefined;
    const description = textField(tool, "description");
    const cwd = textField(tool, "cwd");
    const about = oneLine(command, ABOUT);
    const fields = [
      ...(description === undefined ? [] : [{ name: "description", value: { text: description } }]),
      ...(cwd === undefined ? [] : [{ name: "in folder", value: { text: cwd, code: true } }]),
    ];
    const blocks: Block[] = [];
    if (fields.length > 0) blocks.push({ type: "fields", fields });
    if (about !== command) blocks.push({ type: "code", text: command, language: "bash", title: "Command" });
    return { kind: "Shell", about, blocks: [...blocks, ...resultBlocks(tool, asTerminal)] };
  },
};
