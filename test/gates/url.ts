import { posix } from "node:path";
import type { PageElement } from "./page.ts";

const outside = new Set(["http:", "https:", "mailto:"]);
const rel = ["noreferrer", "noopener", "nofollow"];

/** The scheme of an absolute URL, lower case, with its colon. */
function schemeOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();
}

/** Where a link within the report leads; `undefined` for a link that leaves it. */
export function targetOf(url: string, page: string): { readonly path: string; readonly fragment?: string } | undefined {
  if (schemeOf(url) !== undefined) return undefined;
  const [place = "", ...rest] = url.split("#");
  const path = place === "" ? page : posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(place)));
  return rest.length === 0 ? { path } : { path, fragment: decodeURIComponent(rest.join("#")) };
}

/** What is wrong with a URL in this place, if anything. */
export function checkUrl(url: string, page: string, element: PageElement): string | undefined {
  // A browser drops these before it looks for a scheme, so `java\nscript:` would not look like one to us.
  if (url !== url.trim() || /[\p{Cc}]/u.test(url)) return "has white space or a control character in its URL";
  const scheme = schemeOf(url);
  if (scheme !== undefined) {
    if (element.name !== "a") return "loads from outside";
    if (!outside.has(scheme)) return "has a URL scheme that is not allowed";
    const words = (element.attributes.get("rel") ?? "").split(" ");
    return rel.every((word) => words.includes(word)) ? undefined : `leaves the report without rel="${rel.join(" ")}"`;
  }
  if (url === "" || url === "#") return "leads nowhere";
  if (/^[/\\]|\\/.test(url)) return "has a URL that is not relative to the page";
  if (url.split("#", 1)[0]?.includes("?")) return "has a query, which files do not answer";
  let target: ReturnType<typeof targetOf>;
  try {
    target = targetOf(url, page);
  } catch {
    return "has a URL that does not decode";
  }
  if (target === undefined || target.path === ".." || target.path.startsWith("../")) return "leads out of the report";
  if (!/\.[a-z0-9]+$|(^|\/)SHA256SUMS$/.test(target.path)) return "names a folder, not its index.html";
  return undefined;
}
