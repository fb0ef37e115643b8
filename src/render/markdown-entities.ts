const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["larr", "←"],
  ["rarr", "→"],
  ["times", "×"],
  ["middot", "·"],
  ["bull", "•"],
  ["deg", "°"],
  ["sect", "§"],
]);

/**
 * Character references that people write, decoded so that what they stand for is escaped and marked like any other text: a
 * browser would turn `&#x202e;` into a hidden character. Rare names stay as they are written.
 */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return NAMED.get(name) ?? whole;
    const code = typeof decimal === "string" ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
