import { type Fate, type StartTag, startTag, walkTags } from "./html-walk.ts";
import { resolved, sectionId, singleId, singleTarget } from "./single-file-links.ts";

/** What a single file holds; what is `false` was left out for size. */
export interface Kept {
  readonly images: boolean;
  readonly raw: boolean;
  readonly exact: boolean;
}

/** What a page is rewritten with. */
export interface SectionContext {
  readonly kept: Kept;
  has(path: string): boolean;
  /** The `data:` URL of a verified image. */
  image(path: string): Promise<string>;
}

/** Where the single file says what it leaves out. */
export const LEFT_OUT = "left-out";

const MAIN = /<main\b[^>]*>\n?/;
const TITLE = /<title>([^<]*)<\/title>/;
const REFERRING: ReadonlySet<string> = new Set([
  "for",
  "aria-labelledby",
  "aria-describedby",
  "aria-controls",
  "headers",
]);
const ELSEWHERE = /^(?:https?:|mailto:)/i;

/** What a page says by itself, without the frame that all pages share. */
export function mainOf(html: string): string {
  const start = MAIN.exec(html);
  const end = html.lastIndexOf("</main>");
  if (!start || end < 0) throw new Error("a page has no main part");
  return html.slice(start.index + start[0].length, end);
}

export async function section(page: string, html: string, context: SectionContext): Promise<string> {
  const title = TITLE.exec(html)?.[1] ?? "";
  const up =
    page === "index.html"
      ? ""
      : `<nav class="up" aria-label="Back"><a href="#${sectionId("index.html")}">Overview</a></nav>\n`;
  const main = await rewritten(page, mainOf(html), context);
  return `<section class="page" id="${sectionId(page)}" aria-label="${title}">\n${up}${main}</section>\n`;
}

/** Markup of `page`, with its ids, links and pictures as they are in one document. */
export async function rewritten(page: string, html: string, context: SectionContext): Promise<string> {
  const { kept } = context;
  const images = new Map<string, string>();
  if (kept.images) {
    for (const [, source = ""] of html.matchAll(/<img src="([^"]*)"/g))
      images.set(source, await context.image(resolved(page, source)));
  }
  return walkTags(html, (tag) => {
    const { name, attributes } = tag;
    if (name === "img" && !kept.images)
      return { drop: '<span class="note">picture left out of this single file</span>' };
    if (name === "details" && !kept.raw && classes(tag).includes("payload"))
      return { drop: `<p class="note">Raw payload: <a href="#${LEFT_OUT}">left out of this single file</a></p>` };
    if (name === "use" || attributes.length === 0) return undefined;
    return changed(
      tag,
      attributes.flatMap((attribute) => rewrite(page, attribute, tag, context, images)),
    );
  });
}

function rewrite(
  page: string,
  [name, value]: StartTag["attributes"][number],
  tag: StartTag,
  { kept, has }: SectionContext,
  images: ReadonlyMap<string, string>,
): StartTag["attributes"] {
  if (value === undefined) return [[name, value]];
  if (name === "id") return [[name, singleId(page, value)]];
  if (REFERRING.has(name))
    return [
      [
        name,
        value
          .split(" ")
          .map((id) => singleId(page, id))
          .join(" "),
      ],
    ];
  if (name === "src" && tag.name === "img") return [[name, images.get(value) ?? value]];
  if (name !== "href" || ELSEWHERE.test(value)) return [[name, value]];
  const target = singleTarget(page, value, { file: has, raw: kept.raw, exact: kept.exact });
  if (target === "nowhere") return [];
  return [[name, `#${"fragment" in target ? target.fragment : LEFT_OUT}`]];
}

function changed({ name, attributes }: StartTag, now: StartTag["attributes"]): Fate {
  const same = now.length === attributes.length && now.every(([, value], i) => value === attributes[i]?.[1]);
  return same ? undefined : { tag: startTag(name, now) };
}

function classes({ attributes }: StartTag): readonly string[] {
  return attributes.find(([name]) => name === "class")?.[1]?.split(" ") ?? [];
}
