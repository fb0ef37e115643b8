import { join } from "node:path";
import type { Source, SourceInput } from "../source.ts";
import { kindOf, peekFolder } from "../support/files.ts";

/** The formats that a folder can hold side by side. */
export interface Formats {
  /** A folder is the workspace, and everything in it belongs to it. */
  readonly whole: readonly Source[];
  /** Told file by file, wherever the files stand. */
  readonly byFile: readonly Source[];
}

/** One of the workspaces that a folder holds. */
export interface Part {
  readonly source: Source;
  /** Its folder, relative to the input; empty for the input itself. */
  readonly folder: string;
  /** Folders below its own that are other parts. */
  readonly apart: readonly string[];
}

const DEEPEST = 4;
const MOST_FOLDERS = 2_000;
/** Never hold workspaces, and can hold very many files. */
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The workspaces in a folder that is none itself, those with a folder of their own first, by path. */
export async function findParts({ path }: SourceInput, formats: Formats): Promise<readonly Part[]> {
  if (kindOf(path) !== "folder" || (await sourceOf(path, formats)) !== undefined) return [];
  const wholes = await findWholes(path, formats);
  const apart = wholes.map(({ folder }) => folder);
  const parts: Part[] = [...wholes];
  for (const source of formats.byFile) {
    if ((await source.detect({ path, apart })) !== undefined) parts.push({ source, folder: "", apart });
  }
  return parts;
}

async function findWholes(root: string, formats: Formats): Promise<readonly Part[]> {
  const found: Part[] = [];
  let level = [""];
  let looked = 0;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const { name, kind } of peekFolder(join(root, folder))) {
        if (kind !== "folder" || PASSED_OVER.has(name) || looked >= MOST_FOLDERS) continue;
        looked += 1;
        const inside = folder === "" ? name : `${folder}/${name}`;
        const source = await sourceOf(join(root, inside), formats);
        if (source === undefined) below.push(inside);
        else found.push({ source, folder: inside, apart: [] });
      }
    }
    level = below;
  }
  return found.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

async function sourceOf(path: string, { whole }: Formats): Promise<Source | undefined> {
  for (const source of whole) if ((await source.detect({ path })) !== undefined) return source;
  return undefined;
}
