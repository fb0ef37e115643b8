import type { Page } from "./page.ts";

const references = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details"];

/** What a screen reader and a link rely on: language, one h1, headings in order, ids that are unique and referenced ones that exist. */
export function checkOutline(page: Page): string[] {
  const breaches: string[] = [];
  const ids = new Map<string, number>();
  let headings = 0;
  let level = 0;
  for (const { name, space, attributes, line } of page.elements) {
    const complain = (says: string) => breaches.push(`${page.path}:${line}: ${says}`);
    if (name === "html" && !/^[a-z]{2}(-[A-Z]{2})?$/.test(attributes.get("lang") ?? "")) complain("no language");
    const id = attributes.get("id");
    if (id !== undefined) {
      if (!/^[a-zA-Z][\w-]*$/.test(id)) complain(`the id ${JSON.stringify(id)} is not one word`);
      if (ids.has(id)) complain(`the id ${id} stands also in line ${ids.get(id)}`);
      ids.set(id, line);
    }
    const heading = space === "html" ? /^h([1-6])$/.exec(name)?.[1] : undefined;
    if (heading !== undefined) {
      if (level > 0 && Number(heading) > level + 1) complain(`<h${heading}> after <h${level}>`);
      level = Number(heading);
      if (level === 1) headings += 1;
    }
  }
  if (headings !== 1) breaches.push(`${page.path}: ${headings} h1`);
  for (const { name, attributes, line } of page.elements) {
    for (const reference of references) {
      for (const id of attributes.get(reference)?.split(" ") ?? []) {
        if (!ids.has(id)) breaches.push(`${page.path}:${line}: <${name} ${reference}> names no element: ${id}`);
      }
    }
  }
  return breaches;
}
