import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { readParts, textOf } from "./content.ts";
import { digestOf } from "./digest.ts";

/** Follows which texts the transcript holds, to tell what a compaction kept and what it wrote anew. */
export interface History {
  add(text: string): void;
  /** A compaction with what it put in place of the history. */
  replace(value: JsonObject, line: number): void;
  /** A compaction of which nothing can be read. */
  hidden(line: number): void;
  /** The interface's note that a compaction took place. */
  notice(line: number): void;
  /** By the line of a compaction: the items that stand nowhere before it. */
  replacements(): ReadonlyMap<number, ReadonlySet<number>>;
  /** Lines of notes with the compaction that they belong to; those that stand alone are left out. */
  notices(): ReadonlyMap<number, number>;
}

export function createHistory(): History {
  const seen = new Set<string>();
  const replacements = new Map<number, ReadonlySet<number>>();
  const notices = new Map<number, number>();
  let unnoticed: number | undefined;
  let waiting: number | undefined;
  const add = (text: string) => {
    seen.add(digestOf(text));
  };
  const compacted = (line: number) => {
    if (waiting !== undefined) notices.set(waiting, line);
    else unnoticed = line;
    waiting = undefined;
  };
  return {
    add,
    hidden: compacted,
    replace(value, line) {
      const texts = replacementOf(value).map(messageText);
      const fresh = texts.flatMap((text, at) => (text !== undefined && seen.has(digestOf(text)) ? [] : [at]));
      for (const text of texts) if (text !== undefined) add(text);
      replacements.set(line, new Set(fresh));
      compacted(line);
    },
    notice(line) {
      if (unnoticed !== undefined) notices.set(line, unnoticed);
      else waiting = line;
      unnoticed = undefined;
    },
    replacements: () => replacements,
    notices: () => notices,
  };
}

export function replacementOf(value: JsonObject): readonly unknown[] {
  const items = member(value, "replacement_history");
  return Array.isArray(items) ? items : [];
}

function messageText(item: unknown): string | undefined {
  if (!isJsonObject(item) || (textMember(item, "type") ?? "message") !== "message") return undefined;
  const parts = readParts(member(item, "content"));
  return parts.every((part) => part.type === "text") ? textOf(parts) : undefined;
}
