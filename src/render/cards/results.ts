import type { Part, ToolItem } from "../../projection/index.ts";
import type { Block, Inline } from "../block.ts";
import { count } from "../words.ts";
import { isObject } from "./fields.ts";

/** How the text of a result is drawn. */
type Draw = (text: string, title: string) => Block;

export const asTerminal: Draw = (text, title) => ({ type: "terminal", text, title });
export const asText: Draw = (text, title) => ({ type: "code", text, title });

/** Text that is a JSON object or list is shown as such. */
export const asTextOrJson: Draw = (text, title) => {
  const value = parseJson(text);
  return value === undefined ? asText(text, title) : (asTable(value, title) ?? { type: "json", value, title });
};

export const asProse: Draw = (text, title) => ({ type: "prose", markdown: text, title });

export const asProseOrJson: Draw = (text, title) => {
  const value = parseJson(text);
  return value === undefined ? asProse(text, title) : { type: "json", value, title };
};

const MOST_ROWS = 200;
const MOST_COLUMNS = 8;
const LONGEST_CELL = 120;

/** A list of objects that have the same few short members reads best as a table. */
function asTable(value: unknown, title: string): Block | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > MOST_ROWS) return undefined;
  const [first] = value;
  const columns = isObject(first) ? Object.keys(first) : [];
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return undefined;
  const rows = value.map((row) => (isObject(row) ? cellsOf(row, columns) : undefined));
  if (!rows.every((row) => row !== undefined)) return undefined;
  return { type: "table", columns, groups: [{ rows }], title };
}

function cellsOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): readonly Inline[] | undefined {
  const keys = Object.keys(row);
  if (keys.length !== columns.length || !columns.every((name) => Object.hasOwn(row, name))) return undefined;
  const cells = columns.map((name): Inline | undefined => {
    const cell = row[name];
    if (typeof cell === "string") return cell.length > LONGEST_CELL ? undefined : { text: cell };
    return typeof cell === "object" && cell !== null ? undefined : { text: String(cell), code: true };
  });
  return cells.every((cell) => cell !== undefined) ? cells : undefined;
}

/** What came back, in recorded order; where streams are told apart, by stream. */
export function resultBlocks({ result }: ToolItem, draw: Draw): readonly Block[] {
  if (result === undefined) return [];
  const { streams, output } = result;
  if (streams === undefined) return output.flatMap((part) => partBlocks(part, draw));
  const { stdout, stderr = "" } = streams;
  return [
    ...(stdout === "" ? [] : [draw(stdout, "Output")]),
    ...(stderr === "" ? [] : [asTerminal(stderr, "Error output (stderr)")]),
    ...output.filter((part) => part.type !== "text").flatMap((part) => partBlocks(part, draw)),
  ];
}

function partBlocks(part: Part, draw: Draw): Block[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [draw(part.text, "Output")];
    case "image":
      return [part];
    case "json":
      return [{ type: "json", value: part.value, title: "Output" }];
    case "link":
      return [note(`${part.what} that the record only points at: `, part.url)];
    case "document": {
      const name = part.name === undefined ? "" : `, named ${part.name}`;
      return [note(`document of ${count(part.data.length)} characters in base64${name}: `, part.mediaType)];
    }
  }
}

function note(words: string, value: string): Block {
  return { type: "note", tone: "quiet", text: [{ text: words }, { text: value, code: true }] };
}

/** The text of a result without its error output; `undefined` where it is more than text. */
export function resultText({ result }: ToolItem): string | undefined {
  if (result === undefined) return undefined;
  if (result.streams !== undefined) return result.streams.stdout;
  const texts = result.output.map((part) => (part.type === "text" ? part.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join("");
}

export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    // Text that only looks like JSON is text.
    return undefined;
  }
}
