import type { Outcome, ToolItem } from "../../projection/index.ts";
import { exitOutcome } from "../outcome.ts";
import type { ToolCard } from "./card.ts";
import { anyField, structuredMember } from "./fields.ts";
import { asTerminal, resultBlocks } from "./results.ts";

/** What a command in the background wrote since it was last looked at. Field: `shell`, its id. */
export const shellOutput: ToolCard = {
  kind: "shell-output",
  show(tool) {
    const shell = anyField(tool, "shell");
    if (typeof shell !== "string" && typeof shell !== "number") return undefined;
    const outcome = outcomeOfShell(tool);
    const command = structuredMember(tool, "command");
    return {
      kind: "Background output",
      about: typeof command === "string" ? `${shell} · ${command}` : String(shell),
      ...(outcome !== undefined && { outcome }),
      blocks: resultBlocks(tool, asTerminal),
    };
  },
};

function outcomeOfShell(tool: ToolItem): Outcome | undefined {
  if (tool.failed || tool.result === undefined) return undefined;
  const exit = structuredMember(tool, "exitCode");
  if (typeof exit === "number" && Number.isSafeInteger(exit)) return exitOutcome(exit, false);
  const status = structuredMember(tool, "status");
  return status === "running" ? { words: "still running", tone: "busy" } : undefined;
}
