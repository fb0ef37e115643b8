import type { Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { duration, oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { flagField, numberField, structuredMember, textField } from "./fields.ts";
import { asTerminal, resultBlocks, resultText } from "./results.ts";

const ABOUT = 160;

/** A command of a shell. Fields: `command`, `cwd?`, `description?`, `timeoutMs?`, `background?`. */
export const shell: ToolCard = {
  kind: "shell",
  show(tool) {
    const command = textField(tool, "command");
    if (command === undefined) return undefined;
    const about = oneLine(command, ABOUT);
    const fields = factsOf(tool);
    const blocks: Block[] = [];
    if (fields.length > 0) blocks.push({ type: "fields", fields });
    if (about !== command) blocks.push({ type: "code", text: command, language: "bash", title: "Command" });
    const outcome = outcomeOfCommand(tool);
    return {
      kind: "Shell",
      about,
      ...(outcome !== undefined && { outcome }),
      blocks: [...blocks, ...resultBlocks(tool, asTerminal)],
    };
  },
};

function factsOf(tool: ToolItem) {
  const description = textField(tool, "description");
  const cwd = textField(tool, "cwd");
  const timeout = numberField(tool, "timeoutMs");
  return [
    ...(description === undefined ? [] : [{ name: "description", value: { text: description } }]),
    ...(cwd === undefined ? [] : [{ name: "in folder", value: { text: cwd, code: true } }]),
    ...(timeout === undefined ? [] : [{ name: "time limit", value: { text: duration(timeout) } }]),
    ...(flagField(tool, "background") ? [{ name: "run", value: { text: "in the background" } }] : []),
  ];
}

/** What the record says beside an exit code: broken off, out of time, or not over when the call returned. */
function outcomeOfCommand(tool: ToolItem): Outcome | undefined {
  const { result } = tool;
  if (result === undefined || result.exitCode !== undefined) return undefined;
  const [, limit] =
    /(?:^|\n)(?:Error: )?Command timed out after ([\w ]{1,40})/.exec(ends(resultText(tool) ?? "")) ?? [];
  if (limit !== undefined) return { words: `timed out after ${limit.trim()}`, tone: "bad" };
  if (structuredMember(tool, "interrupted") === true) return { words: "interrupted", tone: "bad" };
  const started = flagField(tool, "background") || structuredMember(tool, "backgroundTaskId") !== undefined;
  return started && !tool.failed ? { words: "started in the background", tone: "busy" } : undefined;
}

/** Where a shell says how a command ended. */
function ends(text: string): string {
  return text.length <= 800 ? text : `${text.slice(0, 400)}\n${text.slice(-400)}`;
}
