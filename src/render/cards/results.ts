import type { Part, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { count } from "../words.ts";
import { isObject } from "./fields.ts";

/** How the text of a result is drawn. */
type Draw = (text: string, title: string) => Block;

export const asTerminal: Draw = (text, title) => ({ type: "terminal", text, title });
export const asText: Draw = (text, title) => ({ type: "code", text, title });

/** Text that is a JSON object or list is shown as such. */
export const asTextOrJson: Draw = (text, title) => {
  const value = parseJson(text);
  return value === undefined ? asText(text, title) : { type: "json", value, title };
};

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

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    // Text that only looks like JSON is text.
    return undefined;
  }
}
