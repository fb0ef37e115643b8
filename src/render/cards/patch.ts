import type { FileTouch, Outcome, ToolItem } from "../../projection/index.ts";
import { type FileStats, patchStats } from "../patch.ts";
import { count, oneLine, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { textField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A change to files. Field: `patch`, a unified diff or a patch in the `*** Begin Patch` envelope. */
export const patch: ToolCard = {
  kind: "patch",
  show(tool) {
    const text = textField(tool, "patch");
    if (text === undefined) return undefined;
    const files = patchStats(text)?.files ?? [];
    const outcome = outcomeOfPatch(tool, files);
    return {
      kind: "Patch",
      about: files.length === 0 ? oneLine(text, ABOUT) : aboutFiles(files),
      ...(outcome !== undefined && { outcome }),
      blocks: [{ type: "patch", text }, ...resultBlocks(tool, asTextOrJson)],
      touches: files.flatMap(touchOf),
    };
  },
};

function touchOf({ path, from, change, added, removed }: FileStats): FileTouch[] {
  if (path === undefined) return [];
  const action = change === "changed" ? "edited" : change;
  // A patch that deletes a file may leave out what was in it.
  const counts = action === "deleted" && removed === 0 ? {} : { added, removed };
  return [{ path, action, ...(from !== undefined && { from }), ...counts }];
}

function aboutFiles(files: readonly FileStats[]): string {
  const paths = files.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const [first = "lines outside any file", second] = paths;
  if (second === undefined) return first;
  return paths.length === 2 ? `${first} and ${second}` : `${first} and ${plural(paths.length - 1, "more file")}`;
}

/** `+8 −3`, where the patch is known to have been applied. */
function outcomeOfPatch({ call, result, failed }: ToolItem, files: readonly FileStats[]): Outcome | undefined {
  if (call === undefined || result === undefined || failed || files.length === 0) return undefined;
  const sum = (of: "added" | "removed") => files.reduce((total, file) => total + file[of], 0);
  return { words: `+${count(sum("added"))} −${count(sum("removed"))}`, tone: "quiet" };
}
