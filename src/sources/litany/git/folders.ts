import { join } from "node:path";
import { type FolderEntry, kindOf, peekFolder } from "../../support/files.ts";

/** What stands in a folder below `root`; nothing where a link is on the way. */
export function listInside(root: string, path: string): readonly FolderEntry[] {
  let folder = root;
  for (const segment of path.split("/")) {
    folder = join(folder, segment);
    if (kindOf(folder) !== "folder") return [];
  }
  return peekFolder(folder);
}
