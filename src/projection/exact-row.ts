import type { Place, Row } from "../model/index.ts";
import type { RawPayload } from "./items.ts";
import type { ExactItem, LabelledRow } from "./view.ts";

/** A row with its raw payload, unless its card holds that. */
export async function exactRow(
  row: Row,
  partner: LabelledRow | undefined,
  raw: (place: Place) => Promise<RawPayload | undefined>,
): Promise<ExactItem> {
  const inCard = row.type === "tool-call" || row.type === "tool-result";
  const payload = inCard || row.restricted ? undefined : await raw(row.place);
  return { type: "row", row, ...(partner && { partner }), ...(payload && { raw: payload }) };
}
