import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Problem, ReportSource } from "./verify.ts";

/** A report as it stands on the disk. Links are not followed. */
export async function folderSource(root: string): Promise<ReportSource> {
  const files = new Map<string, number>();
  const problems: Problem[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(path.join(root, at), { withFileTypes: true })) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(name);
      else if (entry.isFile()) files.set(name, (await lstat(path.join(root, name))).size);
      else problems.push({ kind: "unsound", path: name, says: "is neither a file nor a folder" });
    }
  }
  return {
    problems,
    files,
    read: async (name) => (files.has(name) ? await readFile(path.join(root, name)) : undefined),
  };
}
