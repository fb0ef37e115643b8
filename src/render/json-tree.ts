import type { Room } from "../projection/index.ts";
import { escapeAttribute, escapeBetweenTags, escapeText, type Html, trusted, utf8Length } from "./html.ts";
import { jsonWeight, scalarText } from "./json-weight.ts";
import { cutEnd } from "./shorten.ts";
import { plural } from "./words.ts";

export interface JsonTree {
  readonly markup: Html;
  /** Characters of keys and values that are shown; `jsonWeight` tells how many there are. */
  readonly shown: number;
}

/** Markup with what it takes and how much of the value it shows. */
interface Piece {
  readonly markup: string;
  readonly bytes: number;
  readonly elements: number;
  readonly shown: number;
}

// Deeper levels are left out: nobody opens forty folds, and the writer must not run out of stack.
const MOST_DEPTH = 40;
const LONG_STRING = 120;
// Values of a list, and characters of them, that stand on one line.
const SHORT_LIST = 90;
const OPEN_CHILDREN = 20;
const OPEN_DEPTH = 2;
// No value is begun with less room than this.
const LEAST: Room = { bytes: 200, elements: 4 };

/** A JSON value as folds that open without script, as much of it as fits into `room`. */
export function renderJsonTree(value: unknown, room: Room): JsonTree {
  const entries = entriesOf(value);
  const piece =
    entries === undefined || entries.length === 0
      ? leaf("", value, room)
      : children(entries, Array.isArray(value), room, 0);
  return { markup: trusted(piece.markup, "every key and value escaped, every tag our own"), shown: piece.shown };
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

function children(entries: readonly [string, unknown][], list: boolean, room: Room, depth: number): Piece {
  const markup: string[] = [];
  let { bytes, elements } = room;
  let shown = 2;
  let written = 0;
  for (const [key, value] of entries) {
    const last = written === entries.length - 1;
    // The end of the list needs room to say that there is more, and one large value must not take the room of all others.
    const share = last ? { bytes, elements } : { bytes: bytes / 2, elements: elements / 2 };
    if (share.bytes < LEAST.bytes || share.elements < LEAST.elements || depth > MOST_DEPTH) break;
    if (key.length > share.bytes / 8) break;
    const piece = node(key, list, value, share, depth);
    markup.push(piece.markup);
    bytes -= piece.bytes;
    elements -= piece.elements;
    shown += piece.shown;
    written++;
  }
  if (written < entries.length) {
    const more = sized(
      `<div class="more-json">… ${plural(entries.length - written, "more value")} not shown</div>\n`,
      1,
      0,
    );
    markup.push(more.markup);
    bytes -= more.bytes;
    elements -= more.elements;
  }
  return { markup: markup.join(""), bytes: room.bytes - bytes, elements: room.elements - elements, shown };
}

function node(key: string, inList: boolean, value: unknown, room: Room, depth: number): Piece {
  const label = `<i class="${inList ? "at" : "f"}">${escapeBetweenTags(key)}</i> `;
  // An index is the writer's word for a place and none of the value's own.
  const own = inList ? 0 : key.length;
  const entries = entriesOf(value);
  if (entries === undefined || entries.length === 0) {
    const written = leaf(label, value, room, key);
    return { ...written, shown: written.shown + own };
  }
  const list = Array.isArray(value);
  const line = list ? shortList(value) : undefined;
  if (line !== undefined) {
    const shown = own + jsonWeight(value);
    return sized(`<div>${label}[<i class="s">${escapeBetweenTags(line)}</i>]</div>\n`, 3 + marks(line), shown);
  }
  const open = depth < OPEN_DEPTH && entries.length <= OPEN_CHILDREN ? " open" : "";
  const size = list ? plural(entries.length, "item") : plural(entries.length, "field");
  const head = `<details${open}><summary>${label}${size}</summary><div>\n`;
  const frame = sized(`${head}</div></details>\n`, 4, own);
  const inside = children(
    entries,
    list,
    { bytes: room.bytes - frame.bytes, elements: room.elements - frame.elements },
    depth + 1,
  );
  return {
    markup: `${head}${inside.markup}</div></details>\n`,
    bytes: frame.bytes + inside.bytes,
    elements: frame.elements + inside.elements,
    shown: frame.shown + inside.shown,
  };
}

/** A list of a few short values, which reads better on one line. */
function shortList(values: readonly unknown[]): string | undefined {
  if (values.length > SHORT_LIST) return undefined;
  const words: string[] = [];
  let length = 0;
  for (const value of values) {
    if (typeof value === "object" && value !== null) return undefined;
    const word = typeof value === "string" ? `"${value}"` : scalarText(value);
    length += word.length;
    if (length > SHORT_LIST || word.includes("\n")) return undefined;
    words.push(word);
  }
  return words.join(", ");
}

function leaf(label: string, value: unknown, room: Room, key = "Text"): Piece {
  if (typeof value !== "string") {
    const text = scalarText(value);
    return sized(`<div>${label}<i class="v">${escapeBetweenTags(text)}</i></div>\n`, 3 + marks(text), text.length);
  }
  if (value.length > LONG_STRING || value.includes("\n")) return longString(label, value, room, key);
  return sized(`<div>${label}<i class="s">"${escapeBetweenTags(value)}"</i></div>\n`, 3 + marks(value), value.length);
}

function longString(label: string, value: string, room: Room, key: string): Piece {
  let budget = Math.min(value.length, room.bytes);
  for (;;) {
    const { head } = cutEnd(value, budget);
    const text = value.slice(0, head);
    const rest = head < value.length ? `\n… ${plural(value.length - head, "more character")} not shown` : "";
    const open = value.length <= LONG_STRING * 5 ? " open" : "";
    const name = `<summary>${label}text, ${plural(value.length, "character")}</summary>`;
    const box = `<pre tabindex="0" role="group" aria-label="${escapeAttribute(key)}"><code>${escapeText(text)}${rest}</code></pre>`;
    const piece = sized(`<details${open}>${name}${box}</details>\n`, 5 + marks(text), head);
    if (budget === 0 || (piece.bytes <= room.bytes && piece.elements <= room.elements)) return piece;
    budget = Math.floor(budget * 0.7);
  }
}

function sized(markup: string, elements: number, shown: number): Piece {
  return { markup, bytes: utf8Length(markup), elements, shown };
}

/** Marks that the text will hold, each an element. */
function marks(text: string): number {
  return escapeBetweenTags(text).split("<span").length - 1;
}
