import type { Diagnostic } from "../index.ts";
import { plain } from "../terminal.ts";

/** How many problems a terminal is told before it is told only their number; the report holds them all. */
const LISTED = 20;

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Errors and warnings, one a line, with their places. */
export function problems(diagnostics: readonly Diagnostic[]): string {
  const told = diagnostics.filter((diagnostic) => diagnostic.severity !== "note");
  const lines = told.slice(0, LISTED).map(({ severity, code, says, place }) => {
    const where = place ? `${plain(place.file)}${place.line === undefined ? "" : `:${place.line}`}: ` : "";
    return `${severity} ${code}: ${where}${says}\n`;
  });
  if (told.length > LISTED) lines.push(`and ${told.length - LISTED} more; the report lists them all.\n`);
  return lines.join("");
}
