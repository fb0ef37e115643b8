import type { Diagnostic, Leak, Masking } from "../index.ts";
import { plain } from "../terminal.ts";

/** How many problems a terminal is told before it is told only their number; the report holds them all. */
const LISTED = 20;

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** What was masked, by rule; that nothing was looked for, if so; and images that were left out. */
export function maskingWords(masking: Masking): readonly string[] {
  const { imagesLeftOut } = masking;
  return [
    secretWords(masking),
    ...(imagesLeftOut === undefined ? [] : [`Images left out of ${plural(imagesLeftOut, "row")}.`]),
  ];
}

function secretWords({ redaction, counts }: Masking): string {
  if (!redaction) return "Secrets were not looked for (--no-redact).";
  if (counts.length === 0) return "No secret found to mask.";
  const rules = counts.map(
    ({ rule, secrets, places }) => `${rule} (${plural(secrets, "secret")} in ${plural(places, "place")})`,
  );
  return `Masked: ${rules.join(", ")}.`;
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

/** What a policy's reader must know: rules that match nothing, and rows that quote what is withheld. */
export function policyWords(warnings: readonly string[], leaks: readonly Leak[]): string {
  const lines = warnings.map((warning) => `warning policy: ${plain(warning)}\n`);
  for (const { taskId, row } of leaks.slice(0, LISTED)) {
    const where = row
      ? `row ${plain(row.itemId)} of Task ${plain(taskId)}`
      : `a title, goal or result of Task ${plain(taskId)}`;
    lines.push(`warning quoted: ${where} holds, word for word, something that the policy withholds elsewhere\n`);
  }
  if (leaks.length > LISTED) lines.push(`and ${leaks.length - LISTED} more such places.\n`);
  return lines.join("");
}

/** Whether `--strict` has something to object to. */
export function objectionable(told: {
  readonly diagnostics: readonly Diagnostic[];
  readonly leaks: readonly Leak[];
  readonly warnings: readonly string[];
}): boolean {
  return (
    told.diagnostics.some(({ severity }) => severity === "error") || told.leaks.length > 0 || told.warnings.length > 0
  );
}
