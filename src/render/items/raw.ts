import type { RawRow } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { placeWords } from "../parts/place.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";

/** Bytes that could not be read, as they are, with where they stand and why. */
export function raw(desk: Desk, row: RawRow, owner: Owner): Html {
  const body = desk.fill("items/raw", {
    says: text(row.says),
    place: text(placeWords(row.place)),
    empty: row.text === "" && row.restricted === undefined,
    bytes: row.restricted
      ? restricted(desk, "these bytes are", row.restricted)
      : desk.blocks(row.text === "" ? [] : [{ type: "code", title: "The bytes as text", text: row.text }]),
  });
  return rowFrame(desk, { ...frameOf(owner, row), classes: "stay", body });
}
