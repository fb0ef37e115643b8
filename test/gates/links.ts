import { listFiles } from "./files.ts";
import { pagesOf } from "./gate.ts";
import { targetOf } from "./url.ts";

/** Internal links and fragments that do not land. Every page is read before the first link is judged. */
export function checkLinks(folder: string): string[] {
  const files = new Set(listFiles(folder));
  const ids = new Map<string, ReadonlySet<string>>();
  const links = new Map<string, string>();
  for (const page of pagesOf(folder)) {
    const own = new Set<string>();
    for (const { name, attributes, line } of page.elements) {
      const id = attributes.get("id");
      if (id !== undefined) own.add(id);
      for (const attribute of ["href", "src"]) {
        const url = attributes.get(attribute);
        const target = url === undefined ? undefined : targetOf(url, page.path);
        if (target === undefined) continue;
        const key = target.fragment === undefined ? target.path : `${target.path}#${target.fragment}`;
        if (!links.has(key)) links.set(key, `${page.path}:${line}: <${name} ${attribute}="${url}">`);
      }
    }
    ids.set(page.path, own);
  }
  const breaches: string[] = [];
  for (const [key, where] of links) {
    const [path = "", fragment] = key.split("#");
    if (!files.has(path)) breaches.push(`${where} names no file`);
    else if (fragment !== undefined && ids.get(path)?.has(fragment) !== true)
      breaches.push(`${where} lands on no element`);
  }
  return breaches;
}
