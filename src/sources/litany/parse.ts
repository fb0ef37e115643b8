import type { Usage } from "../../model/index.ts";
import { elementSpans, type Span } from "../support/json-spans.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, member, parseJson } from "../support/values.ts";
import { type Block, readBlock, readResult } from "./blocks.ts";
import { type Mail, readMail } from "./mail.ts";
import type { EntryName } from "./names.ts";
import { type Oddity, odditiesOf } from "./oddities.ts";

/** One file of `messages/`, read. */
export type Entry =
  | { readonly type: "mail"; readonly mail: Mail }
  | {
      readonly type: "model";
      readonly blocks: readonly Block[];
      readonly usage?: Usage;
      readonly oddities: readonly Oddity[];
    }
  | { readonly type: "tool"; readonly results: readonly Result[]; readonly oddities: readonly Oddity[] }
  | { readonly type: "raw"; readonly text: string; readonly says: string };

export type Result = Extract<Block, { type: "result" }>;

export function parseEntry(name: EntryName, bytes: Uint8Array): Entry {
  switch (name.kind) {
    case "mail":
      return { type: "mail", mail: readMail(bytes) };
    case "foreign":
      return { type: "raw", text: decodeText(bytes).text, says: "its name is not one that a litany entry has" };
    default:
      return parseJsonEntry(name.kind, bytes);
  }
}

/** Byte ranges of an entry's blocks, where there is more than one and each can be told from the others. */
export function blockSpans(bytes: Uint8Array, blocks: number): readonly Span[] | undefined {
  if (blocks < 2) return undefined;
  const spans = elementSpans(bytes);
  return spans?.length === blocks ? spans : undefined;
}

function parseJsonEntry(kind: "model" | "tool", bytes: Uint8Array): Entry {
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const parsed = parseJson(text);
  if (parsed.type === "not json") {
    const says = text.trim() === "" ? "it is empty, where JSON is expected" : "it is not JSON, as its name promises";
    return { type: "raw", text, says };
  }
  const oddities = odditiesOf(decoded);
  if (kind === "model") return { ...readModel(parsed.value), oddities };
  const results = readResults(parsed.value);
  if (results === undefined) return { type: "raw", text, says: "it holds no tool result that names its call" };
  return { type: "tool", results, oddities };
}

function readModel(value: unknown): { type: "model"; blocks: readonly Block[]; usage?: Usage } {
  if (Array.isArray(value)) return { type: "model", blocks: value.map(readBlock) };
  if (!isJsonObject(value)) return { type: "model", blocks: [] };
  const usage = readUsage(member(value, "usage"));
  return { type: "model", blocks: readContent(member(value, "content")), ...(usage === undefined ? {} : { usage }) };
}

function readContent(content: unknown): readonly Block[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? content.map(readBlock) : [readBlock(content)];
}

/** Counters under their own names; `undefined` when nothing was reported, which is not zero. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJsonObject(value)) return undefined;
  const counters = Object.entries(value).filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
  );
  return counters.length === 0 ? undefined : Object.fromEntries(counters);
}

/** The results of a tool entry: an array of blocks, one block, or an object whose `content` holds blocks. */
function readResults(value: unknown): readonly Result[] | undefined {
  const whole = readResult(value);
  if (whole !== undefined) return [whole];
  const list = Array.isArray(value) ? value : isJsonObject(value) ? member(value, "content") : undefined;
  if (!Array.isArray(list)) return undefined;
  const results = list.map(readResult);
  // One element that names no call makes the file raw as a whole: a part of it must not vanish.
  const all = results.filter((result) => result !== undefined);
  return all.length === results.length && all.length > 0 ? all : undefined;
}
