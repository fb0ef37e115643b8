import type { Room } from "../projection/index.ts";
import { slotAllowance } from "./highlight.ts";
import { type Html, utf8Length } from "./html.ts";

/** What one block, and one card with its folds, may add to a page. What is beyond is shortened. */
export const BLOCK_ROOM: Room = { bytes: 48_000, elements: 1_000 };
export const CARD_ROOM: Room = { bytes: 192_000, elements: 2_500 };

/** Bytes and elements of markup once the page is finished: slots count with all that highlighting may add. */
export function measure(markup: Html): Room {
  const written = String(markup);
  const more = slotAllowance(written);
  return { bytes: utf8Length(written) + more.bytes, elements: countElements(written) + more.elements };
}

export function fits(size: Room, room: Room): boolean {
  return size.bytes <= room.bytes && size.elements <= room.elements;
}

export function less(room: Room, size: Room): Room {
  return { bytes: room.bytes - size.bytes, elements: room.elements - size.elements };
}

function countElements(markup: string): number {
  let elements = 0;
  for (let at = markup.indexOf("<"); at !== -1; at = markup.indexOf("<", at + 1)) {
    // Text holds no `<`, so what follows one is the name of a tag or the slash of its end.
    if (markup.charCodeAt(at + 1) !== 0x2f) elements++;
  }
  return elements;
}
