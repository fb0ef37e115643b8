import { expect, it } from "vitest";
import { checkHead } from "../../gates/head.ts";
import { checkMarkup } from "../../gates/markup.ts";
import { checkOutline } from "../../gates/outline.ts";
import { parsed, samplePages, textOf } from "./support.ts";

const PAYLOAD = `"'><script>alert(1)</script><img src=x onerror=alert(2)>\u202e&amp;`;
const SHOWN = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;

/** Words of ours that choose how a thing is drawn. Everything else in a view may come from the workspace. */
const OURS = new Set([
  "type",
  "word",
  "certainty",
  "tone",
  "role",
  "kind",
  "established",
  "record",
  "parent",
  "severity",
  "code",
  "noResult",
  "withheld",
  "pairing",
  "list",
  "data",
  "language",
  "action",
  "came",
  "standing",
]);

/** The same view with a payload at the end of every string that is not ours. */
function poisoned<View>(view: View): View {
  const poison = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return OURS.has(key) ? value : value + PAYLOAD;
    if (Array.isArray(value)) return value.map((item) => poison(item, key));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner, name)]));
    }
    return value;
  };
  return poison(view, "") as View;
}

it("shows hostile text of every field as text, and nothing of it acts", async () => {
  const pages = await samplePages(poisoned);
  for (const [name, html] of pages) {
    const page = parsed(html);
    const breaches = [checkMarkup, checkHead, checkOutline].flatMap((check) => check(page));
    expect({ name, breaches }).toEqual({ name, breaches: [] });
    expect(textOf(page)).toContain(SHOWN);
    expect(html).not.toContain("\u202e");
    expect(html).not.toContain("<script>alert");
  }
});

it("draws the same elements whether text is hostile or not", async () => {
  const calm = await samplePages((view) => view);
  const hostile = await samplePages(poisoned);
  // Marks stand for hidden characters, and a longer text may be folded or highlighted; what can act is counted.
  const acting = (html: string) =>
    parsed(html)
      .elements.filter(({ name }) => ["a", "img", "script", "link", "input", "details"].includes(name))
      .map(({ name }) => name)
      .sort();
  for (const [name, html] of calm) {
    expect({ name, acting: acting(hostile.get(name) ?? "") }).toEqual({ name, acting: acting(html) });
  }
});
