import type { OpenWorkspace, Part, Row, SentRequest, StoredMessage } from "../model/index.ts";
import { blankPlace } from "./blank.ts";
import { type Mask, maskDeep, maskIndex } from "./mask.ts";
import { type PrintJson, rewriteBytes } from "./rewrite.ts";

// A recorded slash may be escaped. The groups are disjoint, and nothing after them can fail: no text makes this slow.
const SLASH = String.raw`\\?/`;
const DATA_URL = String.raw`data:image${SLASH}[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,3};base64,`;
/** How base64 of PNG, JPEG, GIF, WebP, SVG (with or without an XML head) and AVIF begins. */
const BEGINNING = `iVBORw0KGgo|${SLASH}9j${SLASH}|R0lGOD|UklGR|PHN2Zy|PD94bWwg|AAAA..Z0eXBhdmlm`;
const EMBEDDED = new RegExp(
  String.raw`(?:${DATA_URL}|(?<![A-Za-z0-9+/])(?=${BEGINNING})(?=(?:[A-Za-z0-9+]|${SLASH}){64}))(?:[A-Za-z0-9+/]+|\\/)+={0,2}`,
  "g",
);

const blank: Mask = Object.assign((text: string) => text.replace(EMBEDDED, "[image left out]"), {
  hits: (text: string) => text.search(EMBEDDED) !== -1,
});

/**
 * The workspace without its images, wherever a record holds one: as a part of its own, in a value, in the bytes as recorded.
 * A mark stands in the place of each, and raw bytes that held one are written anew. `rows()` counts the rows that were met.
 */
export function leaveImagesOut(
  workspace: OpenWorkspace,
  print: PrintJson,
): { readonly workspace: OpenWorkspace; rows(): number } {
  const rewritten = rewriteBytes(workspace, print);
  const met = new Set<string>();
  const decoder = new TextDecoder();
  const stored = new Map([...workspace.index.stored].map(([taskId, list]) => [taskId, list.map(storedWithout)]));
  const without: OpenWorkspace = {
    index: maskIndex({ ...workspace.index, stored }, blank),
    async *rows(taskId) {
      for await (const row of workspace.rows(taskId)) {
        const seen = maskDeep(withoutImages(row), blank);
        if (seen === row && !blank.hits(decoder.decode(await workspace.bytes(row.place)))) {
          yield row;
          continue;
        }
        met.add(`${taskId}\0${row.itemId}`);
        const anew = { ...seen, place: blankPlace(seen.place) };
        rewritten.remember(anew);
        yield anew;
      }
    },
    async bytes(place) {
      const bytes = await rewritten.bytes(place);
      const text = decoder.decode(bytes);
      return blank.hits(text) ? Buffer.from(blank(text), "utf8") : bytes;
    },
    async request(place) {
      const request = await workspace.request(place);
      return request && maskDeep(requestWithout(request), blank);
    },
    close: () => workspace.close(),
  };
  return { workspace: without, rows: () => met.size };
}

function withoutImages(row: Row): Row {
  if (row.type === "message" && row.parts.some(isImage)) return { ...row, parts: row.parts.map(withoutImage) };
  if (row.type === "tool-result" && row.output.some(isImage)) return { ...row, output: row.output.map(withoutImage) };
  return row;
}

function storedWithout(message: StoredMessage): StoredMessage {
  if (!message.parts.some(isImage)) return message;
  return { ...message, parts: message.parts.map(withoutImage), place: blankPlace(message.place) };
}

function requestWithout(request: SentRequest): SentRequest {
  return {
    ...request,
    messages: request.messages.map((message) => ({
      ...message,
      items: message.items.map((item) => (item.type === "part" ? { ...item, part: withoutImage(item.part) } : item)),
    })),
  };
}

function isImage(part: Part): boolean {
  return part.type === "image" || (part.type === "document" && part.mediaType.startsWith("image/"));
}

function withoutImage(part: Part): Part {
  return "mediaType" in part && isImage(part) ? { type: "text", text: `[image left out: ${part.mediaType}]` } : part;
}
