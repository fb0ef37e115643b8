import type { Page } from "./page.ts";

/** Controls, bidi controls, zero-width, filler and tag characters: a reader cannot see them, so a page may only name them. */
const invisible = new RegExp(
  [
    "[\\p{Cc}\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e]",
    "[\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}\\p{Noncharacter_Code_Point}]",
    "\\u034f",
  ].join("|"),
  "u",
);
/** A joiner between two pictographs is part of one emoji. */
const joined = /(\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]*)\u200d(?=\p{Extended_Pictographic})/gu;

export function checkCharacters(page: Page): string[] {
  const breaches: string[] = [];
  const look = (text: string, line: number, where: string) => {
    const found = invisible.exec(text.replace(/[\t\n]/g, "").replace(joined, "$1"))?.[0];
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
