import type { Page } from "./page.ts";

/** Controls, bidi controls, zero-width and tag characters: a reader cannot see them, so a page may only name them. */
const invisible = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

export function checkCharacters(page: Page): string[] {
  const breaches: string[] = [];
  const look = (text: string, line: number, where: string) => {
    const found = invisible.exec(text.replace(/[\t\n]/g, ""))?.[0];
    if (found === undefined) return;
    const name = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    breaches.push(`${page.path}:${line}: U+${name} in ${where}`);
  };
  for (const { text, line, parent } of page.texts) look(text, line, `<${parent?.name ?? "document"}>`);
  for (const { name, attributes, line } of page.elements) {
    for (const [attribute, value] of attributes) look(value, line, `<${name} ${attribute}>`);
  }
  return breaches;
}
