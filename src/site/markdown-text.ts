/** Untrusted text in `summary.md`: what is shown is the text itself, on any host that renders Markdown. */
export interface MarkdownText {
  /** On one line, at most `most` characters. */
  line(text: string, most: number): string;
  /** A block by itself; lines stay lines. At most `most` characters. */
  block(text: string, most: number): string;
}

/**
 * Letters and the signs of plain prose, which no host reads as anything else. Whatever else a text may hold, names of people
 * and issues, addresses, digests that become links, stands in code, where nothing is read.
 */
const PROSE = /^[\p{L}\p{M}\p{N} ,.;()'"?/-]*$/u;
const LINKED = /www\.|\b[0-9a-f]{7,64}\b|[a-z]+-\d|--/iu;

/** `visible` writes characters that no reader could see, or that would move others, as words. */
export function markdownText(visible: (text: string) => string): MarkdownText {
  return {
    line(text, most) {
      // Cut before anything is done to all of it, so that the cost follows `most`.
      const head = visible(cut(text, most * 4))
        .replace(/\s+/gu, " ")
        .trim();
      const line = cut(head, most);
      if (line === "") return "(empty)";
      if (PROSE.test(line) && !LINKED.test(line)) return line;
      const fence = "`".repeat(longestRun(line) + 1);
      const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
      return `${fence}${pad}${line}${pad}${fence}`;
    },
    block(text, most) {
      const shown = visible(cut(text, most).replace(/\r\n?/g, "\n"));
      const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
      return `${fence}text\n${shown}\n${fence}`;
    },
  };
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** At most `most` UTF-16 units, whole characters, marked where it is cut. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
