import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkCharacters } from "./characters.ts";
import { checkNames, listFiles } from "./files.ts";
import { checkHead } from "./head.ts";
import { checkMarkup } from "./markup.ts";
import { checkOutline } from "./outline.ts";
import { type Page, parsePage } from "./page.ts";

const limits = { pageBytes: 1_000_000, pageElements: 10_000, stylesheetBytes: 28_000, scriptBytes: 12_000 };

/** Every page of a report, parsed one at a time. */
export function* pagesOf(folder: string): Generator<Page> {
  for (const path of listFiles(folder)) {
    if (path.endsWith(".html")) yield parsePage(path, readFileSync(join(folder, path)));
  }
}

/** All that a finished report breaks of what it promises about being readable everywhere; empty when it keeps all. */
export function gate(folder: string): string[] {
  const breaches = checkNames(folder);
  const scripts = new Set<string>();
  let pages = 0;
  for (const page of pagesOf(folder)) {
    pages += 1;
    if (page.bytes > limits.pageBytes) breaches.push(`${page.path}: ${page.bytes} bytes`);
    if (page.elements.length > limits.pageElements) breaches.push(`${page.path}: ${page.elements.length} elements`);
    for (const check of [checkMarkup, checkHead, checkOutline, checkCharacters]) breaches.push(...check(page));
    for (const { name, attributes } of page.elements) {
      if (name === "script") scripts.add(join(page.path, "..", attributes.get("src") ?? ""));
    }
  }
  if (pages === 0) breaches.push("no pages at all");
  for (const path of listFiles(folder)) {
    const bytes = readFileSync(join(folder, path));
    if (path.endsWith(".css")) breaches.push(...checkStylesheet(path, bytes.toString("utf8")));
    if (scripts.has(path) && bytes.length > limits.scriptBytes) breaches.push(`${path}: ${bytes.length} bytes`);
  }
  return breaches;
}

function checkStylesheet(path: string, css: string): string[] {
  const breaches: string[] = [];
  const size = Buffer.byteLength(css);
  if (size > limits.stylesheetBytes) breaches.push(`${path}: ${size} bytes`);
  // Each of these can ask somebody for something, and a strict host refuses them.
  for (const word of ["@import", "@font-face", "url(", "image-set(", "src("]) {
    if (css.toLowerCase().includes(word)) breaches.push(`${path}: ${word}`);
  }
  return breaches;
}
