import { statSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./files.ts";

/** A page as a place in the report, apart from which Task, step or number it is of. */
export function typeOfPage(path: string): string {
  return path
    .replace(/t-[0-9a-f]{12}/, "task")
    .replace(/f-[0-9a-f]{12}/, "file")
    .replace(/-\d+\.html$/, "-n.html")
    .replace(/\/sent-[0-9a-f]+\.html$/, "/sent-n.html");
}

/** The largest page of each type: where most can go wrong. */
export function pageOfEachType(folder: string): ReadonlyMap<string, string> {
  const largest = new Map<string, { readonly path: string; readonly bytes: number }>();
  for (const path of listFiles(folder)) {
    if (!path.endsWith(".html")) continue;
    const bytes = statSync(join(folder, path)).size;
    const known = largest.get(typeOfPage(path));
    if (known === undefined || bytes > known.bytes) largest.set(typeOfPage(path), { path, bytes });
  }
  return new Map([...largest].map(([type, { path }]) => [type, path]));
}
