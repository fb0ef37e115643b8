import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import fg from "fast-glob";
import { describe, expect, it } from "vitest";
import type { ToolItem } from "../../src/projection/index.ts";
import { renderBlocks } from "../../src/render/blocks/index.ts";
import { cardFor } from "../../src/render/cards/index.ts";
import { text } from "../../src/render/html.ts";
import { measure } from "../../src/render/measure.ts";
import { outcomeOf } from "../../src/render/outcome.ts";
import { blockContext, shownText } from "./support.ts";

const fixtures = resolve(import.meta.dirname, "../../fixtures/cards");
const cases = fg.sync("*/*.json", { cwd: fixtures }).sort();

function readItem(name: string): ToolItem {
  return JSON.parse(readFileSync(join(fixtures, name), "utf8"), unfold) as ToolItem;
}

/** What is too large to keep as a file: `{ "$repeat": [what, times] }` for a text or a list, `{ "$join": texts }`. */
function unfold(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$join" in value && Array.isArray(value.$join)) return value.$join.join("");
  if (!("$repeat" in value) || !Array.isArray(value.$repeat)) return value;
  const [what, times] = value.$repeat as [string | unknown[], number];
  return typeof what === "string" ? what.repeat(times) : Array.from({ length: times }, () => what).flat();
}

/** A page that a person can open beside the fixture. */
async function standalone(name: string, tool: ToolItem): Promise<string> {
  const context = blockContext();
  const card = cardFor(tool);
  const outcome = card.outcome ?? outcomeOf(tool);
  const folder = relative(join(fixtures, name, ".."), resolve(fixtures, "../../templates/assets"));
  const head = `<span class="kind">${text(card.kind)}</span> <span class="about">${text(card.about)}</span> <span class="out ${outcome.tone}">${text(outcome.words)}</span>`;
  return context.highlighter.fill(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${name}</title>
<link rel="stylesheet" href="${folder}/report.css">
<link rel="stylesheet" href="${folder}/highlight.css">
<body>
<main class="${tool.failed ? "fails" : ""}">
<details class="card" open><summary>${head}</summary><div class="inside">
${renderBlocks(card.blocks, context)}</div></details>
</main>
</html>
`);
}

/** How often the payload of the hostile fixtures stands in a text. */
function payloads(text: string): number {
  return text.split("onerror=alert(2)").length - 1;
}

/** Too large for a golden that a person would open. */
function isHuge(name: string): boolean {
  return readFileSync(join(fixtures, name), "utf8").includes('"$repeat"');
}

describe("a card", () => {
  it("has fixtures", () => {
    expect(cases.length).toBeGreaterThan(50);
  });

  it.each(cases.filter((name) => !isHuge(name)))("%s looks as it was looked at", async (name) => {
    const page = await standalone(name, readItem(name));
    await expect(page).toMatchFileSnapshot(join(fixtures, name.replace(/\.json$/, ".html")));
  });

  it.each(cases.filter(isHuge))("%s is shortened, says so and links all of it", (name) => {
    const context = blockContext();
    const markup = String(renderBlocks(cardFor(readItem(name)).blocks, context));
    expect(markup).toMatch(/shortened: |not what it says/);
    expect(context.files.size).toBeGreaterThan(0);
  });

  it.each(cases)("%s stays within the limits of a card", (name) => {
    const context = blockContext();
    const size = measure(renderBlocks(cardFor(readItem(name)).blocks, context));
    expect(size.bytes).toBeLessThanOrEqual(192_000);
    expect(size.elements).toBeLessThanOrEqual(2_500);
  });

  it.each(cases.filter((name) => name.includes("hostile")))("%s shows every text it holds, as text", async (name) => {
    const tool = readItem(name);
    const context = blockContext();
    const card = cardFor(tool);
    const markup = await context.highlighter.fill(String(renderBlocks(card.blocks, context)));
    const input = card.kind === tool.call?.name ? tool.call.input : tool.call?.fields;
    const answer = tool.result?.sections ?? tool.result?.streams ?? tool.result?.output;
    expect(payloads(card.about) + payloads(shownText(markup))).toBeGreaterThanOrEqual(
      payloads(JSON.stringify([input, answer])),
    );
    expect(markup).not.toMatch(/<(?:script|img src=x)/);
  });

  it.each(cases.filter((name) => name.includes("malformed")))("%s gets the card of an unknown tool", (name) => {
    const tool = readItem(name);
    expect(cardFor(tool).kind).toBe(tool.call?.name);
  });
});
