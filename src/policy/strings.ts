import type { Part, Row } from "../model/index.ts";

/** Shorter strings are in everybody's mouth: their repetition says nothing. */
export const TELLING = 24;

/** Every string of content that a row holds, whole. */
export function rowStrings(row: Row): readonly string[] {
  switch (row.type) {
    case "message":
      return partStrings(row.parts);
    case "reasoning":
    case "raw":
      return row.text === undefined ? [] : [row.text];
    case "tool-call":
      return valueStrings([row.input, row.fields]);
    case "tool-result":
      return [
        ...partStrings(row.output),
        ...(row.streams ? [row.streams.stdout, ...(row.streams.stderr === undefined ? [] : [row.streams.stderr])] : []),
        ...(row.sections ?? []).map((section) => section.text),
        ...valueStrings(row.structured),
      ];
    case "compaction":
      return row.summaries.map((summary) => summary.text);
    case "notice":
      return row.quotes.map((quote) => quote.text);
  }
}

/** Every string of parts. Text parts that stand side by side are one text as well as several. */
export function partStrings(parts: readonly Part[]): readonly string[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const others = parts.flatMap((part) => {
    if (part.type === "json") return valueStrings(part.value);
    if (part.type === "link") return [part.url];
    return part.type === "text" ? [] : [part.data];
  });
  return [...(texts.length > 1 ? [texts.join("")] : []), ...texts, ...others];
}

/** Every string in a JSON value, keys included, however deep. `skip` leaves members out. */
export function valueStrings(
  root: unknown,
  skip: (key: string, value: unknown) => boolean = () => false,
): readonly string[] {
  const found: string[] = [];
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) for (const item of value) pending.push(item);
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (skip(key, item)) continue;
        found.push(key);
        pending.push(item);
      }
    }
  }
  return found;
}

/** A string by which its copies are known: its text without white space at the ends; `undefined` where it is too short to tell. */
export function telling(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length >= TELLING ? trimmed : undefined;
}

/** The text of parts as one string; parts without text add nothing. */
export function partText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
