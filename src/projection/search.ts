import type { Gap, Part, Row, StoredMessage } from "../model/index.ts";
import { gapLabel } from "./gaps.ts";

/** What of a row is searched, at most so many characters: its beginning, and its end where it is longer. */
export const SEARCH_HEAD = 1_400;
export const SEARCH_TAIL = 600;

/** One row, gap or stored message as search finds it. */
export interface SearchRow {
  readonly itemId: string;
  readonly label: string;
  /** In words: `user`, `answer`, `reasoning`, `Shell`, `Shell result`. */
  readonly kind: string;
  /** White space is single blanks; what is between beginning and end is ` … `. */
  readonly text: string;
}

/** A row as search finds it; nothing of what is withheld. `tool` names the kind of its call. */
export function searchRow(row: Row, tool: string | undefined): SearchRow | undefined {
  if (row.restricted) return undefined;
  return found(row.itemId, row.label, kindOf(row, tool), textsOf(row));
}

export function searchGap(gap: Gap): SearchRow | undefined {
  if (gap.restricted) return undefined;
  return found(
    gap.id,
    gapLabel(gap),
    gap.kind,
    gap.summaries.map(({ text }) => text),
  );
}

export function searchStored(message: StoredMessage): SearchRow | undefined {
  if (message.restricted) return undefined;
  return found(message.itemId, "mailbox", "stored, not incorporated", partTexts(message.parts));
}

function found(itemId: string, label: string, kind: string, texts: readonly string[]): SearchRow | undefined {
  const text = bounded(texts);
  return text === "" ? undefined : { itemId, label, kind, text };
}

function kindOf(row: Row, tool: string | undefined): string {
  switch (row.type) {
    case "message":
      return row.role === "assistant" ? "answer" : row.role;
    case "tool-call":
      return tool ?? row.name;
    case "tool-result":
      return tool === undefined ? "result" : `${tool} result`;
    case "raw":
      return "unreadable";
    default:
      return row.type;
  }
}

function textsOf(row: Row): readonly string[] {
  switch (row.type) {
    case "message":
      return partTexts(row.parts);
    case "reasoning":
      return row.text === undefined ? [] : [row.text];
    case "tool-call":
      return leaves(row.input);
    case "tool-result":
      return partTexts(row.output);
    case "compaction":
      return row.summaries.map(({ text }) => text);
    case "notice":
      return [row.says, ...row.quotes.map(({ text }) => text)];
    case "raw":
      return [row.text];
  }
}

function partTexts(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    part.type === "text"
      ? [part.text]
      : part.type === "json"
        ? leaves(part.value)
        : part.type === "link"
          ? [part.url]
          : [],
  );
}

/** The strings and numbers in a JSON value, in order; its own stack, since content nests as deep as it likes. */
function leaves(value: unknown): readonly string[] {
  const texts: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") texts.push(next);
    else if (typeof next === "number") texts.push(String(next));
    else if (typeof next === "object" && next !== null) {
      const below: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (let at = below.length - 1; at >= 0; at -= 1) waiting.push(below[at]);
    }
  }
  return texts;
}

/** Beginning and end of texts that may be huge: only what is kept is copied. */
function bounded(texts: readonly string[]): string {
  const whole = texts.reduce((sum, text) => sum + text.length + 1, 0);
  if (whole <= SEARCH_HEAD + SEARCH_TAIL) return squeeze(texts.join(" "));
  const head: string[] = [];
  let left = SEARCH_HEAD;
  for (const text of texts) {
    if (left <= 0) break;
    head.push(text.slice(0, left));
    left -= text.length + 1;
  }
  const tail: string[] = [];
  left = SEARCH_TAIL;
  for (let at = texts.length - 1; at >= 0 && left > 0; at -= 1) {
    const text = texts[at] ?? "";
    tail.unshift(text.slice(-left));
    left -= text.length + 1;
  }
  return `${squeeze(head.join(" "))} … ${squeeze(tail.join(" "))}`;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
