import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Everything under a folder, sorted by path, with `/` between folders. Links are not followed. */
export function listFolder(folder: string): readonly { readonly path: string; readonly entry: Dirent }[] {
  const found: { path: string; entry: Dirent }[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      found.push({ path, entry });
      if (entry.isDirectory()) waiting.push(path);
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The paths of the files alone. */
export function listFiles(folder: string): readonly string[] {
  return listFolder(folder).flatMap(({ path, entry }) => (entry.isDirectory() ? [] : [path]));
}

const extensions = ["css", "gif", "html", "jpg", "js", "json", "md", "png", "txt", "webp"];
const devices = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Names that some disk, archive or host would change, refuse or hide. */
export function checkNames(folder: string): string[] {
  const breaches: string[] = [];
  const folded = new Map<string, string>();
  for (const { path, entry } of listFolder(folder)) {
    const { name } = entry;
    const twin = folded.get(path.toLowerCase());
    if (twin !== undefined) breaches.push(`${path}: same name as ${twin} where case does not count`);
    folded.set(path.toLowerCase(), path);
    if (name.length > 60) breaches.push(`${path}: name of ${name.length} characters`);
    if (path.length > 120) breaches.push(`${path}: path of ${path.length} characters`);
    if (devices.test(name.split(".", 1)[0] ?? "")) breaches.push(`${path}: a device name`);
    if (entry.isDirectory()) {
      if (!/^[a-z0-9-]+$/.test(name)) breaches.push(`${path}: folder name`);
    } else if (!entry.isFile()) {
      breaches.push(`${path}: neither file nor folder`);
    } else if (path !== "SHA256SUMS") {
      const extension = /^[a-z0-9-]+\.([a-z0-9]+)$/.exec(name)?.[1];
      if (extension === undefined) breaches.push(`${path}: file name`);
      else if (!extensions.includes(extension)) breaches.push(`${path}: kind of file`);
    }
  }
  return breaches;
}
