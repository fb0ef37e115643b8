import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const loader = new StaticConfigLoader({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // HTML lets the doctype be written in any case.
    "doctype-style": "off",
    // A title holds what a Task was asked, and is not there for search engines.
    "long-title": "off",
    // Recorded text keeps the white space that ends its lines.
    "no-trailing-whitespace": "off",
  },
});

/** What the standard says against these pages. Slow (about 0.4 MB/s), so for a sample. */
export async function validate(folder: string, pages: readonly string[]): Promise<string[]> {
  const validator = new HtmlValidate(loader);
  const breaches: string[] = [];
  for (const page of pages) {
    const report = await validator.validateString(readFileSync(join(folder, page), "utf8"), page);
    for (const { messages } of report.results) {
      for (const { line, ruleId, message } of messages) breaches.push(`${page}:${line}: ${ruleId}: ${message}`);
    }
  }
  return breaches;
}
