/** A start tag of a page. */
export interface StartTag {
  readonly name: string;
  /** In order; values are still escaped. */
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
}

/** What becomes of a start tag: markup in its place; `drop` replaces the whole element. */
export type Fate = { readonly tag: string } | { readonly drop: string } | undefined;

// Only for markup of our own making: every value is quoted, and text holds no `<`.
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>"/]+)(?:="([^"]*)")?/g;
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "link", "meta", "wbr", "col"]);

/** Passes every start tag of a page to `decide`; text and end tags stay as they are. */
export function walkTags(html: string, decide: (tag: StartTag) => Fate): string {
  const out: string[] = [];
  let at = 0;
  /** The name of the element that is dropped, and how many of that name are open in it. */
  let dropping: { readonly name: string; depth: number } | undefined;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, name = "", attributes = ""] = match;
    if (dropping) {
      if (name !== dropping.name || VOID.has(name)) continue;
      dropping.depth += slash ? -1 : 1;
      if (dropping.depth > 0) continue;
      dropping = undefined;
      at = match.index + whole.length;
      continue;
    }
    if (slash) continue;
    const fate = decide({ name, attributes: read(attributes) });
    if (!fate) continue;
    out.push(html.slice(at, match.index), "drop" in fate ? fate.drop : fate.tag);
    at = match.index + whole.length;
    if ("drop" in fate && !VOID.has(name)) dropping = { name, depth: 1 };
  }
  if (dropping) throw new Error("an element of a page does not end");
  out.push(html.slice(at));
  return out.join("");
}

export function startTag(name: string, attributes: StartTag["attributes"]): string {
  return `<${name}${attributes.map(([key, value]) => (value === undefined ? ` ${key}` : ` ${key}="${value}"`)).join("")}>`;
}

function read(attributes: string): StartTag["attributes"] {
  return Array.from(attributes.matchAll(ATTRIBUTE), ([, name = "", value]) => [name, value] as const);
}
