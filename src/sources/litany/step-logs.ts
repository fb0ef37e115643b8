import type { FileTree } from "../support/files.ts";
import { textAt } from "./scan.ts";

const LOG_TAIL = 4_000;

/** The last lines of a log; `undefined` when it says nothing. */
export function tailOfLog(
  tree: FileTree,
  path: string,
): { readonly text: string; readonly whole: boolean } | undefined {
  const text = textAt(tree, path);
  if (text === undefined || text.trim() === "") return undefined;
  if (text.length <= LOG_TAIL) return { text, whole: true };
  const start = text.length - LOG_TAIL;
  const lineEnd = text.indexOf("\n", start);
  return { text: text.slice(lineEnd < 0 || lineEnd === text.length - 1 ? start : lineEnd + 1), whole: false };
}
