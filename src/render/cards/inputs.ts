import type { Block } from "../block.ts";
import { isObject } from "./fields.ts";

const SHORT_VALUE = 200;
const MOST_FIELDS = 12;

// What a tool is usually about, the likeliest first.
const TELLING = [
  "command",
  "path",
  "file_path",
  "file",
  "query",
  "pattern",
  "url",
  "title",
  "name",
  "description",
  "prompt",
];

/** What an input is about, as far as its names tell. */
export function aboutInput(input: unknown): string {
  if (typeof input === "string") return input;
  if (!isObject(input)) return "";
  const texts = new Map(
    Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const likely = [...TELLING.map((name) => texts.get(name)), ...texts.values()];
  return likely.find((value) => value !== undefined && value.trim() !== "") ?? "";
}

/** An input of which only the names are known. */
export function inputBlocks(input: unknown, title = "Input"): readonly Block[] {
  if (input === undefined)
    return [{ type: "note", tone: "quiet", text: [{ text: "The record holds no input for this call." }] }];
  if (typeof input === "string") return input === "" ? [] : [{ type: "code", text: input, title }];
  if (!isObject(input)) return [{ type: "json", value: input, title }];
  const entries = Object.entries(input);
  if (entries.length === 0) return [];
  const short = entries.length <= MOST_FIELDS && entries.every(([, value]) => isShort(value));
  if (!short) return [{ type: "json", value: input, title }];
  const fields = entries.map(([name, value]) => ({
    name,
    value: { text: value === "" ? '""' : String(value), code: true },
  }));
  return [{ type: "fields", fields }];
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= SHORT_VALUE && !value.includes("\n");
  return typeof value !== "object" || value === null;
}
