import { createHash } from "node:crypto";
import { SCRIPT, STYLESHEET } from "../links.ts";
import type { WrittenFile } from "../manifest.ts";
import { isExact, rawId } from "../single-file-links.ts";
import { type Kept, LEFT_OUT, rewritten, type SectionContext, section } from "../single-file-section.ts";

/** What a single file is made of. */
export interface SingleFileInput {
  readonly files: readonly WrittenFile[];
  read(path: string): Promise<Uint8Array>;
  /** Untrusted text as markup. */
  escape(text: string): string;
  /** Bytes beyond which images, then raw payloads, then exact views are left out. */
  readonly limit: number;
  readonly generator: string;
}

export interface SingleFile {
  readonly bytes: number;
  /** In plain words, what was left out. */
  readonly leftOut: readonly string[];
}

const LEVELS: readonly Kept[] = [
  { images: true, raw: true, exact: true },
  { images: false, raw: true, exact: true },
  { images: false, raw: false, exact: true },
  { images: false, raw: false, exact: false },
];

/** What taskfolio writes near the top of a single file, and by which it knows its own. */
export const SINGLE_FILE_MARK = '<meta name="generator" content="taskfolio ';

/** In the order in which the report is read. */
const ORDER = [/^index\./, /^tasks\/(index|page)/, /^tasks\//, /^files\//, /^gaps/, /^lists\//, /^search/, /^about/];
const FOLDER_WORDS = /<p>This page is part of a report folder[^<]*<\/p>\n?/;
const IMAGES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
]);

/**
 * The whole report as one page, piece by piece into `put`. Message text is never left out: where it alone passes the
 * limit, the file does.
 */
export async function writeSingleFile(
  input: SingleFileInput,
  put: (bytes: Uint8Array) => Promise<void>,
): Promise<SingleFile> {
  for (const kept of LEVELS) {
    const last = kept === LEVELS.at(-1);
    if (!last && (await measured(input, kept)) > input.limit) continue;
    let bytes = 0;
    for await (const piece of pieces(input, kept)) {
      const written = Buffer.from(piece, "utf8");
      bytes += written.length;
      await put(written);
    }
    return { bytes, leftOut: leftOut(input, kept) };
  }
  throw new Error("a single file has no last level");
}

async function measured(input: SingleFileInput, kept: Kept): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces(input, kept)) {
    bytes += Buffer.byteLength(piece, "utf8");
    if (bytes > input.limit) break;
  }
  return bytes;
}

async function* pieces(input: SingleFileInput, kept: Kept): AsyncGenerator<string> {
  const paths = new Set(input.files.map(({ path }) => path));
  const text = async (path: string) => Buffer.from(await input.read(path)).toString("utf8");
  const context: SectionContext = {
    kept,
    has: (path) => paths.has(path),
    image: async (path) => {
      const type = IMAGES.get(path.slice(path.lastIndexOf(".") + 1));
      if (type === undefined) throw new Error("a page shows a file that is no image");
      return `data:${type};base64,${Buffer.from(await input.read(path)).toString("base64")}`;
    },
  };
  const overview = await text("index.html");
  const css = plainText(await text(STYLESHEET), "</style");
  const script = paths.has(SCRIPT) ? plainText(await text(SCRIPT), "</script") : undefined;
  const [before, after] = await frame(overview, context);
  yield head(overview, css, script, input.generator);
  yield before;
  const left = leftOut(input, kept);
  if (left.length > 0)
    yield `<p class="note" id="${LEFT_OUT}">Left out to keep this single file below ${input.limit} bytes: ${left.join(", ")}. The report folder holds them.</p>\n`;
  for (const path of pagesInOrder(paths))
    if (kept.exact || !isExact(path)) yield await section(path, await text(path), context);
  if (kept.raw) for (const path of [...paths].sort()) yield await rawSection(path, text, input.escape);
  yield after;
  yield `${script === undefined ? "" : `<script>${script}</script>\n`}</body>\n</html>\n`;
}

function head(overview: string, css: string, script: string | undefined, generator: string): string {
  const title = /<title>[^<]*<\/title>/.exec(overview)?.[0] ?? "";
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${hash(script)}'`]),
    `style-src '${hash(css)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="${generator}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${title}
<style>${css}</style>
</head>
`;
}

/** The overview's own frame, before and after its main part; its ids stay, since the script and the stylesheet know them. */
async function frame(overview: string, context: SectionContext): Promise<readonly [string, string]> {
  const start = overview.indexOf("<body>");
  const main = /<main\b[^>]*>\n?/.exec(overview);
  const end = overview.lastIndexOf("</main>");
  const close = overview.lastIndexOf("</body>");
  if (start < 0 || !main || end < 0 || close < 0) throw new Error("the overview has no frame");
  const own = async (html: string) => {
    const parts = await rewritten("index.html", html, context);
    return parts.replaceAll('="page-index--', '="').replaceAll('="#page-index--', '="#');
  };
  const before = await own(overview.slice(start, main.index + main[0].length));
  const after = await own(overview.slice(end, close));
  return [before, after.replace(FOLDER_WORDS, "<p>This page is a whole report.</p>\n")];
}

async function rawSection(
  path: string,
  text: (path: string) => Promise<string>,
  marked: (text: string) => string,
): Promise<string> {
  const id = rawId(path);
  if (id === undefined) return "";
  // A line feed right after the tag would be taken for layout.
  return `<section class="page" id="${id}" aria-label="${path}">\n<h2><code>${path}</code></h2>\n<pre>\n${marked(await text(path))}</pre>\n</section>\n`;
}

function pagesInOrder(paths: Iterable<string>): readonly string[] {
  const rank = (path: string) => ORDER.findIndex((pattern) => pattern.test(path));
  return [...paths].filter((path) => path.endsWith(".html")).sort((a, b) => rank(a) - rank(b));
}

function leftOut({ files }: SingleFileInput, kept: Kept): readonly string[] {
  const count = (test: (path: string) => boolean) => files.filter(({ path }) => test(path)).length;
  const images = count((path) => IMAGES.has(path.slice(path.lastIndexOf(".") + 1)));
  return [
    ...(kept.images || images === 0 ? [] : [plural(images, "picture")]),
    ...(kept.raw
      ? []
      : [
          `raw payloads (${plural(
            count((path) => rawId(path) !== undefined),
            "file",
          )} and those in the cards)`,
        ]),
    ...(kept.exact ? [] : [`the exact views (${plural(count(isExact), "page")})`]),
  ];
}

function plural(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}

/** Text of an asset as it stands in its element: nothing in it may end the element. */
function plainText(asset: string, end: string): string {
  if (asset.toLowerCase().includes(end) || asset.includes("<!--") || asset.includes("\r"))
    throw new Error("an asset cannot stand in a page");
  return asset;
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
