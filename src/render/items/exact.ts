import type { ExactItem, RawPayload, Row } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { Desk } from "../desk.ts";
import { type Html, join, NOTHING, text } from "../html.ts";
import { CARD_ROOM, less, measure } from "../measure.ts";
import { linkedRow } from "../parts/links.ts";
import { placeWords } from "../parts/place.ts";
import { endsOf, timeOf } from "../parts/time.ts";
import { printJson } from "../print-json.ts";
import { count, oneLine, plural, size } from "../words.ts";
import { gap } from "./gap.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";
import { stored } from "./stored.ts";

const PREVIEW = 120;

/** One row by itself: its facts, what it holds as plain text, and its bytes as recorded. */
export function exactItem(desk: Desk, item: ExactItem, owner: Owner): Html {
  if (item.type === "gap") return gap(desk, item.gap, owner);
  if (item.type === "stored") return stored(desk, item.message, owner);
  const { row, raw } = item;
  const content = contentBlocks(row);
  // Where the bytes are the text itself, once is enough.
  const same = raw !== undefined && content.every((block) => block.type === "code" && raw.text.includes(block.text));
  const facts = factsOf(desk, item);
  const shell = (blocks: Html, bytes: Html) =>
    desk.fill("items/exact", {
      type: row.type,
      preview: text(preview(content, raw)),
      facts,
      withheld: row.restricted ? restricted(desk, "what this row holds is", row.restricted) : undefined,
      blocks,
      raw: bytes,
      card:
        raw === undefined && row.restricted === undefined && (row.type === "tool-call" || row.type === "tool-result"),
      semantic: desk.links.row({ taskId: owner.id, itemId: row.itemId }),
    });
  const room = less(CARD_ROOM, measure(shell(NOTHING, NOTHING)));
  const bytes = raw === undefined ? NOTHING : recorded(desk, raw);
  const blocks = same ? NOTHING : desk.blocks(content, less(room, measure(bytes)));
  const body = shell(blocks, bytes);
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

/** Identity, place and times, as far as the record has them. */
function factsOf(desk: Desk, { row, partner }: ExactItem & { type: "row" }): readonly Html[] {
  const fact = (name: string, value: Html) => desk.fill("items/exact-fact", { name, value });
  const code = (value: string) => desk.fill("parts/code", { code: text(value) });
  return [
    fact("sequence", text(count(row.sequence))),
    fact("turn", text(count(row.turnIndex + 1))),
    fact("item", code(row.itemId)),
    ...("toolCallId" in row ? [fact("call id", code(row.toolCallId))] : []),
    ...(row.type === "tool-call" ? [fact("tool", code(row.name))] : []),
    ...(row.type === "message" ? [fact("role", text(row.role))] : []),
    ...(partner ? [fact(row.type === "tool-call" ? "answered by" : "answers", linkedRow(desk, partner))] : []),
    ...(row.model === undefined ? [] : [fact("model", text(oneLine(row.model, 80)))]),
    ...(row.createdAt === undefined ? [] : [fact("recorded", timeOf(desk, row.createdAt))]),
    ...(row.type === "tool-result" ? endsOf(desk, row.timing) : []),
    ...(row.runId === undefined ? [] : [fact("run", code(oneLine(row.runId, 80)))]),
    fact("source", code(placeWords(row.place))),
  ];
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
