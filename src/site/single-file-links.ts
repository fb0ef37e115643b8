const ROW = /^t-[0-9a-f]{12}-[0-9a-f]{12}$/;
const EXACT = /^tasks\/[^/]+\/exact(-\d+)?\.html$/;
const PAGE = /\.html$/;
const TEXT = /^raw\/([0-9a-f]+)\.txt$/;

/** Where a link of a page leads in the single file; `left out` names the kind that was left out for size. */
export type SingleTarget = { readonly fragment: string } | { readonly leftOut: "raw" | "exact" } | "nowhere";

/** The section of a page. */
export function sectionId(page: string): string {
  return `page-${page.replace(PAGE, "").replaceAll("/", "-")}`;
}

/** Where a raw file stands. */
export function rawId(path: string): string | undefined {
  const [, name] = TEXT.exec(path) ?? [];
  return name === undefined ? undefined : `raw-${name}`;
}

export function isExact(page: string): boolean {
  return EXACT.test(page);
}

/** An `id` of a page, in one document with all others: rows of the semantic view keep theirs, everything else gets its page's. */
export function singleId(page: string, id: string): string {
  if (ROW.test(id)) return isExact(page) ? `exact-${id}` : id;
  return `${sectionId(page)}--${id}`;
}

/** `href` as it stands on `page`, of a path of the report. */
export function singleTarget(
  page: string,
  href: string,
  has: { file(path: string): boolean; readonly raw: boolean; readonly exact: boolean },
): SingleTarget {
  const [relative = "", fragment] = href.split("#");
  const path = relative === "" ? page : resolved(page, relative);
  if (!has.file(path)) throw new Error("a page links a file that the report does not have");
  if (PAGE.test(path)) {
    if (isExact(path) && !has.exact) return { leftOut: "exact" };
    return { fragment: fragment === undefined ? sectionId(path) : singleId(path, fragment) };
  }
  const raw = rawId(path);
  if (raw === undefined) return "nowhere";
  return has.raw ? { fragment: raw } : { leftOut: "raw" };
}

/** A path of the report, from a relative one on `page`. */
export function resolved(page: string, relative: string): string {
  const parts = page.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
