import type { Desk } from "../desk.ts";
import { type Html, NOTHING } from "../html.ts";
import { count } from "../words.ts";

export interface Pager {
  readonly page: number;
  readonly pages: number;
  /** Names the landmark; two on one page need two names. */
  readonly label: string;
  href(page: number): string;
}

/** First, previous, next and last page, in words. Nothing where there is one page. */
export function pager(desk: Desk, { page, pages, label, href }: Pager): Html {
  if (pages < 2) return NOTHING;
  const links = [
    ...(page > 2 ? [{ href: href(1), words: "First page", rel: undefined }] : []),
    ...(page > 1 ? [{ href: href(page - 1), words: `Previous page, ${count(page - 1)}`, rel: "prev" }] : []),
    ...(page < pages ? [{ href: href(page + 1), words: `Next page, ${count(page + 1)}`, rel: "next" }] : []),
    ...(page < pages - 1 ? [{ href: href(pages), words: `Last page, ${count(pages)}`, rel: undefined }] : []),
  ];
  return desk.fill("parts/pager", { label, links, at: `Page ${count(page)} of ${count(pages)}` });
}
