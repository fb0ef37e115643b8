import type { FileFacts, FileGroup, FileTouchView } from "../projection/index.ts";
import { sha256 } from "./names.ts";

/** Files on one page of their list, and touches on one page of a file. */
const LIST_FILES = 300;
const FILE_TOUCHES = 700;
/** More files have no page of their own: what is only named once must not outgrow what names it. */
const MOST_PAGES = 5_000;

export interface PlannedFile {
  readonly file: FileFacts;
  readonly pages: readonly (readonly FileGroup[])[];
}

export interface FilesPlan {
  /** At least one page. */
  readonly lists: readonly (readonly FileFacts[])[];
  readonly files: readonly PlannedFile[];
  /** One page of a file by the name that its forms share; `undefined` where it has none. */
  page(path: string, page: number): string | undefined;
}

/** Plans the pages of files; the first are the ones that matter most. */
export function planFiles(files: readonly FileFacts[]): FilesPlan {
  const planned = files.slice(0, MOST_PAGES).map((file) => ({ file, pages: pagesOf(file) }));
  const names = new Map<string, { readonly name: string; readonly pages: number }>();
  const taken = new Set<string>();
  for (const { file, pages } of planned) {
    const name = `f-${sha256(file.path).slice(0, 12)}`;
    if (taken.has(name)) throw new Error("two paths of files have the same name");
    taken.add(name);
    names.set(file.path, { name, pages: pages.length });
  }
  return {
    lists: chunk(files, LIST_FILES),
    files: planned,
    page(path, page) {
      const own = names.get(path);
      if (own === undefined || page > own.pages) return undefined;
      return `files/${own.name}${page === 1 ? "" : `-${page}`}.html`;
    },
  };
}

/** Tasks apart, in order; one with more touches than a page holds goes on over several. */
function pagesOf({ groups }: FileFacts): readonly (readonly FileGroup[])[] {
  const pages: FileGroup[][] = [[]];
  let left = FILE_TOUCHES;
  for (const { taskId, title, touches } of groups) {
    for (let at = 0; at < touches.length; ) {
      if (left === 0) {
        pages.push([]);
        left = FILE_TOUCHES;
      }
      const some: readonly FileTouchView[] = touches.slice(at, at + left);
      pages.at(-1)?.push({ taskId, title, touches: some });
      at += some.length;
      left -= some.length;
    }
  }
  return pages;
}

function chunk<T>(things: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < things.length; at += size) chunks.push(things.slice(at, at + size));
  return chunks.length > 0 ? chunks : [[]];
}
