import { Marked, Renderer, Tokenizer, type Tokens } from "marked";
import type { PageHighlighter } from "./highlight.ts";
import { escapeAttribute, escapeBetweenTags, escapeText, type Html, trusted } from "./html.ts";
import { decodeEntities } from "./markdown-entities.ts";
import { safeAddress } from "./markdown-links.ts";

/**
 * Markdown of unknown origin as markup: raw HTML is text, nothing is loaded, links go to http, https and mailto only, and
 * every word of the source stands in the output's text. Time is bounded for any input.
 */
export function renderMarkdown(source: string, highlighter: PageHighlighter): Html {
  const marked = new Marked();
  // As options and not by `use`, which ignores the methods of a class without a word.
  marked.setOptions({
    gfm: true,
    async: false,
    tokenizer: new BoundedTokenizer(),
    renderer: new SafeRenderer(highlighter),
  });
  try {
    const markup = marked.parse(standIn(source), { async: false });
    return trusted(markup, "SafeRenderer escapes every text and writes every tag itself");
  } catch {
    const plain = `<p class="remark">This Markdown could not be read as such; it is shown as plain text.</p>\n`;
    return trusted(
      `${plain}<pre tabindex="0" role="group" aria-label="Plain text"><code>${escapeBetweenTags(source)}</code></pre>\n`,
      "escaped",
    );
  }
}

// Deeper nesting is left as text; the parser would run out of stack.
const MOST_DEPTH = 24;
// Sum of what the quadratic rules may look at, in characters.
const EMPHASIS_BUDGET = 2_000_000;
const ADDRESS_BUDGET = 20_000_000;
const LONGEST_ADDRESS = 2048;
const LONGEST_WORD = 512;

class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #emphasis = 0;
  #addresses = 0;

  #deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= MOST_DEPTH) return undefined;
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  #mayRead(length: number): boolean {
    this.#emphasis += length;
    return this.#emphasis <= EMPHASIS_BUDGET;
  }

  override html() {
    return undefined;
  }

  override tag() {
    return undefined;
  }

  override blockquote(source: string) {
    return this.#deeper(() => super.blockquote(source));
  }

  override list(source: string) {
    return this.#deeper(() => super.list(source));
  }

  override link(source: string) {
    return this.#deeper(() => super.link(source));
  }

  override reflink(source: string, links: Parameters<Tokenizer["reflink"]>[1]) {
    return this.#deeper(() => super.reflink(source, links));
  }

  override emStrong(source: string, masked: string, previous?: string) {
    return this.#mayRead(masked.length) ? super.emStrong(source, masked, previous) : undefined;
  }

  override del(source: string, masked: string, previous?: string) {
    return this.#mayRead(masked.length) ? super.del(source, masked, previous) : undefined;
  }

  override url(source: string) {
    this.#addresses += Math.min(source.length, LONGEST_ADDRESS);
    if (this.#addresses > ADDRESS_BUDGET) return undefined;
    const found = super.url(source.slice(0, LONGEST_ADDRESS));
    return found !== undefined && found.raw.length < LONGEST_ADDRESS ? found : undefined;
  }

  override inlineText(source: string) {
    return super.inlineText(source.slice(0, LONGEST_WORD));
  }
}

class SafeRenderer extends Renderer {
  readonly #highlighter: PageHighlighter;

  constructor(highlighter: PageHighlighter) {
    super();
    this.#highlighter = highlighter;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return shown(text);
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ("tokens" in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
    return shown(token.type === "escape" ? token.text : decodeEntities(token.text));
  }

  override code({ text, lang = "" }: Tokens.Code): string {
    const [language] = lang.match(/^[\w+#.-]{1,30}/) ?? [];
    const title = lang.trim() === "" ? "" : `<p class="fence">${shown(lang.trim())}</p>`;
    const code = this.#highlighter.slot(bringBack(text), language);
    return `${title}<pre dir="ltr" tabindex="0" role="group" aria-label="Code"><code>${code}</code></pre>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${shown(text)}</code>`;
  }

  // Headings of content are no headings of the page: its outline stays whole.
  override heading({ tokens, depth }: Tokens.Heading): string {
    return `<p class="h h${depth}"><strong>${this.parser.parseInline(tokens)}</strong></p>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "[x] " : "[ ] ";
  }

  // A definition is no words of the author's, but what it says stands nowhere else when nothing refers to it.
  override def({ raw }: Tokens.Def): string {
    return `<p class="def">${shown(raw.trim())}</p>\n`;
  }

  override link({ href, title, tokens }: Tokens.Link): string {
    const words = this.parser.parseInline(tokens);
    return named(href, words, title, plainWords(tokens));
  }

  override image({ href, title, text }: Tokens.Image): string {
    const words = decodeEntities(text);
    return named(href, `[image: ${shown(words === "" ? "no description" : words)}]`, title, words);
  }

  override table(token: Tokens.Table): string {
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${super.table(token)}</div>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    const name = token.header ? "th" : "td";
    const side = token.align === null ? "" : ` class="to-${token.align}"`;
    return `<${name}${side}>${this.parser.parseInline(token.tokens)}</${name}>\n`;
  }
}

/** A link where the address is safe, else words and address as text. Titles are text: nobody can open a tooltip on paper. */
function named(href: string, words: string, title: string | null | undefined, plain: string): string {
  const told = title === null || title === undefined || title === "" ? "" : ` (${shown(decodeEntities(title))})`;
  const decoded = decodeEntities(href);
  const address = safeAddress(bringBack(decoded), plain);
  if (address === undefined) {
    return `<span class="nolink">${words} <span class="address">(${shown(decoded)})</span></span>${told}`;
  }
  const host = address.host === undefined ? "" : ` <span class="address">(${shown(address.host)})</span>`;
  return `<a href="${escapeAttribute(address.href)}" rel="noreferrer noopener nofollow">${words}</a>${host}${told}`;
}

function plainWords(tokens: Tokens.Link["tokens"]): string {
  return tokens.map((token) => ("text" in token && typeof token.text === "string" ? token.text : "")).join("");
}

// The parser trims what JavaScript calls white space, and some of that is hidden characters that readers must see. They
// pass through it as characters that no text holds, and are brought back before anything is escaped.
const TRIMMED = "\v\f\ufeff\u2028\u2029";
const STAND_INS = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4";

function standIn(source: string): string {
  return source
    .replace(/[\ufdd0-\ufdd4]/g, "\ufffd")
    .replace(/[\v\f\ufeff\u2028\u2029]/g, (one) => STAND_INS.charAt(TRIMMED.indexOf(one)));
}

function shown(text: string): string {
  return escapeText(bringBack(text));
}

function bringBack(text: string): string {
  return text.replace(/[\ufdd0-\ufdd4]/g, (one) => TRIMMED.charAt(STAND_INS.indexOf(one)));
}
