import type { FileTouch, Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { countLines } from "../outcome.ts";
import { hunksFile, statsOf } from "../patch.ts";
import { count, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { extensionOf, structuredMember, textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/** A file that was written whole. Fields: `path`, `content`. */
export const write: ToolCard = {
  kind: "write",
  show(tool) {
    const path = textField(tool, "path");
    const content = textField(tool, "content");
    if (path === undefined || content === undefined) return undefined;
    const language = extensionOf(path);
    const whole: Block = {
      type: "code",
      text: content,
      firstLine: 1,
      title: path,
      ...(language !== undefined && { language }),
    };
    const diff = tool.failed ? undefined : hunksFile(path, structuredMember(tool, "structuredPatch"));
    const touch = touchOf(tool, path, content, diff && statsOf(diff));
    const outcome = outcomeOfWrite(tool, touch, content);
    return {
      kind: "Write",
      about: path,
      ...(outcome !== undefined && { outcome }),
      blocks: [
        ...(diff === undefined ? [] : [{ type: "diff", files: [diff], title: "What changed" } as const]),
        ...(content === "" ? [] : [whole]),
        ...resultBlocks(tool, asText),
      ],
      touches: [touch],
    };
  },
};

function touchOf(
  tool: ToolItem,
  path: string,
  content: string,
  stats: { readonly added: number; readonly removed: number } | undefined,
): FileTouch {
  if (structuredMember(tool, "type") === "create") return { path, action: "created", added: countLines(content) };
  return { path, action: "written", ...(stats && { added: stats.added, removed: stats.removed }) };
}

function outcomeOfWrite({ result, failed }: ToolItem, touch: FileTouch, content: string): Outcome | undefined {
  if (result === undefined || failed) return undefined;
  const { action, added, removed } = touch;
  if (action === "created") return { words: `created, ${plural(countLines(content), "line")}`, tone: "quiet" };
  const lines = plural(countLines(content), "line");
  const change = added === undefined || removed === undefined ? lines : `+${count(added)} −${count(removed)}`;
  return { words: change, tone: "quiet" };
}
