import type { Diagnostic } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { placeWords } from "../parts/place.ts";
import { count } from "../words.ts";

/** As many stand on a page that is about something else. */
export const FEW = 50;

/** A page about something else leads to the page of what is missing; that page to a file. */
function rest(desk: Desk, diagnostics: readonly Diagnostic[], most: number): string | undefined {
  if (most <= FEW) return desk.links.fixed("gaps");
  const lines = diagnostics.map(({ severity, says, place, code }) =>
    [severity, says, ...(place === undefined ? [] : [placeWords(place)]), code].join(" · "),
  );
  return desk.attachments.text(`${lines.join("\n")}\n`);
}

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
    href: (diagnostics.length > shown.length && rest(desk, diagnostics.slice(most), most)) || "",
    attached: most > FEW,
  });
}
