import { readFile } from "node:fs/promises";
import type { SiteFile } from "./file.ts";
import { SCRIPT, SEARCH, STYLESHEET } from "./links.ts";
import { utf8 } from "./output.ts";

/** What the assets of a report are put together from, in order. */
const PARTS = [
  [STYLESHEET, ["report.css", "highlight.css"]],
  [SCRIPT, ["base.js", "rows.js", "filters.js", "keys.js"]],
  [SEARCH, ["search.js"]],
] as const;

/** The stylesheet, the script of every page and that of search, from the files beside the templates. */
export async function assets(folder: URL): Promise<readonly SiteFile[]> {
  return Promise.all(
    PARTS.map(async ([path, names]) => {
      const parts = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
      return { path, bytes: utf8(slim(parts.join("\n"))) };
    }),
  );
}

/** Without indentation and the lines that only explain: no string of ours goes over several lines. */
function slim(source: string): string {
  return source.replace(/^ +/gm, "").replace(/^(?:\/\/.*|\/\*.*\*\/)\n/gm, "");
}
