import { escapeBetweenTags } from "./html.ts";

/** A stretch `[start, end)` of a text and the one-letter class that it is written with. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** k keyword, s string, f function or key, v constant, c comment, p parameter, a added, d removed, h heading. */
  readonly role: string;
}

/** What one span adds to the text: `<i class="k"></i>`. */
export const SPAN_BYTES = 17;

/** How many spans a text is written with at most, so that its weight is known before it is coloured. */
export function mostSpans(text: string): number {
  return Math.min(text.length, Math.ceil(text.length / 6) + 20);
}

/** Writes `text` with at most `most` of its spans; the text itself never changes. Spans are in order, apart from each other. */
export function writeSpans(text: string, spans: readonly Span[], most: number): string {
  let out = "";
  let at = 0;
  for (const { start, end, role } of joined(spans, text).slice(0, most)) {
    out += `${escapeBetweenTags(text.slice(at, start))}<i class="${role}">${escapeBetweenTags(text.slice(start, end))}</i>`;
    at = end;
  }
  return out + escapeBetweenTags(text.slice(at));
}

/** Neighbours of one role are one span, also across blanks. */
function joined(spans: readonly Span[], text: string): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last !== undefined && last.role === span.role && /^ *$/.test(text.slice(last.end, span.start))) {
      out[out.length - 1] = { start: last.start, end: span.end, role: span.role };
    } else out.push(span);
  }
  return out;
}

/** Spans as one short text, for other threads and later builds: each one's role, what lies before it, and its length. */
export function codeSpans(spans: readonly Span[]): string {
  let at = 0;
  return spans
    .map(({ start, end, role }) => {
      const coded = `${role}${start - at}.${end - start}`;
      at = end;
      return coded;
    })
    .join(" ");
}

const CODED = /^(?:[a-z]\d{1,7}\.[1-9]\d{0,6}(?: (?=.)|$))*$/;

/** The spans of such a text; `undefined` where it is none, or does not fit `text`. */
export function readSpans(coded: string, text: string): readonly Span[] | undefined {
  if (!CODED.test(coded)) return undefined;
  const spans: Span[] = [];
  let at = 0;
  for (const [, role = "", gap, length] of coded.matchAll(/([a-z])(\d+)\.(\d+)/g)) {
    const start = at + Number(gap);
    at = start + Number(length);
    spans.push({ start, end: at, role });
  }
  return at <= text.length ? spans : undefined;
}
