import type { Span } from "./highlight-spans.ts";

/** JSON and diffs are regular enough to do without grammars, and are most of what a transcript holds beside code. */
export function ownSpans(text: string, language: string): Span[] | undefined {
  if (language === "json") return jsonSpans(text);
  if (language === "diff") return diffSpans(text);
  return undefined;
}

const JSON_TOKEN = /"(?:[^"\\\n]|\\.)*"(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function jsonSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const token of text.matchAll(JSON_TOKEN)) {
    const [whole, colon] = token;
    const end = token.index + whole.length - (colon?.length ?? 0);
    const role = colon !== undefined ? "f" : whole.startsWith('"') ? "s" : "v";
    spans.push({ start: token.index, end, role });
  }
  return spans;
}

function diffSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const role = diffRole(text.slice(start, Math.min(end, start + 4)));
    const last = spans.at(-1);
    // Lines of one role are one span with the line ends between them.
    if (role !== undefined && last?.role === role && last.end === start - 1) {
      spans[spans.length - 1] = { start: last.start, end, role };
    } else if (role !== undefined && end > start) spans.push({ start, end, role });
    start = end + 1;
  }
  return spans;
}

function diffRole(line: string): string | undefined {
  if (line.startsWith("@@") || line.startsWith("--- ") || line.startsWith("+++ ") || line.startsWith("*** "))
    return "h";
  if (line.startsWith("+")) return "a";
  if (line.startsWith("-")) return "d";
  return undefined;
}
