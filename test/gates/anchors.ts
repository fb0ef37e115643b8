import { pagesOf } from "./gate.ts";

/**
 * The row anchors that stand in a Task's own pages, by the Task's slug, counted from the written HTML alone.
 * An anchor may stand once per view: `breaches` names those that stand twice, or in another Task's pages.
 */
export function countAnchors(
  folder: string,
  views: (file: string) => string = (file) => (file.startsWith("exact") ? "exact" : "semantic"),
): { readonly byTask: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>; readonly breaches: string[] } {
  const byTask = new Map<string, Map<string, Set<string>>>();
  const breaches: string[] = [];
  for (const page of pagesOf(folder)) {
    const [, slug, file] = /^tasks\/(t-[0-9a-f]{12})\/([^/]+)$/.exec(page.path) ?? [];
    const seen =
      slug === undefined ? new Map<string, Set<string>>() : (byTask.get(slug) ?? new Map<string, Set<string>>());
    if (slug !== undefined) byTask.set(slug, seen);
    const view = views(file ?? "");
    const anchors = seen.get(view) ?? new Set<string>();
    seen.set(view, anchors);
    for (const { attributes, line } of page.elements) {
      const [id, owner] = /^(t-[0-9a-f]{12})-[0-9a-f]{12}$/.exec(attributes.get("id") ?? "") ?? [];
      if (id === undefined) continue;
      if (owner !== slug) breaches.push(`${page.path}:${line}: the row ${id} is another Task's`);
      if (anchors.has(id)) breaches.push(`${page.path}:${line}: the row ${id} stands twice`);
      anchors.add(id);
    }
  }
  return { byTask, breaches };
}
