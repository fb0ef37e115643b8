import { MARKED_UNITS, mayHoldHidden, replaceHidden } from "./marks.ts";

let create: (markup: string) => Html;

/** Finished markup. Comes into being in the template engine, `text`, `join` and `trusted`, and nowhere else. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static {
    create = (markup) => new Html(markup);
  }

  toString(): string {
    return this.#markup;
  }
}

/** Takes markup as it is. `why` says what makes it safe; it is for the reader of the call. */
export function trusted(markup: string, _why: string): Html {
  return create(markup);
}

export const NOTHING: Html = create("");

export function join(parts: Iterable<Html>, separator = ""): Html {
  return create(Array.from(parts, String).join(separator));
}

/** Untrusted text as markup, for text and for attribute position; hidden characters are visible marks. */
export function text(value: string): Html {
  return create(escapeText(value));
}

/** What `text` holds, as a string for a writer that assembles markup. */
export function escapeText(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return mayHoldHidden(value) ? replaceHidden(value, escapeMarkup, markSpan) : escapeMarkup(value);
}

/** Like `escapeText`, but leaves quotes alone: a third smaller for JSON. Only between tags, never in an attribute. */
export function escapeBetweenTags(value: string): string {
  if (!SPECIAL_BETWEEN_TAGS.test(value)) return value;
  return mayHoldHidden(value) ? replaceHidden(value, escapeAngles, markSpan) : escapeAngles(value);
}

/** Untrusted text inside a quoted attribute, or where no element may stand; marks are words: `[NUL × 9,000]`. */
export function escapeAttribute(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return mayHoldHidden(value)
    ? replaceHidden(value, escapeMarkup, (labels) => `[${escapeMarkup(labels)}]`)
    : escapeMarkup(value);
}

/** A visible mark with a label of our own, e.g. a terminal sequence. The label is untrusted. */
export function markSpan(label: string): string {
  return `<span class="mark">${escapeAttribute(label)}</span>`;
}

/** Length in bytes once written as UTF-8; a lone half of a pair is written as the three bytes of U+FFFD. */
export function utf8Length(value: string): number {
  return Buffer.byteLength(value, "utf8");
}

// One test decides for clean text. Surrogates stand for everything beyond the first plane and are looked at closely later.
const HIDDEN_UNITS = MARKED_UNITS + "\\ud800-\\udfff";
const SPECIAL = new RegExp(`[&<>"'${HIDDEN_UNITS}]`);
const SPECIAL_BETWEEN_TAGS = new RegExp(`[&<>${HIDDEN_UNITS}]`);

// One pattern after the other is twice as fast as one pattern with a callback.
function escapeMarkup(value: string): string {
  return escapeAngles(value).replace(/"/g, "&#34;").replace(/'/g, "&#39;");
}

function escapeAngles(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
