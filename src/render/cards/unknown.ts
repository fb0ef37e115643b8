import type { ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { oneLine } from "../words.ts";
import type { Card } from "./card.ts";
import { isObject } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const NAME = 60;
const ABOUT = 160;
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

/** Any tool at all: its name, what it was given, what it gave back. Also for an input that is not what its kind promises. */
export function unknown(tool: ToolItem): Card {
  const { call } = tool;
  return {
    kind: call === undefined ? "Result" : oneLine(call.name, NAME) || "Tool without a name",
    about: call === undefined ? "" : oneLine(aboutInput(call.input), ABOUT),
    blocks: [...(call === undefined ? [] : inputBlocks(call.input)), ...resultBlocks(tool, asTextOrJson)],
  };
}

function aboutInput(input: unknown): string {
  if (typeof input === "string") return input;
  if (!isObject(input)) return "";
  const texts = new Map(
    Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const likely = [...TELLING.map((name) => texts.get(name)), ...texts.values()];
  return likely.find((value) => value !== undefined && value.trim() !== "") ?? "";
}

function inputBlocks(input: unknown): Block[] {
  if (input === undefined)
    return [{ type: "note", tone: "quiet", text: [{ text: "The record holds no input for this call." }] }];
  if (typeof input === "string") return input === "" ? [] : [{ type: "code", text: input, title: "Input" }];
  if (!isObject(input)) return [{ type: "json", value: input, title: "Input" }];
  const entries = Object.entries(input);
  if (entries.length === 0) return [];
  const short = entries.length <= MOST_FIELDS && entries.every(([, value]) => isShort(value));
  if (!short) return [{ type: "json", value: input, title: "Input" }];
  return [
    {
      type: "fields",
      fields: entries.map(([name, value]) => ({
        name,
        value: { text: value === "" ? '""' : String(value), code: true },
      })),
    },
  ];
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= SHORT_VALUE && !value.includes("\n");
  return typeof value !== "object" || value === null;
}
