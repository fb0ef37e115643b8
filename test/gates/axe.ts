import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions } from "playwright-core";

const ways: readonly BrowserContextOptions[] = ["light", "dark"].flatMap((scheme) =>
  [320, 1280].map((width) => ({
    colorScheme: scheme === "dark" ? ("dark" as const) : ("light" as const),
    viewport: { width, height: 800 },
  })),
);

/** Accessibility violations of pages with every fold open, light and dark, narrow and wide; and pages that scroll sideways. */
export async function checkAccess(browser: Browser, folder: string, pages: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ways.map((way) => checkWay(browser, folder, pages, way)));
  return found.flat();
}

async function checkWay(
  browser: Browser,
  folder: string,
  pages: readonly string[],
  way: BrowserContextOptions,
): Promise<readonly string[]> {
  const breaches: string[] = [];
  const context = await browser.newContext(way);
  const page = await context.newPage();
  for (const path of pages) {
    const at = `${path} (${way.colorScheme}, ${way.viewport?.width})`;
    await page.goto(`${pathToFileURL(folder).href}/${path}`, { waitUntil: "load" });
    if (await page.evaluate(sideways)) breaches.push(`${at}: scrolls sideways`);
    await page.evaluate(openFolds);
    if (await page.evaluate(sideways)) breaches.push(`${at}: scrolls sideways once folds are open`);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>(runAxe);
    for (const { id, nodes } of violations) {
      breaches.push(`${at}: ${id} at ${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`);
    }
  }
  await context.close();
  return breaches;
}

// As text, since the project is checked without the DOM's types.
const sideways = "document.documentElement.scrollWidth > window.innerWidth + 1";
const openFolds = 'for (const fold of document.querySelectorAll("details")) fold.open = true;';
const runAxe = 'axe.run(document, { resultTypes: ["violations"], preload: false })';
