import type { Place } from "../../projection/index.ts";
import { count } from "../words.ts";

/** Where something stands in the source: `messages/005.json, line 3, bytes 12–345`. */
export function placeWords(place: Place): string {
  const range =
    place.start === undefined || place.end === undefined ? "" : `, bytes ${count(place.start)}–${count(place.end)}`;
  return place.file + (place.line === undefined ? "" : `, line ${count(place.line)}`) + range;
}
