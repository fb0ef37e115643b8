import { join } from "node:path";
import { NotReadable, type Source } from "../source.ts";
import { joinParts, MIXED, type OpenPart } from "./join.ts";
import { type Formats, findParts, type Part } from "./parts.ts";

/**
 * A folder that holds several workspaces, of one format or of several: one workspace with the roots of each. The formats are
 * handed in, so that none of them knows another.
 */
export function mixed(formats: Formats): Source {
  return {
    id: MIXED,
    async detect(input) {
      const parts = await findParts(input, formats);
      // What one format reads from files all over the folder needs no joining.
      const isOne = parts.length === 1 && parts.every(({ folder }) => folder === "");
      return parts.length === 0 || isOne ? undefined : { because: describe(parts) };
    },
    async open(input) {
      const parts = await findParts(input, formats);
      if (parts.length === 0) throw new NotReadable("no workspace of any format is in it");
      const opened: OpenPart[] = [];
      try {
        for (const part of parts) {
          const path = join(input.path, part.folder);
          opened.push({ part, workspace: await part.source.open({ path, apart: part.apart }) });
        }
      } catch (error) {
        for (const { workspace } of opened) await workspace.close();
        throw error;
      }
      return joinParts(input.path, opened);
    },
  };
}

/** Formats and numbers; names of folders are content. */
function describe(parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { source, folder } of parts) if (folder !== "") counts.set(source.id, (counts.get(source.id) ?? 0) + 1);
  const folders = [...counts].map(([id, count]) => `${count} ${count === 1 ? "folder" : "folders"} of ${id}`);
  const files = parts.filter(({ folder }) => folder === "").map(({ source }) => `files of ${source.id}`);
  return `it holds ${[...folders, ...files].join(", ")}`;
}
