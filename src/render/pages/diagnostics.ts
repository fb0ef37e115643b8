import type { Diagnostic } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { placeWords } from "../parts/place.ts";
import { count } from "../words.ts";

/** As many stand on a page that is about something else. */
export const FEW = 50;

/** What the reading found wrong. `undefined` where it found nothing. */
export function diagnosticList(desk: Desk, diagnostics: readonly Diagnostic[], most = FEW): Html | undefined {
  if (diagnostics.length === 0) return undefined;
  const shown = diagnostics.slice(0, most);
  return desk.fill("pages/diagnostics", {
    rows: shown.map((diagnostic) => ({
      severity: diagnostic.severity,
      says: text(diagnostic.says),
      code: diagnostic.code,
      place: diagnostic.place && text(placeWords(diagnostic.place)),
    })),
    more: diagnostics.length > shown.length ? count(diagnostics.length - shown.length) : "",
    gaps: desk.links.fixed("gaps"),
  });
}
