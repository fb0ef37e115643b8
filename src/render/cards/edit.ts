import type { Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { editFile, hunksFile, type Replacement, statsOf } from "../patch.ts";
import { count } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { isObject, listField, memberOf, structuredMember, textField } from "./fields.ts";
import { asText, resultBlocks } from "./results.ts";

/**
 * Texts put in the place of others in one file. Fields: `path` and `edits`, a list of `{ old?, new, all? }`. Where the
 * source keeps the patch that came of it, that is shown: it knows the lines.
 */
export const edit: ToolCard = {
  kind: "edit",
  show(tool) {
    const path = textField(tool, "path");
    const edits = listField(tool, "edits")?.map(replacementOf);
    if (path === undefined || edits === undefined || !edits.every((one) => one !== undefined)) return undefined;
    const recorded = tool.failed ? undefined : hunksFile(path, structuredMember(tool, "structuredPatch"));
    const file = recorded ?? editFile(path, edits);
    const { added, removed } = statsOf(file);
    const unknown = edits.some(({ old }) => old === undefined) && recorded === undefined;
    const counts = { added, ...(!unknown && { removed }) };
    const diff: Block = { type: "diff", files: [file], ...(tool.failed && { title: "What was asked for" }) };
    const outcome = outcomeOfEdit(tool, counts);
    return {
      kind: "Edit",
      about: edits.length === 1 ? path : `${path} · ${count(edits.length)} edits`,
      ...(outcome !== undefined && { outcome }),
      blocks: [...(file.lines.length === 0 ? [] : [diff]), ...resultBlocks(tool, asText)],
      touches: [{ path, action: "edited", ...counts }],
    };
  },
};

/** `+8 −3`, where the edit is known to have been made. */
function outcomeOfEdit({ result, failed }: ToolItem, counts: { added: number; removed?: number }): Outcome | undefined {
  if (result === undefined || failed) return undefined;
  const removed = counts.removed === undefined ? "" : ` −${count(counts.removed)}`;
  return { words: `+${count(counts.added)}${removed}`, tone: "quiet" };
}

function replacementOf(value: unknown): Replacement | undefined {
  if (!isObject(value)) return undefined;
  const [old, now, all] = ["old", "new", "all"].map((name) => memberOf(value, name));
  if (typeof now !== "string" || (old !== undefined && typeof old !== "string")) return undefined;
  return { new: now, ...(old !== undefined && { old }), ...(all === true && { all }) };
}
