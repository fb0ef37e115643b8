import type { ExactItem, RawPayload, Row } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { Desk } from "../desk.ts";
import { type Html, join, NOTHING, text } from "../html.ts";
import { CARD_ROOM, less, measure } from "../measure.ts";
import { linkedRow } from "../parts/links.ts";
import { placeWords } from "../parts/place.ts";
import { timeOf } from "../parts/time.ts";
import { printJson } from "../print-json.ts";
import { count, oneLine, plural, size } from "../words.ts";
import { gap } from "./gap.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";
import { stored } from "./stored.ts";

const PREVIEW = 120;
/** What stands around the content of a row, kept back from the room of a card. */
const CHROME = { bytes: 6_000, elements: 60 };

/** One row by itself: its facts, what it holds as plain text, and its bytes as recorded. */
export function exactItem(desk: Desk, item: ExactItem, owner: Owner): Html {
  if (item.type === "gap") return gap(desk, item.gap, owner);
  if (item.type === "stored") return stored(desk, item.message, owner);
  const { row, raw } = item;
  const content = contentBlocks(row);
  // Where the bytes are the text itself, once is enough.
  const same = raw !== undefined && content.every((block) => block.type === "code" && raw.text.includes(block.text));
  const bytes = raw === undefined ? NOTHING : recorded(desk, raw);
  const rest = less(CARD_ROOM, CHROME);
  const body = desk.fill("items/exact", {
    type: row.type,
    semantic: desk.links.row({ taskId: owner.id, itemId: row.itemId }),
    facts: factsOf(desk, item),
    preview: text(preview(content, raw)),
    withheld: row.restricted ? restricted(desk, "what this row holds is", row.restricted) : undefined,
    blocks: same ? NOTHING : desk.blocks(content, less(rest, measure(bytes))),
    raw: bytes,
  });
  const classes = row.restricted || row.type === "raw" || row.type === "notice" ? "exact stay" : "exact";
  return rowFrame(desk, { ...frameOf(owner, row), classes, body });
}

function recorded(desk: Desk, { text: bytes, bytes: length, place }: RawPayload): Html {
  return desk.fill("items/exact-raw", {
    what: place.rewritten
      ? "Raw payload · written anew, since something of the record is withheld or masked"
      : `Raw payload · ${size(length)} as recorded`,
    content: desk.blocks(bytes === "" ? [] : [{ type: "code", text: bytes }]),
    empty: bytes === "",
  });
}

interface Fact {
  readonly name: string;
  readonly value: Html;
  readonly code?: true;
}

/** Identity, place and times, as far as the record has them. */
function factsOf(desk: Desk, { row, partner }: ExactItem & { type: "row" }): readonly Fact[] {
  const facts: Fact[] = [];
  const say = (name: string, value: Html) => facts.push({ name, value });
  const code = (name: string, value: string) => facts.push({ name, value: text(value), code: true });
  say("sequence", text(count(row.sequence)));
  say("turn", text(count(row.turnIndex + 1)));
  code("item", row.itemId);
  if ("toolCallId" in row) code("call id", row.toolCallId);
  if (row.type === "tool-call") code("tool", row.name);
  if (row.type === "message") say("role", text(row.role));
  if (partner) say(row.type === "tool-call" ? "answered by" : "answers", linkedRow(desk, partner));
  if (row.model !== undefined) say("model", text(oneLine(row.model, 80)));
  if (row.createdAt !== undefined) say("recorded", timeOf(desk, row.createdAt));
  if (row.type === "tool-result") {
    const { startedAt, endedAt } = row.timing ?? {};
    if (startedAt !== undefined) say("started", timeOf(desk, startedAt));
    if (endedAt !== undefined) say("ended", timeOf(desk, endedAt));
  }
  if (row.runId !== undefined) code("run", oneLine(row.runId, 80));
  code("source", placeWords(row.place));
  return facts;
}

/** What a row holds, decoded and as plain text: nothing is read as markup, nothing is coloured. */
function contentBlocks(row: Row): readonly Block[] {
  const plain = (value: string, title?: string): Block => ({
    type: "code",
    text: value,
    ...(title !== undefined && { title }),
  });
  if (row.restricted) return [];
  switch (row.type) {
    case "message":
      return row.parts.flatMap(plainPart);
    case "reasoning":
      return row.text === undefined || row.text === "" ? [] : [plain(row.text)];
    case "tool-call":
      return row.input === undefined
        ? []
        : typeof row.input === "string"
          ? [plain(row.input)]
          : [{ type: "json", value: row.input }];
    case "tool-result":
      return row.output.flatMap(plainPart);
    case "compaction":
      return row.summaries.map((summary) => plain(summary.text, "Summary"));
    case "notice":
      return row.quotes.map((quote) => plain(quote.text, quote.title));
    case "raw":
      return [plain(row.text)];
  }
}

function plainPart(part: (Row & { type: "message" })["parts"][number]): readonly Block[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "code", text: part.text }];
    case "json":
      return [{ type: "json", value: part.value }];
    case "link":
      return [{ type: "code", text: part.url, title: `Link to ${part.what === "image" ? "an image" : "a document"}` }];
    default:
      return [
        {
          type: "note",
          tone: "quiet",
          text: [
            {
              text: `${part.type === "image" ? "An image" : "A document"}, ${part.mediaType}, ${plural(part.data.length, "character")} of base64; its card or message shows it.`,
            },
          ],
        },
      ];
  }
}

/** The first words of what a row holds. */
/** A fold without a word would have no name. */
function preview(content: readonly Block[], raw: RawPayload | undefined): string {
  const first = content[0];
  const words =
    first?.type === "code" ? first.text : (raw?.text ?? (first?.type === "json" ? printJson(first.value) : ""));
  return oneLine(words.slice(0, 4 * PREVIEW), PREVIEW) || "no text";
}

/** Every item of a page, one after another. */
export function exactItems(desk: Desk, items: readonly ExactItem[], owner: Owner): Html {
  return join(items.map((item) => exactItem(desk, item, owner)));
}
