import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fg from "fast-glob";
import { expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";

const fixtures = resolve(import.meta.dirname, "../../fixtures/cards");
const goldens = fg.sync("*/*.html", { cwd: fixtures }).sort();

interface Seen {
  readonly text: string;
  readonly visible: string;
  readonly active: number;
  readonly handlers: number;
  readonly schemes: readonly string[];
}

// As text, since the project is checked without the DOM's types.
const reading = `(() => {
  const bare = (text) => text.replace(/\\s+/g, "");
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const attributes = [...document.querySelectorAll("*")].flatMap((element) => [...element.attributes]);
  return {
    text: bare(document.body.textContent),
    visible: bare(document.body.innerText),
    active: document.querySelectorAll("script, style, iframe, object, embed, form, svg, base, meta[http-equiv]").length,
    handlers: attributes.filter(({ name }) => name.startsWith("on") || name === "style").length,
    schemes: attributes
      .filter(({ name, value }) => (name === "href" || name === "src") && /^\\s*[a-z]+:/i.test(value))
      .map(({ value }) => value.replace(/:.*/s, "")),
  };
})()`;

describeInBrowser("the goldens of cards", (browser) => {
  it("do nothing and show all of their text once they are open", async () => {
    expect(goldens.length).toBeGreaterThan(50);
    const page = await browser().newPage();
    const happened: string[] = [];
    page.on("dialog", (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) happened.push(`request ${request.url()}`);
    });
    for (const golden of goldens) {
      await page.goto(pathToFileURL(resolve(fixtures, golden)).href);
      const seen = await page.evaluate<Seen>(reading);
      expect(seen.visible, golden).toBe(seen.text);
      expect(seen.active + seen.handlers, golden).toBe(0);
      for (const scheme of seen.schemes) expect(["http", "https", "mailto"]).toContain(scheme);
    }
    expect(happened).toEqual([]);
    await page.close();
  });
});
