import { readFile } from "node:fs/promises";
import type { SiteFile } from "./file.ts";
import { SCRIPT, STYLESHEET } from "./links.ts";
import { utf8 } from "./output.ts";

/** The one stylesheet and the one script of a report, from the files beside the templates. */
export async function assets(folder: URL): Promise<readonly SiteFile[]> {
  const read = (name: string) => readFile(new URL(name, folder), "utf8");
  const css = (await Promise.all(["report.css", "highlight.css"].map(read))).join("\n");
  return [
    { path: STYLESHEET, bytes: utf8(css) },
    { path: SCRIPT, bytes: utf8(await read("report.js")) },
  ];
}
